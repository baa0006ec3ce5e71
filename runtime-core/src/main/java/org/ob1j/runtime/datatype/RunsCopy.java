package org.ob1j.runtime.datatype;

import org.ob1j.runtime.datatype.copy.BlockCopy;
import org.ob1j.runtime.datatype.copy.BufferKind;
import org.ob1j.runtime.datatype.copy.StagedBlocks;
import org.ob1j.runtime.datatype.layout.Runs;
import org.ob1j.runtime.datatype.layout.RunsBuilder;
import org.ob1j.runtime.datatype.layout.RunsCursor;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.memory.MemoryRegion;

/**
 * Copies a message whose data lies in runs of bytes in the user's buffer, beginning anywhere in it.
 * It goes from group to group and leaves each piece of a group to the copies of one {@link
 * Convertor}: whole blocks together, whose places it lists, however they stand. Not thread-safe.
 *
 * <pre>
 *   message:   [ element 0            ][ element 1            ] …
 *              [ group 0 ][ group 1   ]
 *              [b][b][b]
 *                 ▲ position: element, group, block, and the byte within it
 * </pre>
 */
final class RunsCopy {
  /** So many blocks are listed at a time; their places stay in the nearest cache. */
  private static final int BATCH = 256;

  private final int[] places = new int[BATCH];
  private final int[] memoryPlaces = new int[BATCH];
  private final StagedBlocks staged = new StagedBlocks();
  private final Convertor convertor;
  private TypeMap type;
  private int elements;
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
  void prepare(TypeMap newType, int count) {
    type = newType;
    elements = count;
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

  /** Where the message lies in a buffer; null if it is not known where that is. */
  MessageBlocks blocks(MemoryRegion buffer, long originBytes) {
    return buffer == null
        ? null
        : new MessageBlocks(
            new MemoryRegion(buffer.root(), buffer.offset() + originBytes), type, elements);
  }

  /** At no place yet. */
  RunsCursor cursor() {
    return RunsCursor.of(runs, extentBytes, 1);
  }

  /**
   * Copies, from group to group: what is left of a block, whole blocks together, and the beginning
   * of one. It is one method, which C2 does not inline for its length (see {@code
   * MethodLengthsTest}), as is {@link #copyBlocks}: else every path by which a message goes has all
   * of it, and is compiled for tenths of a second.
   *
   * @param packing from the user's buffer to the memory, else the other way
   * @param origin where the first element has its origin, in bytes
   */
  void copy(boolean packing, long origin, long position, Memory memory, int offset, int count) {
    packs = packing;
    this.memory = memory;
    this.offset = offset;
    long element = position / elementBytes;
    long at = position - element * elementBytes;
    long left = count;
    while (left > 0) {
      long elementOrigin = origin + element * extentBytes;
      long end = Math.min(at + left, elementBytes);
      left -= end - at;
      for (int group = at == 0 ? 0 : runs.groupOf(at); at < end; group++) {
        long groupStart = runs.start(group);
        long groupEnd = Math.min(end, runs.start(group + 1));
        long blockBytes = runs.block(group);
        long block = at == groupStart ? 0 : (at - groupStart) / blockBytes;
        long within = at - groupStart - block * blockBytes;
        if (within != 0) {
          int piece = (int) Math.min(groupEnd - at, blockBytes - within);
          copyRun(elementOrigin + runs.place(group, block) + within, piece);
          at += piece;
          block++;
        }
        if (groupEnd - at > blockBytes) {
          long blocks = (groupEnd - at) / blockBytes;
          copyBlocks(elementOrigin, group, block, blocks);
          at += blocks * blockBytes;
          block += blocks;
        }
        if (at < groupEnd) {
          copyRun(elementOrigin + runs.place(group, block), (int) (groupEnd - at));
          at = groupEnd;
        }
      }
      at = 0;
      element++;
    }
    this.memory = null;
  }

  private void copyBlocks(long origin, int group, long from, long blocks) {
    int blockBytes = (int) runs.block(group);
    if (!convertor.copiesElements(origin | runs.alignment(group) | offset)) {
      for (long block = from; block < from + blocks; block++) {
        copyRun(origin + runs.place(group, block), blockBytes);
      }
      return;
    }
    BufferKind kind = convertor.kind();
    Object storage = convertor.storage();
    int shift = kind.elementShift();
    boolean stages = StagedBlocks.suits(kind, blockBytes);
    for (long done = 0; done < blocks; ) {
      int batch = (int) Math.min(BATCH, blocks - done);
      runs.places(group, from + done, batch, origin, shift, places);
      if (stages && packs) {
        staged.pack(kind, storage, places, batch, blockBytes, memory, offset);
      } else if (stages) {
        staged.unpack(kind, storage, places, batch, blockBytes, memory, offset);
      } else if (packs) {
        BlockCopy.pack(kind, storage, places, batch, blockBytes, memory, offset);
      } else {
        listInMessage(batch, blockBytes >> shift, offset >> shift);
        BlockCopy.unpack(kind, storage, places, batch, blockBytes, memory, memoryPlaces);
      }
      offset += batch * blockBytes;
      done += batch;
    }
  }

  /** In a message blocks stand one behind the other. */
  private void listInMessage(int blocks, int length, int first) {
    for (int i = 0; i < blocks; i++) {
      memoryPlaces[i] = first + i * length;
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
