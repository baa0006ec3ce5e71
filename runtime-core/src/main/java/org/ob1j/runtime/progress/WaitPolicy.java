package org.ob1j.runtime.progress;

/**
 * How a rank waits when a poll found nothing: it spins while it may have a core to itself, and
 * yields where ranks share cores. Not thread-safe: one for each progress engine.
 */
public final class WaitPolicy {
  /** Spinning longer than this where ranks share cores makes a ring of ranks many times slower. */
  private static final int SHARED_CORE_SPINS = 16;

  /**
   * Where each rank has a core, the JIT's and collector's threads still need a turn now and then.
   */
  private static final int OWN_CORE_SPINS = 100_000;

  private final int spins;
  private int idlePolls;

  private WaitPolicy(int spins) {
    this.spins = spins;
  }

  /**
   * The policy for a host.
   *
   * @param localRanks ranks of the job on this host
   * @param cores cores that they share
   */
  public static WaitPolicy forHost(int localRanks, int cores) {
    return new WaitPolicy(localRanks > cores ? SHARED_CORE_SPINS : OWN_CORE_SPINS);
  }

  /** Tells that a poll found something to do. */
  void busy() {
    idlePolls = 0;
  }

  /** Spends the time until the next poll. */
  void idle() {
    if (++idlePolls < spins) {
      Thread.onSpinWait();
    } else {
      idlePolls = 0;
      Thread.yield();
    }
  }
}
