package org.ob1j.runtime.progress;

import java.util.Arrays;

/**
 * Polls the transports for whoever waits.
 *
 * <p>Thread rules: below THREAD_MULTIPLE the caller's thread does the polling. Callbacks that run
 * inside {@link #poll} do not poll again: an inner call returns 0 at once, because a transport that
 * is entered again while it delivers would deliver the same fragment twice.
 */
public final class ProgressEngine {
  private Progressable[] progressables = new Progressable[0];
  private boolean polling;
  private final WaitPolicy waitPolicy;
  private Runnable longIdleAction = () -> {};

  public ProgressEngine(WaitPolicy waitPolicy) {
    this.waitPolicy = waitPolicy;
  }

  /** Adds something to poll; it is polled after those added before. */
  public void register(Progressable progressable) {
    Progressable[] longer = Arrays.copyOf(progressables, progressables.length + 1);
    longer[progressables.length] = progressable;
    progressables = longer;
  }

  /** Stops polling something. */
  public void unregister(Progressable progressable) {
    progressables =
        Arrays.stream(progressables).filter(p -> p != progressable).toArray(Progressable[]::new);
  }

  /** Polls everything once; returns the number of events handled. */
  public int poll() {
    if (polling) {
      return 0;
    }
    polling = true;
    int events = 0;
    try {
      for (Progressable progressable : progressables) {
        events += progressable.progress();
      }
    } finally {
      polling = false;
    }
    return events;
  }

  /**
   * Polls once on behalf of a waiting caller, and idles as the wait policy says if nothing came.
   */
  public void pollOrIdle() {
    if (poll() != 0) {
      waitPolicy.busy();
    } else if (waitPolicy.idle()) {
      longIdleAction.run();
    }
  }

  /** Polls once on behalf of a caller that comes again by itself; true if something came. */
  public boolean pollOrAct() {
    boolean moved = poll() != 0;
    if (!moved) {
      longIdleAction.run();
    }
    return moved;
  }

  /**
   * What the waiting thread runs now and then once a wait is long, and whoever polls without
   * waiting whenever nothing came. It must be short and not wait itself.
   */
  public void setLongIdleAction(Runnable action) {
    longIdleAction = action;
  }

  /** How long the wait has been long by now, in nanoseconds; −1 if nobody waits for long. */
  public long longIdleNanos() {
    return waitPolicy.longIdleNanos();
  }
}
