package org.ob1j.runtime.collective.shared;

import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.progress.DoorbellAddress;

/**
 * What the ranks of a communicator share for its collectives, little-endian. Operations are counted
 * from 1; each uses the next of four sets for its data.
 *
 * <pre>
 *      0  rank 0: gift in set 0 (8) | 1 | 2 | 3 | by messages (8) | left (8) | sleepers (8)
 *                      | doorbell: process (8) | inode (8) | descriptor (8)
 *    128  rank 1, …
 *         set 0: blocks of the ranks, one behind the other, or one block for all
 *         set 1, 2, 3
 * </pre>
 *
 * A {@link Gift} tells the operation, and that what the rank gives in it is there. <em>By
 * messages</em> counts operations of too much data. <em>Sleepers</em> has a bit for each rank that
 * waits for this one, and is to be woken at its <em>doorbell</em>.
 *
 * <pre>
 *   rank 0                                   rank 1
 *     | all have come to the operation         |
 *     |   three before: the set is free        |
 *     | writes its block                       | the same
 *     | its gift (release) ------------------> | waits for it (acquire)
 *     |                                        | reads the block
 * </pre>
 *
 * Who waits reads words of other ranks, compares them, and copies as many bytes as it expects
 * itself; so nothing that a rank writes leads out of the area.
 */
public final class SharedArea extends SharedPlaces {
  /** The most ranks that can have one: each has a bit of a word. */
  public static final int MOST_RANKS = Long.SIZE;

  /** A rank that others do not wait for may be so many operations ahead, less one. */
  static final int SETS = 4;

  private static final int RANK_BYTES = 128;
  private static final int BY_MESSAGES_OFFSET = SETS * Long.BYTES;
  private static final int LEFT_OFFSET = BY_MESSAGES_OFFSET + Long.BYTES;
  private static final int SLEEPERS_OFFSET = LEFT_OFFSET + Long.BYTES;
  private static final int PROCESS_OFFSET = SLEEPERS_OFFSET + Long.BYTES;
  private static final int INODE_OFFSET = PROCESS_OFFSET + Long.BYTES;
  private static final int DESCRIPTOR_OFFSET = INODE_OFFSET + Long.BYTES;

  private final int ranks;
  private final int setBytes;
  private final int setsOffset;

  /**
   * An area that all ranks have mapped.
   *
   * @param memory at least {@link #lengthBytes}; zeros at first
   * @param setBytes what the data of one operation may take, a multiple of 8
   */
  public SharedArea(Memory memory, int ranks, int setBytes) {
    super(memory);
    this.ranks = ranks;
    this.setBytes = setBytes;
    setsOffset = setsOffset(ranks);
  }

  /** How long an area is. */
  public static int lengthBytes(int ranks, int setBytes) {
    return setsOffset(ranks) + SETS * setBytes;
  }

  /** What the data of one operation may take in an area of some length; negative for none. */
  static int setBytes(int ranks, int lengthBytes) {
    return (lengthBytes - setsOffset(ranks)) / SETS & -Long.BYTES;
  }

  private static int setsOffset(int ranks) {
    return ranks * RANK_BYTES;
  }

  private static int lineOf(int rank) {
    return rank * RANK_BYTES;
  }

  /** What the data of one operation may take. */
  int setBytes() {
    return setBytes;
  }

  /** Where the data of an operation begins. */
  int set(int number) {
    return setsOffset + (number & SETS - 1) * setBytes;
  }

  /** This rank has come to an operation, and given. */
  void give(int rank, int number, long gift) {
    memory.putLongRelease(lineOf(rank) + (number & SETS - 1) * Long.BYTES, gift);
  }

  /** What a rank has given in an operation, or four, eight, … before it. */
  long gift(int rank, int number) {
    return memory.getLongAcquire(lineOf(rank) + (number & SETS - 1) * Long.BYTES);
  }

  /** This rank has come to so many operations that go by messages. */
  void goByMessages(int rank, long count) {
    memory.putLongRelease(lineOf(rank) + BY_MESSAGES_OFFSET, count);
  }

  long byMessages(int rank) {
    return memory.getLongAcquire(lineOf(rank) + BY_MESSAGES_OFFSET);
  }

  /** This rank uses the area no more. */
  void leave(int rank) {
    memory.putLongRelease(lineOf(rank) + LEFT_OFFSET, 1);
  }

  /** Whether nobody uses the area any more. */
  public boolean isLeft() {
    boolean isLeft = true;
    for (int rank = 0; rank < ranks; rank++) {
      isLeft &= memory.getLongAcquire(lineOf(rank) + LEFT_OFFSET) != 0;
    }
    return isLeft;
  }

  /** Whether some ranks wait for this one, and are to be woken. */
  boolean hasSleepers(int rank) {
    return memory.getLong(lineOf(rank) + SLEEPERS_OFFSET) != 0;
  }

  /** Asks a rank to wake this one, at this doorbell, when it gives next. */
  void askToBeWoken(int rank, DoorbellAddress doorbell, int by) {
    memory.putLong(lineOf(rank) + PROCESS_OFFSET, doorbell.processId());
    memory.putLong(lineOf(rank) + INODE_OFFSET, doorbell.inode());
    memory.putLong(lineOf(rank) + DESCRIPTOR_OFFSET, doorbell.descriptor());
    memory.getAndBitwiseOrLong(lineOf(by) + SLEEPERS_OFFSET, 1L << rank);
  }

  /** Where a rank that has asked is to be woken. */
  DoorbellAddress doorbell(int rank) {
    return new DoorbellAddress(
        memory.getLong(lineOf(rank) + PROCESS_OFFSET),
        (int) memory.getLong(lineOf(rank) + DESCRIPTOR_OFFSET),
        memory.getLong(lineOf(rank) + INODE_OFFSET));
  }

  /** Whether a rank that was asked has not promised yet to wake this one. */
  boolean isAsking(int rank, int by) {
    return (memory.getLongVolatile(lineOf(by) + SLEEPERS_OFFSET) >> rank & 1) != 0;
  }

  /** Takes the question back. The other may have seen it, and rings for nothing then. */
  void stopAsking(int rank, int by) {
    memory.getAndBitwiseAndLong(lineOf(by) + SLEEPERS_OFFSET, ~(1L << rank));
  }

  /** Promises to wake all ranks that ask this one; a bit for each. */
  long takeSleepers(int rank) {
    return memory.getAndSetLong(lineOf(rank) + SLEEPERS_OFFSET, 0);
  }
}
