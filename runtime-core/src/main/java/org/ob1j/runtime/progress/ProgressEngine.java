package org.ob1j.runtime.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Polls the transports for whoever waits.
 *
 * <p>Thread rules: below THREAD_MULTIPLE the caller's thread does the polling. Callbacks that run
 * inside {@link #poll} do not poll again: an inner call returns 0 at once, because a transport that
 * is entered again while it delivers would deliver the same fragment twice.
 */
public final class ProgressEngine {
  private static final VarHandle MOVES;

  static {
    try {
      MOVES = MethodHandles.lookup().findVarHandle(ProgressEngine.class, "moves", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private Progressable[] progressables = new Progressable[0];
  private boolean polling;
  private final WaitPolicy waitPolicy;

  /** Null if there is none. */
  private Runnable longIdleAction;

  private long moves;
  private long movesBeforeWait;
  private Awaited awaited;
  private long awaitedSinceNanos;
  private final EngineSleeper sleeper;

  /** The thread that waits sleeps if it has to wait long again: it has then seen what came. */
  private boolean sleepIsDue;

  public ProgressEngine(WaitPolicy waitPolicy) {
    this.waitPolicy = waitPolicy;
    sleeper = new EngineSleeper(this);
  }

  /** Adds something to poll; it is polled after those added before. */
  public void register(Progressable progressable) {
    Progressable[] longer = Arrays.copyOf(progressables, progressables.length + 1);
    longer[progressables.length] = progressable;
    progressables = longer;
  }

  /** Stops polling something. */
  public void unregister(Progressable progressable) {
    List<Progressable> left = new ArrayList<>();
    for (Progressable each : progressables) {
      if (each != progressable) {
        left.add(each);
      }
    }
    progressables = left.toArray(new Progressable[0]);
  }

  /** Polls everything once; returns the number of events handled. */
  public int poll() {
    if (polling) {
      return 0;
    }
    polling = true;
    int events = 0;
    try {
      Progressable[] polled = progressables;
      for (int i = 0; i < polled.length; i++) {
        events += polled[i].progress();
      }
    } finally {
      polling = false;
    }
    moves += events;
    return events;
  }

  /**
   * Polls once. If nothing has come for some polls, it makes way for others before, and after long
   * does what is to be done then: the caller has seen what the polls so far brought, counted or
   * not.
   *
   * @param awaited what the caller waits for
   */
  public void pollOrIdle(Awaited awaited) {
    if (waitPolicy.idle()) {
      waitLong(awaited);
    }
    if (poll() != 0) {
      waitPolicy.busy();
    }
  }

  /** What the caller waited for has come without a poll's doing. */
  public void moved() {
    moves++;
    waitPolicy.busy();
  }

  /**
   * Polls once on behalf of a caller that comes again by itself; true if something came. Where
   * nothing has come for some polls, it makes way for others: most callers do nothing else.
   */
  public boolean pollOrAct() {
    if (poll() != 0) {
      waitPolicy.busy();
      return true;
    }
    if (waitPolicy.isTimeToYield(false)) {
      waitPolicy.offerCore();
    }
    waitLong(null);
    return false;
  }

  private void waitLong(Awaited what) {
    if (what != awaited || moves != movesBeforeWait) {
      awaited = what;
      movesBeforeWait = moves;
      awaitedSinceNanos = System.nanoTime();
      sleepIsDue = false;
      sleeper.begin();
    }
    if (sleepIsDue) {
      sleepIsDue = false;
      sleeper.sleepIfPossible();
      return;
    }
    if (longIdleAction != null) {
      longIdleAction.run();
    }
    if (what != null) {
      waitPolicy.napIfLong(System.nanoTime() - awaitedSinceNanos);
      // After the nap: from here on it must poll for a while before it sleeps.
      long nowNanos = System.nanoTime();
      sleepIsDue =
          nowNanos - awaitedSinceNanos >= waitPolicy.sleepAfterNanos()
              && what.maySleep()
              && sleeper.isReady(nowNanos);
    }
  }

  /**
   * What the waiting thread runs now and then once a wait is long, and whoever polls without
   * waiting whenever nothing came. It must be short and not wait itself.
   */
  public void setLongIdleAction(Runnable action) {
    longIdleAction = action;
  }

  /** For the long-idle action: what the thread waits for; null if it does not wait but polls. */
  public Awaited awaited() {
    return awaited;
  }

  /** For the long-idle action: for how long the thread has waited, in nanoseconds. */
  public long awaitedNanos() {
    return System.nanoTime() - awaitedSinceNanos;
  }

  /** What is polled, in its order; not to be changed. */
  Progressable[] progressables() {
    return progressables;
  }

  /** How whoever waits for this engine spends the time between polls. */
  public WaitPolicy waitPolicy() {
    return waitPolicy;
  }

  /** How whoever waits for this engine sleeps. */
  public Sleeper sleeper() {
    return sleeper;
  }

  /** For transports: what wakes the sleeper. */
  public Doorbell doorbell() {
    return sleeper.doorbell();
  }

  /** Gives back what sleeping takes. Nothing is polled any more. */
  public void close() {
    sleeper.close();
  }

  /** How often polling has found something. Any thread may ask. */
  public long moves() {
    return (long) MOVES.getOpaque(this);
  }
}
