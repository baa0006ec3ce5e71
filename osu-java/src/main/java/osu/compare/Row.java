package osu.compare;

import java.util.List;

/**
 * A line of the comparison.
 *
 * @param name what {@code --rows} selects it by
 * @param transport what the messages travel over
 * @param title what is measured
 * @param loop the benchmark
 * @param bytes the message size
 * @param buffers where messages lie: array, heap or direct
 * @param ranks how many ranks run; in a benchmark of two the others are silent
 * @param work how much is run
 * @param reference whose figure ob1j is held against
 * @param target the ratio to the reference that must be reached: at least, or at most, as the
 *     loop's figure says
 * @param alsoShown contenders that are measured and shown, but not judged by
 * @param parameters ob1j's, as names and values in turn; {@link Contender#OB1J_PLAIN} has none
 * @param options of the benchmark beyond those of every row; {@link Contender#OB1J_PLAIN} has none
 */
record Row(
    String name,
    Transport transport,
    String title,
    Loop loop,
    int bytes,
    String buffers,
    int ranks,
    Work work,
    Contender reference,
    double target,
    List<Contender> alsoShown,
    List<String> parameters,
    List<String> options) {

  /** A row without parameters and options of its own. */
  Row(
      String name,
      Transport transport,
      String title,
      Loop loop,
      int bytes,
      String buffers,
      int ranks,
      Work work,
      Contender reference,
      double target,
      List<Contender> alsoShown) {
    this(
        name, transport, title, loop, bytes, buffers, ranks, work, reference, target, alsoShown,
        List.of(), List.of());
  }

  /** More ranks than the two that are pinned to a core each. */
  boolean crowded() {
    return ranks > 2;
  }

  /** Whether there are ranks that take no part in what is timed. */
  boolean hasSilentRanks() {
    return crowded() && !loop.busyOnAllRanks();
  }
}
