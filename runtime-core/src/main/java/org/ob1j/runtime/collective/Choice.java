package org.ob1j.runtime.collective;

import java.util.ArrayList;
import java.util.List;

/**
 * What a table of {@link AlgorithmTable} says for one number of ranks, for a communicator that asks
 * in each call: the table is looked through only when the length leaves the range of the last
 * answer. Asked by one thread at a time.
 *
 * @param <A> the algorithms
 */
final class Choice<A> {
  private final List<AlgorithmTable.Row<A>> rows = new ArrayList<>();
  private A algorithm;

  /** The answer is for more bytes than these … */
  private long aboveBytes;

  /** … and at most so many. */
  private long maxBytes = -1;

  /** Of the rows, those for so many ranks, and for operands that may change places. */
  Choice(List<AlgorithmTable.Row<A>> rows, int ranks) {
    for (AlgorithmTable.Row<A> row : rows) {
      if (row.fits(0, ranks, true)) {
        this.rows.add(row);
      }
    }
  }

  A of(long bytes) {
    return bytes <= maxBytes && bytes > aboveBytes ? algorithm : look(bytes);
  }

  private A look(long bytes) {
    aboveBytes = -1;
    int i = 0;
    while (bytes > rows.get(i).maxBytes()) {
      aboveBytes = Math.max(aboveBytes, rows.get(i).maxBytes());
      i++;
    }
    maxBytes = rows.get(i).maxBytes();
    algorithm = rows.get(i).algorithm();
    return algorithm;
  }
}
