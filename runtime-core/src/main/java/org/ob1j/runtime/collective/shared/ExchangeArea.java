package org.ob1j.runtime.collective.shared;

import org.ob1j.runtime.memory.Memory;

/**
 * Where the ranks of a communicator put the blocks of an allToAll for each other.
 *
 * <pre>
 *   set 0   part of rank 0: blocks for rank 0, 1, 2, …
 *           part of rank 1, …
 *   set 1   the same
 * </pre>
 *
 * Operations use the sets in turn: who writes into one knows that all ranks have come to the
 * operation before, and so have done with what the set had.
 */
final class ExchangeArea extends SharedPlaces {
  private static final int SETS = 2;

  private final int ranks;
  private final int partBytes;

  /**
   * An area that all ranks have mapped.
   *
   * @param memory at least {@link #lengthBytes}
   * @param partBytes what a rank may put there in one operation, a multiple of 8
   */
  ExchangeArea(Memory memory, int ranks, int partBytes) {
    super(memory);
    this.ranks = ranks;
    this.partBytes = partBytes;
  }

  /** How long an area is. */
  static int lengthBytes(int ranks, int partBytes) {
    return SETS * ranks * partBytes;
  }

  int partBytes() {
    return partBytes;
  }

  /** Where a rank's part begins in an operation. */
  int part(int number, int rank) {
    return ((number & SETS - 1) * ranks + rank) * partBytes;
  }
}
