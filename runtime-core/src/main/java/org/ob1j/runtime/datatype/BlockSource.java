package org.ob1j.runtime.datatype;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.ob1j.runtime.datatype.copy.BlockCopy;
import org.ob1j.runtime.datatype.layout.RunsCursor;
import org.ob1j.runtime.memory.Memory;

/**
 * A message that lies in blocks of memory, such as a peer's that this process maps, and is copied
 * from there into users' buffers, whatever their blocks are. Not thread-safe.
 *
 * <pre>
 *   source  ■■■■■■──■■■■■■──■■■■■■──■■■■■■
 *             |       |       |  \
 *   target  ■■■■■■────■■■■■■──■■■──■■■────
 * </pre>
 *
 * Where blocks of both sides begin together and are as long, or one side's lie within a longer one
 * of the other, many are copied in one loop.
 */
public final class BlockSource {
  /** A call of native code is worth so many blocks. */
  private static final int MIN_NATIVE_BLOCKS = 8;

  private final NativeBlocks natives;
  private final Memory memory;
  private final long originBytes;
  private final long lengthBytes;
  private final RunsCursor source;

  private Convertor target;
  private RunsCursor sink;

  /** Where both sides are, if native code copies; else 0. */
  private long sourceAddress;

  private long targetAddress;

  /**
   * A message of elements of a datatype.
   *
   * @param natives for blocks between direct buffers
   * @param memory of which the message occupies a part
   * @param start where in the memory that part begins, in bytes
   * @param origin where in that part the first element has its origin, in bytes
   * @param count elements, at least 1
   * @throws IndexOutOfBoundsException if data lies outside of the part
   */
  public BlockSource(
      NativeBlocks natives, Memory memory, int start, long origin, int count, BlockLayout layout) {
    if (!layout.fits(origin, count, memory.capacity() - start)) {
      throw new IndexOutOfBoundsException(
          count
              + " elements from byte "
              + origin
              + " on are not all within "
              + (memory.capacity() - start)
              + " bytes");
    }
    this.natives = natives;
    this.memory = memory;
    originBytes = start + origin;
    lengthBytes = layout.sizeBytes() * count;
    source = RunsCursor.of(layout.runs(), layout.extentBytes(), count);
  }

  /** The message's length in bytes. */
  public long lengthBytes() {
    return lengthBytes;
  }

  /**
   * Copies bytes into a user's buffer.
   *
   * @param from where in this message, in bytes
   * @param to where in the target's
   * @param count how many
   * @throws IndexOutOfBoundsException if either message has not all of them
   */
  public void copyTo(Convertor newTarget, long from, long to, long count) {
    Objects.checkFromIndexSize(from, count, lengthBytes);
    Objects.checkFromIndexSize(to, count, newTarget.lengthBytes());
    if (count == 0) {
      return;
    }
    target = newTarget;
    sink = newTarget.cursor();
    source.moveTo(originBytes, from);
    sink.moveTo(newTarget.originBytes(), to);
    ByteBuffer raw = natives.isThere() ? newTarget.rawBytes() : null;
    if (raw != null) {
      // Throws if the user has closed the memory that the buffer stands for; native code would not.
      raw.get(0);
      sourceAddress = natives.addressOf(memory.bytes());
      targetAddress = natives.addressOf(raw);
    }
    for (long left = count; left > 0; ) {
      long copied = copyBlocks(left);
      left -= copied == 0 ? copyRun(left) : copied;
    }
    // Native code knew their addresses only, and those of the cursors' lists.
    Reference.reachabilityFence(raw);
    Reference.reachabilityFence(memory);
    Reference.reachabilityFence(source);
    Reference.reachabilityFence(sink);
    targetAddress = 0;
    target = null;
    sink = null;
  }

  private long copyRun(long left) {
    long length = Math.min(left, Math.min(source.leftInBlock(), sink.leftInBlock()));
    int piece = (int) Math.min(length, Integer.MAX_VALUE);
    target.unpackRun(sink.place(), memory, (int) source.place(), piece);
    source.skip(piece);
    sink.skip(piece);
    return piece;
  }

  /** Copies as many blocks as one loop can; returns how many bytes that were, perhaps none. */
  private long copyBlocks(long left) {
    long blockBytes = Math.min(source.leftInBlock(), sink.leftInBlock());
    long blocks =
        Math.min(
            Math.min(left / blockBytes, Integer.MAX_VALUE),
            Math.min(blocksOf(source, blockBytes), blocksOf(sink, blockBytes)));
    if (blocks < 2) {
      return 0;
    }
    if (targetAddress != 0
        && blocks >= MIN_NATIVE_BLOCKS
        && natives.copy(
            targetAddress, sink, sourceAddress, source, (int) blocks, (int) blockBytes)) {
      return passBoth((int) blocks, blockBytes);
    }
    if (!target.copiesElements(
        bitsOf(source, blockBytes) | bitsOf(sink, blockBytes) | blockBytes)) {
      return 0;
    }
    int listed = (int) Math.min(blocks, NativeBlocks.MAX_LISTED);
    list(source, listed, (int) blockBytes, natives.sourcePlaces());
    list(sink, listed, (int) blockBytes, natives.targetPlaces());
    BlockCopy.unpack(
        target.kind(),
        target.storage(),
        natives.targetPlaces(),
        listed,
        (int) blockBytes,
        memory,
        natives.sourcePlaces());
    return passBoth(listed, blockBytes);
  }

  private long passBoth(int blocks, long blockBytes) {
    pass(source, blocks, blockBytes);
    pass(sink, blocks, blockBytes);
    return blocks * blockBytes;
  }

  /** How many pieces of this length follow: whole blocks, or parts of a longer one. */
  private static long blocksOf(RunsCursor side, long blockBytes) {
    return side.leftInBlock() == blockBytes ? side.blocksLeft() : side.leftInBlock() / blockBytes;
  }

  private static long bitsOf(RunsCursor side, long blockBytes) {
    return side.leftInBlock() == blockBytes ? side.alignment() : side.place();
  }

  private void list(RunsCursor side, int blocks, int blockBytes, int[] into) {
    int shift = target.elementShift();
    if (side.leftInBlock() == blockBytes) {
      side.list(blocks, shift, into);
      return;
    }
    int at = (int) (side.place() >> shift);
    int step = blockBytes >> shift;
    for (int i = 0; i < blocks; i++) {
      into[i] = at + i * step;
    }
  }

  private static void pass(RunsCursor side, int blocks, long blockBytes) {
    if (side.leftInBlock() == blockBytes) {
      side.skipBlocks(blocks);
    } else {
      side.skip(blocks * blockBytes);
    }
  }
}
