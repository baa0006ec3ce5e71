package org.ob1j.runtime.control.message;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A group of ranks, as runs of ranks that follow one another: groups mostly have few of those.
 *
 * <pre>
 *   number of runs (4) | first rank (4), how many (4) | …
 * </pre>
 *
 * @param runs in ascending order, each as long as it can be; at least one
 */
public record RankRanges(List<Run> runs) {
  /** So many ranks from the first on. */
  public record Run(int first, int count) {
    private int end() {
      return first + count;
    }
  }

  private static final int RUN_BYTES = 2 * Integer.BYTES;

  /** So many runs fit into a message. */
  public static final int MAX_RUNS = (ControlCodec.MAX_BODY_BYTES - RUN_BYTES) / RUN_BYTES;

  public RankRanges {
    runs = List.copyOf(runs);
  }

  /**
   * The group of these ranks.
   *
   * @param ranks at least one, in any order
   */
  public static RankRanges of(int[] ranks) {
    int[] sorted = Arrays.stream(ranks).sorted().distinct().toArray();
    List<Run> runs = new ArrayList<>();
    int begin = 0;
    for (int i = 1; i <= sorted.length; i++) {
      if (i == sorted.length || sorted[i] != sorted[i - 1] + 1) {
        runs.add(new Run(sorted[begin], i - begin));
        begin = i;
      }
    }
    return new RankRanges(runs);
  }

  public int size() {
    return runs.stream().mapToInt(Run::count).sum();
  }

  public int first() {
    return runs.get(0).first();
  }

  public int last() {
    return runs.get(runs.size() - 1).end() - 1;
  }

  public boolean contains(int rank) {
    return runs.stream().anyMatch(run -> run.first() <= rank && rank < run.end());
  }

  /** The ranks in ascending order. */
  public int[] ranks() {
    int[] ranks = new int[size()];
    int at = 0;
    for (Run run : runs) {
      for (int rank = run.first(); rank < run.end(); rank++) {
        ranks[at++] = rank;
      }
    }
    return ranks;
  }

  void write(ByteBuffer body) {
    body.putInt(runs.size());
    runs.forEach(run -> body.putInt(run.first()).putInt(run.count()));
  }

  static RankRanges read(ByteBuffer body) throws ControlProtocolException {
    int count =
        ControlCodec.ranged(
            "a count of runs of ranks", body.getInt(), 1, body.remaining() / RUN_BYTES);
    List<Run> runs = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < count; i++) {
      // A run that follows another at once would be another name of the same group.
      int first = ControlCodec.atLeast("the first rank of a run", body.getInt(), next);
      int most = Integer.MAX_VALUE - first;
      Run run = new Run(first, ControlCodec.ranged("a count of ranks", body.getInt(), 1, most));
      runs.add(run);
      next = run.end() + 1;
    }
    return new RankRanges(runs);
  }
}
