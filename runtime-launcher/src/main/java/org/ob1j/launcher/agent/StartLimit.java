package org.ob1j.launcher.agent;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * How long an agent may take until it is connected. Whoever has started it may be gone without that
 * its standard input ends: the network between them is cut.
 */
final class StartLimit {
  /** What the start script says, in seconds. */
  static final String PROPERTY = "ob1j.startup.seconds";

  private static final int DEFAULT_SECONDS = 60;

  private final int seconds;
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile String awaited;

  private StartLimit(int seconds, String awaited) {
    this.seconds = seconds;
    this.awaited = awaited;
  }

  /** The limit that this agent was started with. */
  static int ownSeconds() {
    return Integer.getInteger(PROPERTY, DEFAULT_SECONDS);
  }

  /**
   * Counts from now on.
   *
   * @param awaited what is waited for first
   * @param giveUp is told, in words, what was waited for when the limit is over, on a thread of its
   *     own
   */
  static StartLimit begin(int seconds, String awaited, Consumer<String> giveUp) {
    StartLimit limit = new StartLimit(seconds, awaited);
    Thread thread = new Thread(() -> limit.count(giveUp), "start limit");
    thread.setDaemon(true);
    thread.start();
    return limit;
  }

  /** What is waited for from now on. */
  void awaits(String what) {
    awaited = what;
  }

  /** Nothing is waited for any more. */
  void end() {
    done.countDown();
  }

  private void count(Consumer<String> giveUp) {
    try {
      if (!done.await(seconds, TimeUnit.SECONDS)) {
        giveUp.accept(
            "an agent of ob1j has waited "
                + seconds
                + " s (--mca plm_startup_timeout) for "
                + awaited);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
