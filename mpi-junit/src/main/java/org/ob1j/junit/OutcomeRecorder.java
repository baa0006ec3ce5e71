package org.ob1j.junit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Writes a rank's outcome, once: the first one counts. */
final class OutcomeRecorder {
  /**
   * When a rank is ended, others have failed. If it is about to fail, too, it shall be heard;
   * mpirun leaves it a second.
   */
  private static final long LAST_WORDS_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  private final Path folder;
  private final int rank;
  private boolean recorded;

  OutcomeRecorder(Path folder, int rank) {
    this.folder = folder;
    this.rank = rank;
  }

  /** Records the stacks when the JVM ends without another outcome. */
  void watch(Thread testThread) {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> recordUnfinished(testThread), "ob1j outcome"));
  }

  synchronized void record(RankOutcome outcome) {
    if (recorded) {
      return;
    }
    try {
      outcome.write(folder, rank);
    } catch (IOException failed) {
      // The test JVM sees that there is no outcome and shows what ranks print.
      System.err.println("rank " + rank + " cannot write its outcome: " + failed);
      System.err.println(outcome.text());
    }
    recorded = true;
    notifyAll();
  }

  private synchronized void recordUnfinished(Thread testThread) {
    String stacks = Stacks.ofThreads(testThread);
    // A test that exits has no more to say, and while this JVM lingers others may take it for lost.
    boolean exits = stacks.contains("at java.lang.Runtime.exit(");
    long waitNanos = exits ? 0 : LAST_WORDS_NANOS;
    long deadline = System.nanoTime() + waitNanos;
    try {
      for (long left = waitNanos; left > 0 && !recorded; left = deadline - System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    if (!recorded) {
      record(new RankOutcome(RankOutcome.Kind.UNFINISHED, stacks));
    }
  }
}
