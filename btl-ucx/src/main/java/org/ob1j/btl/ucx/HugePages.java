package org.ob1j.btl.ucx;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Memory for the user's buffers in pages of 2 MiB, as far as the system has them. What is read from
 * another process's memory costs by the page: 64 KiB take a quarter less time out of a huge one.
 *
 * <p>Buffers are cut from chunks of whole huge pages, one after the other. A chunk is the JVM's
 * memory, and goes when nothing refers to any of its buffers, so a few buffers may hold much. Hence
 * all chunks together are at most an eighth of what Java may have of direct memory; what does not
 * fit is left to others. May be used by any thread.
 */
final class HugePages {
  static final int PAGE_BYTES = 2 << 20;

  /** A chunk begins on a huge page, which costs the JVM one more: the longer, the less that is. */
  static final int CHUNK_BYTES = 4 * PAGE_BYTES;

  /** Shorter buffers are not read from where they are. */
  static final int MIN_BUFFER_BYTES = FarCores.MIN_PAYLOAD_BYTES;

  private static final int SHARE = 8;
  private static final int SMALL_PAGE_BYTES = 4096;
  private static final int MAX_BUFFER_BYTES = Integer.MAX_VALUE - 2 * PAGE_BYTES;

  private record Chunk(WeakReference<ByteBuffer> memory, long bytes) {}

  private final List<Chunk> chunks = new ArrayList<>();

  /** What chunks may have together, in bytes; negative as long as it is not known. */
  private long maxBytes = -1;

  /** What is left of the chunk that buffers are cut from. */
  private ByteBuffer rest = ByteBuffer.allocate(0);

  /** Why there is no more of it for good; null as long as there may be. */
  private String refusal;

  /** Memory within what this JVM allows. */
  HugePages() {}

  /** Memory of so many bytes at most. */
  HugePages(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** New zeroed memory that begins on a page; null if there is none of this kind. */
  synchronized ByteBuffer allocate(int capacityBytes) {
    if (refusal != null || capacityBytes < MIN_BUFFER_BYTES || capacityBytes > MAX_BUFFER_BYTES) {
      return null;
    }
    int bytes = roundUp(capacityBytes, SMALL_PAGE_BYTES);
    if (bytes <= rest.remaining()) {
      return cut(rest, bytes, capacityBytes);
    }
    ByteBuffer chunk = newChunk(Math.max(bytes, CHUNK_BYTES));
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
    int reservedBytes = bytes + PAGE_BYTES;
    if (reservedBytes > maxBytes() - liveBytes()) {
      return null;
    }
    ByteBuffer memory;
    try {
      memory = ByteBuffer.allocateDirect(reservedBytes);
    } catch (OutOfMemoryError tooMuch) {
      // The JVM has tried for half a second, which is not to be repeated for each buffer.
      refuse("Java has no direct memory for them");
      return null;
    }
    int error = Shim.ob1j_huge_pages(NativeLibrary.addressOf(memory), reservedBytes, PAGE_BYTES);
    if (error != 0) {
      refuse(NativeCode.text(error));
      return null;
    }
    chunks.add(new Chunk(new WeakReference<>(memory), reservedBytes));
    int bytesToPage = (PAGE_BYTES - memory.alignmentOffset(0, PAGE_BYTES)) % PAGE_BYTES;
    return memory.slice(bytesToPage, bytes);
  }

  private void refuse(String reason) {
    refusal = reason;
    rest = ByteBuffer.allocate(0);
  }

  private long maxBytes() {
    if (maxBytes < 0) {
      maxBytes = JvmOptions.maxDirectBytes() / SHARE;
    }
    return maxBytes;
  }

  /** What chunks have that are still there. */
  private long liveBytes() {
    chunks.removeIf(chunk -> chunk.memory().get() == null);
    return chunks.stream().mapToLong(Chunk::bytes).sum();
  }

  private static int roundUp(int value, int unit) {
    return (value + unit - 1) / unit * unit;
  }

  /** How much memory there is of it, for a report. */
  synchronized String describe() {
    return refusal == null
        ? "%d MiB of huge pages".formatted(liveBytes() >> 20)
        : "no huge pages: " + refusal;
  }
}
