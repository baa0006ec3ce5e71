package org.ob1j.launcher.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/** What a program writes on standard error, as far as it may say why it fails. For any thread. */
final class LastWords {
  /** The first lines tell what went wrong, the last what came of it. */
  private static final int FIRST = 2;

  private static final int LAST = 12;

  /** Of the last ones, so many go into a message. */
  private static final int SHOWN = 2;

  /** What Slurm says of clusters that work: no reason, unless there is no other. */
  private static final String NOISE = "cluster configuration lacks support for cpu binding";

  private final List<String> first = new ArrayList<>();
  private final Deque<String> last = new ArrayDeque<>();

  synchronized void add(String line) {
    String words = line.strip();
    if (words.isEmpty()) {
      return;
    }
    if (first.size() < FIRST) {
      first.add(words);
      return;
    }
    last.add(words);
    if (last.size() > LAST) {
      last.remove();
    }
  }

  /** The lines that are kept. */
  synchronized List<String> lines() {
    List<String> all = new ArrayList<>(first);
    all.addAll(last);
    return all;
  }

  /** Those of the lines that count, in one line that is not long; empty if there are none. */
  static String text(List<String> lines) {
    Predicate<String> isNoise = line -> line.contains(NOISE);
    List<String> reasons = lines.stream().filter(isNoise.negate()).distinct().toList();
    List<String> shown = reasons.isEmpty() ? lines.stream().distinct().toList() : reasons;
    if (shown.size() <= FIRST + SHOWN) {
      return String.join("; ", shown);
    }
    return String.join("; ", shown.subList(0, FIRST))
        + "; ...; "
        + String.join("; ", shown.subList(shown.size() - SHOWN, shown.size()));
  }
}
