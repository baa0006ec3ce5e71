package org.ob1j.runtime.progress;

/** The sleeper of a progress engine: asks all that is polled, and blocks in one selector. */
final class EngineSleeper implements Sleeper {
  private enum Stage {
    AWAKE,
    /** Whoever brings something rings; the thread still polls. */
    PREPARED
  }

  private final ProgressEngine engine;
  private final SelectorDoorbell doorbell = new SelectorDoorbell();
  private Stage stage = Stage.AWAKE;
  private long preparedNanos;
  private long sleeps;
  private long longestSleeps;

  EngineSleeper(ProgressEngine engine) {
    this.engine = engine;
  }

  Doorbell doorbell() {
    return doorbell;
  }

  // For an engine that one thread uses

  /** A wait begins. The last one may have ended while this was prepared. */
  void begin() {
    if (stage == Stage.PREPARED) {
      end();
    }
  }

  /** True if the thread, which has waited for long, has been prepared for long enough. */
  boolean isReady(long nowNanos) {
    if (stage == Stage.AWAKE) {
      prepare();
      preparedNanos = nowNanos;
    }
    return nowNanos - preparedNanos >= GRACE_NANOS;
  }

  void sleepIfPossible() {
    if (stage == Stage.PREPARED) {
      long limitNanos = limitNanos();
      if (limitNanos > 0) {
        sleep(limitNanos);
      }
      end();
    }
  }

  // Sleeper

  @Override
  public void prepare() {
    stage = Stage.PREPARED;
    // Not when it wakes: then somebody waits.
    doorbell.silence();
    for (Progressable progressable : engine.progressables()) {
      progressable.prepareSleep();
    }
  }

  @Override
  public long limitNanos() {
    long limitNanos = LONGEST_NANOS;
    for (Progressable progressable : engine.progressables()) {
      limitNanos = Math.min(limitNanos, progressable.maxSleepNanos());
    }
    return limitNanos > 0 && doorbell.isUsable() ? limitNanos : 0;
  }

  @Override
  public void sleep(long nanos) {
    boolean interrupted = Thread.interrupted();
    sleeps++;
    long before = System.nanoTime();
    doorbell.sleep(nanos);
    if (System.nanoTime() - before >= LONGEST_NANOS) {
      longestSleeps++;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void end() {
    stage = Stage.AWAKE;
    for (Progressable progressable : engine.progressables()) {
      progressable.endSleep();
    }
  }

  @Override
  public void wakeUp() {
    doorbell.wakeUp();
  }

  @Override
  public String describe() {
    return "slept " + sleeps + " times, " + longestSleeps + " unwoken; " + doorbell.describe();
  }

  void close() {
    doorbell.close();
  }
}
