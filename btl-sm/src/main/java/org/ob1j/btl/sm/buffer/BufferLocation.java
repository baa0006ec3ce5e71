package org.ob1j.btl.sm.buffer;

/**
 * Where a buffer lies that peers can map.
 *
 * @param descriptor of its file, in the owner's process
 * @param file counts the owner's files; never used again, unlike the descriptor
 * @param fileBytes the length of the file
 * @param begin of the buffer in the file, in bytes
 * @param capacityBytes the length of the buffer
 */
public record BufferLocation(
    int descriptor, int file, int fileBytes, int begin, int capacityBytes) {
  /** Whether there can be such a buffer. */
  public boolean isPossible() {
    return descriptor >= 0
        && file >= 1
        && begin >= BufferFile.HEADER_BYTES
        && begin % Long.BYTES == 0
        && capacityBytes >= 1
        && (long) begin + capacityBytes <= fileBytes;
  }

  int end() {
    return begin + BufferFile.pagesBytes(capacityBytes);
  }
}
