package org.ob1j.btl.ucx;

import java.nio.ByteBuffer;

/**
 * Memory for the user's buffers in pages of 2 MiB, as far as the system has them. What is read from
 * another process's memory costs by the page: 64 KiB take a quarter less time out of a huge one.
 *
 * <p>Buffers are cut from chunks of whole huge pages, one after the other. A chunk is the JVM's
 * memory, and goes when nothing refers to any of its buffers. May be used by any thread.
 */
final class HugePages {
  static final int PAGE_BYTES = 2 << 20;

  /** Shorter buffers are not read from where they are. */
  static final int MIN_BUFFER_BYTES = FarCores.MIN_PAYLOAD_BYTES;

  private static final int SMALL_PAGE_BYTES = 4096;
  private static final int MAX_BUFFER_BYTES = Integer.MAX_VALUE - 2 * PAGE_BYTES;

  /** What is left of the chunk that buffers are cut from. */
  private ByteBuffer rest = ByteBuffer.allocate(0);

  private long chunkBytes;

  /** The errno that the system has refused with; 0 if it has not. */
  private int refusal;

  /** New zeroed memory that begins on a page; null if there is none of this kind. */
  synchronized ByteBuffer allocate(int capacityBytes) {
    if (refusal != 0 || capacityBytes < MIN_BUFFER_BYTES || capacityBytes > MAX_BUFFER_BYTES) {
      return null;
    }
    int bytes = roundUp(capacityBytes, SMALL_PAGE_BYTES);
    if (bytes <= rest.remaining()) {
      return cut(rest, bytes, capacityBytes);
    }
    ByteBuffer chunk = newChunk(roundUp(bytes, PAGE_BYTES));
    if (chunk == null) {
      return null;
    }
    ByteBuffer buffer = cut(chunk, bytes, capacityBytes);
    if (chunk.remaining() > rest.remaining()) {
      rest = chunk;
    }
    return buffer;
  }

  private static ByteBuffer cut(ByteBuffer chunk, int bytes, int capacityBytes) {
    ByteBuffer buffer = chunk.slice(chunk.position(), capacityBytes);
    chunk.position(chunk.position() + bytes);
    return buffer;
  }

  /** New zeroed memory that begins on a huge page; null if it cannot be had. */
  private ByteBuffer newChunk(int bytes) {
    ByteBuffer memory;
    try {
      memory = ByteBuffer.allocateDirect(bytes + PAGE_BYTES);
    } catch (OutOfMemoryError tooMuch) {
      // Without what alignment costs there may still be room.
      return null;
    }
    refusal = Shim.ob1j_huge_pages(NativeLibrary.addressOf(memory), memory.capacity(), PAGE_BYTES);
    if (refusal != 0) {
      return null;
    }
    chunkBytes += bytes;
    int bytesToPage = (PAGE_BYTES - memory.alignmentOffset(0, PAGE_BYTES)) % PAGE_BYTES;
    return memory.slice(bytesToPage, bytes);
  }

  private static int roundUp(int value, int unit) {
    return (value + unit - 1) / unit * unit;
  }

  /** How much memory there is of it, for a report. */
  synchronized String describe() {
    return refusal == 0
        ? (chunkBytes >> 20) + " MiB made of huge pages"
        : "no huge pages: " + NativeCode.text(refusal);
  }
}
