package org.ob1j.pml;

import java.util.ArrayDeque;
import org.ob1j.runtime.memory.Memory;

/**
 * Memory for payloads of unexpected messages, in blocks whose lengths are powers of two. Blocks are
 * carved out of larger pieces and used again; the pieces live as long as the pool.
 */
final class BlockPool {
  private static final int SMALLEST_SHIFT = 6;
  private static final int CLASSES = 26;
  private static final int PIECE_BYTES = 64 * 1024;

  /** A part of some memory. */
  static final class Block {
    private final Memory memory;
    private final int offset;
    private final int sizeClass;

    private Block(Memory memory, int offset, int sizeClass) {
      this.memory = memory;
      this.offset = offset;
      this.sizeClass = sizeClass;
    }

    Memory memory() {
      return memory;
    }

    int offset() {
      return offset;
    }

    int lengthBytes() {
      return sizeOf(sizeClass);
    }
  }

  private final java.util.List<ArrayDeque<Block>> free = new java.util.ArrayList<>();

  BlockPool() {
    for (int i = 0; i < CLASSES; i++) {
      free.add(new ArrayDeque<>());
    }
  }

  /** A block of at least this many bytes. */
  Block take(int lengthBytes) {
    int sizeClass = classFor(lengthBytes);
    ArrayDeque<Block> blocks = free.get(sizeClass);
    if (blocks.isEmpty()) {
      carve(sizeClass, blocks);
    }
    return blocks.pop();
  }

  public void give(Block block) {
    free.get(block.sizeClass).push(block);
  }

  private static void carve(int sizeClass, ArrayDeque<Block> blocks) {
    int size = sizeOf(sizeClass);
    Memory piece = Memory.allocate(Math.max(size, PIECE_BYTES));
    for (int offset = 0; offset < piece.capacity(); offset += size) {
      blocks.push(new Block(piece, offset, sizeClass));
    }
  }

  private static int sizeOf(int sizeClass) {
    return 1 << sizeClass + SMALLEST_SHIFT;
  }

  private static int classFor(int lengthBytes) {
    int bits = 32 - Integer.numberOfLeadingZeros(Math.max(lengthBytes, 1) - 1);
    return Math.max(0, bits - SMALLEST_SHIFT);
  }
}
