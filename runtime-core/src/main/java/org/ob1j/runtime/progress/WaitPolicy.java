package org.ob1j.runtime.progress;

import java.util.concurrent.locks.LockSupport;

/**
 * How a rank waits when a poll found nothing: it polls for a while and then yields between polls,
 * so that whoever else wants the core gets on: other ranks, other programs, this JVM's own compiler
 * and collector. How often it polls before a yield it learns from the yields: one that took long
 * has shown that the core is wanted. Once the wait is long it naps between polls. If still nothing
 * comes it sleeps until it is woken ({@link Sleeper}). Not thread-safe: one for each progress
 * engine.
 */
public final class WaitPolicy {
  /** On a core that is wanted: each poll more keeps the rank from running that all wait for. */
  private static final int WANTED_CORE_SPINS = 1;

  /**
   * If nobody wanted the core the last time it was offered: two ranks beside silent ones do without
   * a yield for each message.
   */
  private static final int UNWANTED_CORE_SPINS = 16;

  /**
   * The same if nobody has wanted it several times in a row, and doubled until then: where cores
   * are far apart, 16 polls end before the answer to a message comes. A yield that nobody wanted
   * costs less than a tenth of so many polls, so more of them bring nothing.
   */
  private static final int MOST_SPINS = 128;

  /** Where threads of this process wait, too. */
  private static final int CROWDED_SPINS = 4;

  /**
   * To read the clock costs a tenth of a yield, so a thread that waits reads it, and does what is
   * seldom to do, only after so many yields.
   */
  private static final int YIELDS_PER_CLOCK_READ = 16;

  /** After a yield that took longer, to ranks that compute, the clock is read each time. */
  private static final long LONG_YIELD_NANOS = 100_000;

  /**
   * To change threads there and back takes at least so many times as long as a yield that finds
   * nobody: it enters the scheduler twice, and other caches.
   */
  private static final int WANTED_FACTOR = 2;

  /**
   * Where ranks share cores now and then all others happen to wait in the kernel. Only so many
   * yields in a row that nobody wanted show that the core is free again.
   */
  private static final int PROOFS = 16;

  /** On no machine are threads changed there and back in less. */
  private static final long LEAST_CHANGE_NANOS = 700;

  /**
   * On no machine does a yield that finds nobody take longer. On a core that others always want the
   * shortest yield says nothing.
   */
  private static final long MOST_UNWANTED_NANOS = 2_500;

  /**
   * A rank that yields gives its core to whoever waits for that core; one that naps leaves it idle,
   * and an idle core takes over who waits for another one: the compiler, say, that keeps the peer
   * from running. If it takes over the peer, both ranks share a core for a while: not worth it for
   * a wait that is over with the time slice of whoever has the peer's core.
   */
  private static final long OWN_CORE_NAP_NANOS = 4_000_000;

  /**
   * Where ranks share cores anyway. A nap takes 60 to 100 microseconds, whatever is asked for, so a
   * message is half as late on average: an eighth of a wait of this length.
   */
  private static final long SHARED_CORE_NAP_NANOS = 300_000;

  private static final long NAP_NANOS = 1_000;

  /**
   * Being woken takes about 50 microseconds, and 20 of whoever wakes: next to nothing after a wait
   * of this length.
   */
  private static final long OWN_CORE_SLEEP_NANOS = 10_000_000;

  /**
   * Where ranks share cores a message may be late by several time slices of others. If ranks fall
   * asleep meanwhile, those awake find themselves on one core, and all are late again: collectives
   * of four ranks on two cores took three times as long.
   */
  private static final long SHARED_CORE_SLEEP_NANOS = 50_000_000;

  /**
   * Where ranks of other containers want the core. The kernel shares out a core among containers,
   * and sessions, first: a yield makes way for nobody of another one, so a rank that polls keeps
   * the rank that all wait for from running until its time slice is over.
   */
  private static final long CROWDED_MACHINE_NAP_NANOS = 100_000;

  /**
   * Naps go on until then: a small collective of eight such ranks takes a few tenths of this, and
   * if they sleep in it each has to be woken.
   */
  private static final long CROWDED_MACHINE_SLEEP_NANOS = 1_000_000;

  private final long napAfterNanos;
  private final long sleepAfterNanos;
  private int spins;
  private long shortestYieldNanos = MOST_UNWANTED_NANOS;
  private int unwantedYields;
  private int idlePolls;
  private int yieldsUntilClock = YIELDS_PER_CLOCK_READ;

  private WaitPolicy(int spins, long napAfterNanos, long sleepAfterNanos) {
    this.spins = spins;
    this.napAfterNanos = napAfterNanos;
    this.sleepAfterNanos = sleepAfterNanos;
  }

