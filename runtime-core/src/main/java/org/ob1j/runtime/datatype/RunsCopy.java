package org.ob1j.runtime.datatype;

import org.ob1j.runtime.memory.Memory;

/**
 * Copies a message whose data lies in runs of bytes in the user's buffer, beginning anywhere in it.
 * It goes from group to group and leaves each piece of a group to the copies of one {@link
 * Convertor}, whole blocks together. Not thread-safe.
 *
 * <pre>
 *   message:   [ element 0            ][ element 1            ] …
 *              [ group 0 ][ group 1   ]
 *              [b][b][b]
 *                 ▲ position: element, group, block, and the byte within it
 * </pre>
 */
final class RunsCopy {
  private final Convertor convertor;
  private Runs runs;
  private long elementBytes;
  private long extentBytes;

  /** The arguments of the copy that is under way. */
  private boolean packs;

  private Memory memory;
  private int offset;

  RunsCopy(Convertor convertor) {
    this.convertor = convertor;
  }

  /** Points to elements of a datatype that has data. */
  void prepare(TypeMap type, int count) {
    if (type.runs().isOneRun() && count > 1) {
      // Elements of one run are a group themselves.
      runs =
          new RunsBuilder()
              .add(type.runs().firstByte(), type.sizeBytes(), type.extentBytes(), count)
              .build();
    } else {
      runs = type.runs();
    }
    elementBytes = runs.sizeBytes();
    extentBytes = type.extentBytes();
  }

  /**
   * Copies.
   *
   * @param packing from the user's buffer to the memory, else the other way
   * @param origin where the first element has its origin, in bytes
   */
  void copy(boolean packing, long origin, long position, Memory memory, int offset, int count) {
    packs = packing;
    this.memory = memory;
    this.offset = offset;
    long element = position / elementBytes;
    long within = position - element * elementBytes;
    for (long left = count; left > 0; ) {
      long piece = Math.min(left, elementBytes - within);
      copyElement(origin + element * extentBytes, within, piece);
      left -= piece;
      within = 0;
      element++;
    }
    this.memory = null;
  }

  private void copyElement(long origin, long from, long length) {
    long position = from;
    long end = from + length;
    for (int group = from == 0 ? 0 : runs.groupOf(from); position < end; group++) {
      long groupEnd = Math.min(end, runs.start(group + 1));
      if (position == runs.start(group) && groupEnd == runs.start(group + 1)) {
        copyBlocks(
            origin + runs.first(group),
            (int) runs.block(group),
            runs.stride(group),
            (int) runs.count(group));
      } else {
        copyGroup(origin, group, position - runs.start(group), groupEnd - position);
      }
      position = groupEnd;
    }
  }

  /** The piece of a group may begin and end within a block. */
  private void copyGroup(long origin, int group, long from, long length) {
    long blockBytes = runs.block(group);
    long strideBytes = runs.stride(group);
    long block = from / blockBytes;
    long within = from - block * blockBytes;
    long at = origin + runs.first(group) + block * strideBytes;
    long left = length;
    if (within != 0) {
      int piece = (int) Math.min(left, blockBytes - within);
      copyRun(at + within, piece);
      left -= piece;
      at += strideBytes;
    }
    int blocks = (int) (left / blockBytes);
    if (blocks > 0) {
      copyBlocks(at, (int) blockBytes, strideBytes, blocks);
      left -= blocks * blockBytes;
      at += blocks * strideBytes;
    }
    if (left > 0) {
      copyRun(at, (int) left);
    }
  }

  private void copyBlocks(long at, int blockBytes, long strideBytes, int blocks) {
    if (convertor.copyBlocks(packs, at, blockBytes, strideBytes, blocks, memory, offset)) {
      offset += blocks * blockBytes;
    } else {
      for (int done = 0; done < blocks; done++) {
        copyRun(at + done * strideBytes, blockBytes);
      }
    }
  }

  private void copyRun(long at, int length) {
    if (packs) {
      convertor.packRun(at, memory, offset, length);
    } else {
      convertor.unpackRun(at, memory, offset, length);
    }
    offset += length;
  }
}
