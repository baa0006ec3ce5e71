package org.ob1j.btl.sm.buffer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.ob1j.btl.sm.file.MappedSegment;
import org.ob1j.btl.sm.file.SharedFile;

/**
 * One file of users' buffers, at its owner. Its length is that of an address range: memory is taken
 * page by page, from the beginning on, when a buffer first lies there, and used again for others
 * when that buffer is gone.
 *
 * <p>Not thread-safe, but for {@link #make}.
 */
final class BufferArena {
  /** Long enough for many buffers, so that the few files cost nothing; no memory by itself. */
  private static final int LENGTH_BYTES = 256 << 20;

  private final SharedFile file;
  private final int number;
  private final int fileBytes;

  /** Of which buffers are parts; null where there is no such thing, and each is mapped again. */
  private final MappedSegment segment;

  private final ByteBuffer whole;
  private final FreeRanges free = new FreeRanges();
  private int end = BufferFile.HEADER_BYTES;
  private int live;
  private boolean retired;
  private boolean readLate;

  private BufferArena(SharedFile file, int number, int fileBytes) throws IOException {
    this.file = file;
    this.number = number;
    this.fileBytes = fileBytes;
    segment = file.mapSegment(fileBytes);
    whole = segment == null ? file.map(0, fileBytes) : segment.buffer(0, fileBytes);
  }

  /** What a new one takes, with a buffer of so many pages. */
  static long bytesWith(int pagesBytes) {
    return (long) BufferFile.HEADER_BYTES + pagesBytes + BufferFile.PAGE_BYTES;
  }

  static BufferArena create(
      Path directory, String name, int rank, int number, int pagesBytes, String jobId)
      throws IOException {
    int fileBytes = Math.max(LENGTH_BYTES, BufferFile.HEADER_BYTES + pagesBytes);
    SharedFile file = SharedFile.createSparse(directory, name, fileBytes);
    try {
      BufferFile.writeHeader(file, rank, number, fileBytes, jobId);
      return new BufferArena(file, number, fileBytes);
    } catch (IOException | RuntimeException failed) {
      file.close();
      throw failed;
    }
  }

  /**
   * A part of this arena that has been taken for a buffer.
   *
   * @param isNew whether memory has to be taken for it, and has been counted already
   */
  record Allocation(BufferArena arena, BufferLocation location, boolean isNew) {}

  /** A part that has been used before; null if there is none. */
  Allocation takeUsed(int capacityBytes) {
    int begin = retired ? -1 : free.take(BufferFile.pagesBytes(capacityBytes));
    return begin < 0 ? null : taken(begin, capacityBytes, false);
  }

  /**
   * A part for which at most so many bytes are taken.
   *
   * @return null if there is none
   */
  Allocation takeNew(int capacityBytes, long leftBytes) {
    int pagesBytes = BufferFile.pagesBytes(capacityBytes);
    if (retired || pagesBytes > fileBytes - BufferFile.HEADER_BYTES) {
      return null;
    }
    int begin = free.takeEndingAt(end);
    long more = (long) begin + pagesBytes - end;
    if (more > leftBytes || more > fileBytes - end) {
      if (begin < end) {
        free.give(begin, end - begin);
      }
      return null;
    }
    end = begin + pagesBytes;
    return taken(begin, capacityBytes, true);
  }

  private Allocation taken(int begin, int capacityBytes, boolean isNew) {
    live++;
    return new Allocation(
        this,
        new BufferLocation(file.descriptor(), number, fileBytes, begin, capacityBytes),
        isNew);
  }

  /**
   * The buffer in a part that was taken, zeroed. Any thread may call this.
   *
   * @throws IOException if there is no memory, or the file is closed
   */
  ByteBuffer make(Allocation allocation) throws IOException {
    BufferLocation location = allocation.location();
    if (allocation.isNew()) {
      file.writeZeros(location.begin(), location.end() - location.begin());
    } else {
      file.putZeros(whole, location.begin(), location.capacityBytes());
    }
    return segment == null
        ? file.map(location.begin(), location.capacityBytes())
        : segment.buffer(location.begin(), location.capacityBytes());
  }

  void giveBack(BufferLocation location) {
    live--;
    free.give(location.begin(), location.end() - location.begin());
  }

  /** How much memory it has. */
  long usedBytes() {
    // The last page is there from the beginning.
    return Math.min(fileBytes, (long) end + BufferFile.PAGE_BYTES);
  }

  boolean isEmpty() {
    return live == 0;
  }

  boolean isRetired() {
    return retired;
  }

  /** Nothing in it is used again: a peer that was given up may still read and write there. */
  void retire() {
    retired = true;
  }

  /** Peers may read in it what is not registered any more. */
  void setReadLate() {
    readLate = true;
  }

  /** Whether it can have no more buffers because its file was closed, as by an interrupt. */
  boolean isClosed() {
    return !file.isOpen();
  }

  /** There will be no more buffers. Its memory is free at once, unless a peer may be at it. */
  void free() throws IOException {
    try {
      if (isClosed()) {
        return;
      }
      if (readLate || retired) {
        BufferFile.markFreed(file);
      } else {
        BufferFile.free(file);
      }
    } finally {
      file.close();
    }
  }

  /** Closes the file. Buffers stay usable. */
  void close() throws IOException {
    file.close();
  }
}