  /**
   * The policy for a host. What it says is a first guess of whether the core is wanted: ranks of
   * other jobs, and whatever else runs on the host, are not in it.
   *
   * @param localRanks ranks of the job on this host
   * @param cores cores that they share
   */
  public static WaitPolicy forHost(int localRanks, int cores) {
    return localRanks > cores
        ? new WaitPolicy(WANTED_CORE_SPINS, SHARED_CORE_NAP_NANOS, SHARED_CORE_SLEEP_NANOS)
        : new WaitPolicy(MOST_SPINS, OWN_CORE_NAP_NANOS, OWN_CORE_SLEEP_NANOS);
  }

  /** The policy where ranks of other hosts want these cores, too: hosts are containers. */
  public static WaitPolicy forCrowdedMachine() {
    return new WaitPolicy(
        WANTED_CORE_SPINS, CROWDED_MACHINE_NAP_NANOS, CROWDED_MACHINE_SLEEP_NANOS);
  }

  /** The same policy, but sleeping after a wait in vain of this length. */
  public WaitPolicy withSleepAfter(long nanos) {
    return new WaitPolicy(spins, napAfterNanos, nanos);
  }

  /** The same policy, but without sleep, and without naps: whoever waits polls for ever. */
  public WaitPolicy withoutSleep() {
    return new WaitPolicy(spins, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /** For how long one waits in vain before one sleeps, in nanoseconds. */
  public long sleepAfterNanos() {
    return sleepAfterNanos;
  }

  /** Tells that a poll found something to do. */
  public void busy() {
    idlePolls = 0;
  }

  /**
   * Tells that a poll found nothing, for a caller that yields by itself.
   *
   * @param crowded whether other threads of this process wait, too, and so may need the core
   * @return true if it is time to yield before the next poll
   */
  public boolean isTimeToYield(boolean crowded) {
    int limit = crowded ? CROWDED_SPINS : spins;
    return idlePolls >= limit || ++idlePolls >= limit;
  }

  /**
   * Spends the time until the next poll, which counts as one in vain until {@link #busy} says that
   * it was not.
   *
   * @return true now and then once the wait is long: whoever waits may do what is seldom to do
   */
  boolean idle() {
    // No Thread.onSpinWait: on recent x86 cores it pauses for a third of a message's latency.
    return ++idlePolls > spins && makeWay();
  }

  private boolean makeWay() {
    idlePolls = 1;
    long tookNanos = offerCore();
    if (--yieldsUntilClock > 0) {
      return false;
    }
    yieldsUntilClock = yieldsUntilClock(tookNanos);
    return true;
  }

  /**
   * Yields, and learns from it whether anybody wants the core. For the thread that polls.
   *
   * @return for how long others had the core, in nanoseconds
   */
  public long offerCore() {
    long before = System.nanoTime();
    Thread.yield();
    long tookNanos = System.nanoTime() - before;
    shortestYieldNanos = Math.min(shortestYieldNanos, tookNanos);
    unwantedYields = isWanted(tookNanos, shortestYieldNanos) ? 0 : unwantedYields + 1;
    spins = spinsAfter(spins, unwantedYields);
    return tookNanos;
  }

  /**
   * Leaves the core idle for a moment if the wait is long. For the thread that polls.
   *
   * @param waitedNanos for how long nothing has come
   * @return false if the wait is not long
   */
  public boolean napIfLong(long waitedNanos) {
    if (waitedNanos < napAfterNanos) {
      return false;
    }
    // The next nap is due after the next poll: what comes, comes in naps.
    yieldsUntilClock = 1;
    idlePolls = spins;
    if (Thread.currentThread().isInterrupted()) {
      // Parking would end at once.
      Thread.yield();
    } else {
      LockSupport.parkNanos(NAP_NANOS);
    }
    return true;
  }

  /** After how many yields to read the clock again. */
  static int yieldsUntilClock(long yieldNanos) {
    return yieldNanos > LONG_YIELD_NANOS ? 1 : YIELDS_PER_CLOCK_READ;
  }

  /**
   * Whether a yield has shown that somebody wants the core.
   *
   * @param yieldNanos how long it took
   * @param shortestNanos how long the shortest did
   */
  static boolean isWanted(long yieldNanos, long shortestNanos) {
    return yieldNanos >= Math.max(LEAST_CHANGE_NANOS, WANTED_FACTOR * shortestNanos);
  }

  /**
   * How often to poll before the next yield.
   *
   * @param unwantedYields how many yields in a row nobody has wanted
   */
  static int spinsAfter(int spins, int unwantedYields) {
    if (unwantedYields == 0) {
      return WANTED_CORE_SPINS;
    }
    if (spins == WANTED_CORE_SPINS && unwantedYields < PROOFS) {
      return spins;
    }
    return Math.max(UNWANTED_CORE_SPINS, Math.min(2 * spins, MOST_SPINS));
  }
}
