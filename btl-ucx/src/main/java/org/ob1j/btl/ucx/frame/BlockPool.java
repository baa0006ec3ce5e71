package org.ob1j.btl.ucx.frame;

import java.util.ArrayDeque;
import org.ob1j.btl.ucx.shim.Shim;
import org.ob1j.runtime.memory.Memory;

/**
 * Lends blocks for frames: short ones, cut from larger pieces of memory, others as long as the
 * longest eager frame, and some as long as the longest frame of all.
 */
public final class BlockPool {
  public static final int SHORT_BYTES = 2 << 10;

  private static final int SHORT_PER_CHUNK = 64;

  /** More that are free, of the others, are left to the garbage collector. */
  private static final int MAX_FREE = 32;

  private final int eagerBytes;
  private final int longBytes;
  private final ArrayDeque<Block> freeShort = new ArrayDeque<>();
  private final ArrayDeque<Block> freeEager = new ArrayDeque<>();
  private final ArrayDeque<Block> freeLong = new ArrayDeque<>();
  private int lentCount;

  public BlockPool(int eagerLimit, int maxSendSize) {
    eagerBytes = FramePrefix.BYTES + eagerLimit;
    longBytes = FramePrefix.BYTES + maxSendSize;
  }

  /** How many are lent. */
  public int lentCount() {
    return lentCount;
  }

  public Block take(int lengthBytes) {
    lentCount++;
    if (lengthBytes <= SHORT_BYTES) {
      return takeShort();
    }
    return lengthBytes <= eagerBytes ? take(freeEager, eagerBytes) : take(freeLong, longBytes);
  }

  private Block takeShort() {
    if (freeShort.isEmpty()) {
      cutShort();
    }
    return freeShort.pop();
  }

  private static Block take(ArrayDeque<Block> free, int capacityBytes) {
    Block block = free.poll();
    if (block != null) {
      return block;
    }
    Memory memory = Memory.allocate(capacityBytes);
    return new Block(memory, 0, Shim.ob1j_address_of(memory.bytes()), capacityBytes);
  }

  public void give(Block block) {
    lentCount--;
    if (block.capacityBytes() == SHORT_BYTES) {
      freeShort.push(block);
      return;
    }
    ArrayDeque<Block> free = block.capacityBytes() == eagerBytes ? freeEager : freeLong;
    if (free.size() < MAX_FREE) {
      free.push(block);
    }
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
