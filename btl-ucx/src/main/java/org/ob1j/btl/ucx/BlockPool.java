package org.ob1j.btl.ucx;

import java.util.ArrayDeque;
import org.ob1j.runtime.memory.Memory;

/**
 * Lends blocks for frames: short ones, cut from larger pieces of memory, and some as long as the
 * longest frame.
 */
final class BlockPool {
  static final int SHORT_BYTES = 2 << 10;

  private static final int SHORT_PER_CHUNK = 64;

  /** More long ones that are free are left to the garbage collector. */
  private static final int MAX_FREE_LONG = 32;

  private final int longBytes;
  private final ArrayDeque<Block> freeShort = new ArrayDeque<>();
  private final ArrayDeque<Block> freeLong = new ArrayDeque<>();
  private int lentCount;

  BlockPool(int longBytes) {
    this.longBytes = longBytes;
  }

  /** How many are lent. */
  int lentCount() {
    return lentCount;
  }

  Block take(int lengthBytes) {
    lentCount++;
    if (lengthBytes > SHORT_BYTES) {
      Block block = freeLong.poll();
      return block != null ? block : newLong();
    }
    if (freeShort.isEmpty()) {
      cutShort();
    }
    return freeShort.pop();
  }

  void give(Block block) {
    lentCount--;
    if (block.capacityBytes() == SHORT_BYTES) {
      freeShort.push(block);
    } else if (freeLong.size() < MAX_FREE_LONG) {
      freeLong.push(block);
    }
  }

  private Block newLong() {
    Memory memory = Memory.allocate(longBytes);
    return new Block(memory, 0, Shim.ob1j_address_of(memory.bytes()), longBytes);
  }

  private void cutShort() {
    Memory chunk = Memory.allocate(SHORT_PER_CHUNK * SHORT_BYTES);
    long address = Shim.ob1j_address_of(chunk.bytes());
    for (int i = SHORT_PER_CHUNK - 1; i >= 0; i--) {
      int offset = i * SHORT_BYTES;
      freeShort.push(new Block(chunk, offset, address + offset, SHORT_BYTES));
    }
  }
}
