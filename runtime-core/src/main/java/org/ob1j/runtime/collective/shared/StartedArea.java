package org.ob1j.runtime.collective.shared;

import java.nio.Buffer;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.memory.SharedRegions;
import org.ob1j.runtime.memory.SharedRegions.Region;

/**
 * What the ranks of a communicator share for collectives that they start, little-endian. Those that
 * use the area are counted from 1; each takes the next row, and the first again after the last.
 *
 * <pre>
 *      0  rank 0: done (8) | left (8) | sleepers and doorbell (32)
 *    128  rank 1, …
 *         row 0: slot of rank 0: gift (8) | data (248)
 *                slot of rank 1, …
 *         row 1, …
 * </pre>
 *
 * A {@link StartedGift} tells the operation, and that what the rank gives to it is there.
 * <em>Done</em> is the last operation that the rank has read all of, as those before it, though it
 * may be told late. <em>Sleepers</em> and <em>doorbell</em> are those of {@link AreaDoorbells}.
 *
 * <pre>
 *   rank 0                                    rank 1
 *     | all have done what was in the row       |
 *     | writes its data                         | the same
 *     | its gift (release) ------------------&gt;  | looks for it (acquire)
 *     |                                         | reads the data
 *     |            &lt;--------------------------- | done (release)
 * </pre>
 *
 * Who reads compares words of other ranks, and copies at most as many bytes as it expects itself;
 * so nothing that a rank writes leads out of the area.
 */
class StartedArea {
  /** The most data that a rank gives to an operation. */
  static final int MOST_BYTES = 248;

  private static final int SLOT_BYTES = Long.BYTES + MOST_BYTES;

  /** A lone rank that starts many must get so far before others have to read. */
  private static final int MOST_ROWS = 256;

  /** There are fewer rows where there are many ranks. */
  private static final int MOST_SLOTS = 2048;

  private static final int RANK_BYTES = 128;
  private static final int LEFT_OFFSET = Long.BYTES;
  private static final int SLEEPERS_OFFSET = LEFT_OFFSET + Long.BYTES;

  private final Memory memory;
  private final int ranks;
  private final int rows;
  private final int rowsOffset;
  private final AreaDoorbells doorbells;

  /**
   * An area that all ranks have mapped.
   *
   * @param memory at least {@link #lengthBytes}, with zeros at first
   */
  StartedArea(Memory memory, int ranks) {
    this(memory, ranks, AreaDoorbells.ONCE);
  }

  StartedArea(Memory memory, int ranks, AreaDoorbells.Ringer ringer) {
    this.memory = memory;
    this.ranks = ranks;
    doorbells = new AreaDoorbells(memory, ranks, SLEEPERS_OFFSET, RANK_BYTES, ringer);
    rows = rows(ranks);
    rowsOffset = ranks * RANK_BYTES;
  }

  /** Makes the region of an area; null if there is no memory for it. */
  static Region create(SharedRegions regions, int ranks) {
    int lengthBytes = lengthBytes(ranks);
    return regions.create(lengthBytes, lengthBytes);
  }

  static int lengthBytes(int ranks) {
    return ranks * (RANK_BYTES + rows(ranks) * SLOT_BYTES);
  }

  private static int rows(int ranks) {
    return Integer.highestOneBit(Math.min(MOST_ROWS, MOST_SLOTS / ranks));
  }

  /** How many operations a rank may be ahead of the one that has done least. */
  int rows() {
    return rows;
  }

  private int slot(int number, int rank) {
    return rowsOffset + ((number & rows - 1) * ranks + rank) * SLOT_BYTES;
  }

  /** Where a rank's data is in an operation. */
  int data(int number, int rank) {
    return slot(number, rank) + Long.BYTES;
  }

  /** What a rank has given to an operation, or to the one that had the row before. */
  long gift(int number, int rank) {
    return memory.getLongAcquire(slot(number, rank));
  }

  /** This rank has given. */
  void give(int number, int rank, long gift) {
    memory.putLongRelease(slot(number, rank), gift);
  }

  /** The last operation that a rank has told to have done. */
  int done(int rank) {
    return (int) memory.getLongAcquire(rank * RANK_BYTES);
  }

  /** This rank reads nothing of an operation, or of one before it, any more. */
  void done(int rank, int number) {
    memory.putLongRelease(rank * RANK_BYTES, number);
  }

  /** This rank uses the area no more. */
  void leave(int rank) {
    memory.putLongRelease(rank * RANK_BYTES + LEFT_OFFSET, 1);
  }

  /** Whether nobody uses the area any more. */
  boolean isLeft() {
    boolean isLeft = true;
    for (int rank = 0; rank < ranks; rank++) {
      isLeft &= memory.getLongAcquire(rank * RANK_BYTES + LEFT_OFFSET) != 0;
    }
    return isLeft;
  }

  /** Who sleeps. */
  AreaDoorbells doorbells() {
    return doorbells;
  }

  /** As {@link Memory#viewFor}. */
  Buffer viewFor(Object storage) {
    return memory.viewFor(storage);
  }
}
