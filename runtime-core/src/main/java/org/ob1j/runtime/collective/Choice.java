package org.ob1j.runtime.collective;

import java.util.List;

/**
 * What a table of {@link AlgorithmTable} says for one number of ranks, for a communicator that asks
 * in each call: the table is looked through only when the length leaves the range of the last
 * answer. Asked by one thread at a time.
 *
 * @param <A> the algorithms
 */
final class Choice<A> {
  private final List<AlgorithmTable.Row<A>> rows;
  private final int ranks;
  private A algorithm;

  /** The answer is for more bytes than these … */
  private long aboveBytes;

  /** … and at most so many. */
  private long maxBytes = -1;

  /**
   * Of the rows, those for so many ranks, and for operands that may change places. Most
   * communicators never ask most tables, so nothing is looked for yet.
   */
  Choice(List<AlgorithmTable.Row<A>> rows, int ranks) {
    this.rows = rows;
    this.ranks = ranks;
  }

  A of(long bytes) {
    return bytes <= maxBytes && bytes > aboveBytes ? algorithm : look(bytes);
  }

  private A look(long bytes) {
    aboveBytes = -1;
    for (AlgorithmTable.Row<A> row : rows) {
      if (row.fits(0, ranks, true)) {
        if (bytes <= row.maxBytes()) {
          maxBytes = row.maxBytes();
          algorithm = row.algorithm();
          return algorithm;
        }
        aboveBytes = Math.max(aboveBytes, row.maxBytes());
      }
    }
    throw new IllegalStateException(
        "the table has no row for " + bytes + " bytes and " + ranks + " ranks");
  }
}
