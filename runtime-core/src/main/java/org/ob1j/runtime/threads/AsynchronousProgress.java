package org.ob1j.runtime.threads;

import java.util.concurrent.locks.LockSupport;

/**
 * A thread that polls while the user's threads compute, so that long messages get on meanwhile
 * (source: "BFO, asynchronous progress over multiple NICs"). It takes the progress role only when
 * no thread of the user has polled for a moment, and gives it back when one wants it.
 */
public final class AsynchronousProgress implements AutoCloseable {
  /**
   * A look costs some ten microseconds, and the thread that computes its caches now and then. To
   * sleep until a message rings instead takes longer beside a thread that computes: who was woken
   * gets the core later than who has waited for the clock.
   */
  private static final long LOOK_NANOS = 3_000_000;

  /**
   * The next step of a message that is under way comes sooner than this, as a rule, even if a peer
   * must be woken for it and finds its core taken.
   */
  private static final long LINGER_NANOS = 4_000_000;

  private final SharedProgress progress;
  private final Thread thread = new Thread(this::run, "ob1j progress");
  private volatile boolean stopped;

  private AsynchronousProgress(SharedProgress progress) {
    this.progress = progress;
  }

  static AsynchronousProgress start(SharedProgress progress) {
    AsynchronousProgress made = new AsynchronousProgress(progress);
    made.thread.setDaemon(true);
    made.thread.start();
    return made;
  }

  private void run() {
    long seenPolls = progress.userPolls();
    while (!stopped) {
      LockSupport.parkNanos(this, LOOK_NANOS);
      long polls = progress.userPolls();
      if (polls == seenPolls && !stopped) {
        progress.pollInBackground(LINGER_NANOS);
      }
      seenPolls = polls;
    }
  }

  /** Ends the thread; it polls no more when this returns. */
  @Override
  public void close() {
    stopped = true;
    LockSupport.unpark(thread);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
