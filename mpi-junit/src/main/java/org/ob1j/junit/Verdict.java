package org.ob1j.junit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Makes one verdict of what became of the ranks. */
final class Verdict {
  private Verdict() {}

  /** What a test throws whose job came to this; null if it has passed. */
  static Throwable of(String test, int timeoutSeconds, RankJob.Result result) {
    List<Optional<RankOutcome>> outcomes = result.outcomes();
    int ranks = outcomes.size();
    if (result.timedOut()) {
      return new AssertionFailedError(
          String.format(
              "%s did not end within %d s%n%s%s",
              test, timeoutSeconds, byRank(outcomes), launcher(result)));
    }
    long failed = count(outcomes, RankOutcome.Kind.FAILED);
    if (failed > 0) {
      return new AssertionFailedError(
          String.format("%s failed on %d of %d ranks%n%s", test, failed, ranks, byRank(outcomes)));
    }
    if (count(outcomes, RankOutcome.Kind.ABORTED) > 0) {
      return new TestAbortedException(String.format("%s%n%s", test, byRank(outcomes)));
    }
    if (count(outcomes, RankOutcome.Kind.PASSED) < ranks || result.exitCode() != 0) {
      return new AssertionFailedError(
          String.format(
              "%s: mpirun ended with exit code %d%n%s%s",
              test, result.exitCode(), byRank(outcomes), launcher(result)));
    }
    return null;
  }

  private static long count(List<Optional<RankOutcome>> outcomes, RankOutcome.Kind kind) {
    return outcomes.stream().filter(o -> o.isPresent() && o.get().kind() == kind).count();
  }

  /** The outcomes, each once with the ranks that have it: a failure is often that of all. */
  private static String byRank(List<Optional<RankOutcome>> outcomes) {
    Map<Optional<RankOutcome>, StringJoiner> ranks = new LinkedHashMap<>();
    for (int rank = 0; rank < outcomes.size(); rank++) {
      ranks
          .computeIfAbsent(outcomes.get(rank), outcome -> new StringJoiner(", rank ", "rank ", ""))
          .add(String.valueOf(rank));
    }
    StringBuilder text = new StringBuilder();
    ranks.forEach(
        (outcome, who) ->
            text.append("--- " + who + ": " + describe(outcome).stripTrailing() + "\n"));
    return text.toString();
  }

  private static String describe(Optional<RankOutcome> outcome) {
    if (outcome.isEmpty()) {
      return "left no outcome";
    }
    String text = outcome.get().text();
    switch (outcome.get().kind()) {
      case FAILED:
        return "failed\n" + text;
      case ABORTED:
        return "aborted\n" + text;
      case UNFINISHED:
        return "was ended, or ended itself, here\n" + text;
      default:
        return "passed";
    }
  }

  private static String launcher(RankJob.Result result) {
    return "--- standard error of mpirun and the ranks\n" + result.errors();
  }
}
