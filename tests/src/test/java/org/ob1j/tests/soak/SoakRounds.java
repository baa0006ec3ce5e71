package org.ob1j.tests.soak;

import java.util.SplittableRandom;
import mpi.Intracomm;
import org.ob1j.tests.soak.message.DirectBufferPool;
import org.ob1j.tests.soak.message.MessageContent;
import org.ob1j.tests.soak.plan.Coverage;
import org.ob1j.tests.soak.plan.RoundPlan;
import org.ob1j.tests.soak.plan.SoakCommunicators;
import org.ob1j.tests.soak.round.RankContext;
import org.ob1j.tests.soak.round.Round;

/** The rounds of one thread of a rank. */
final class SoakRounds {
  private final long seed;
  private final int thread;
  private final int rank;
  private final int ranks;
  private final SoakCommunicators communicators;
  private final DirectBufferPool directBuffers = new DirectBufferPool();
  private final Coverage coverage = new Coverage();

  /**
   * Rounds of a thread.
   *
   * @param thread its number, or {@link RoundPlan#ALONE}
   * @param base of all ranks, for this thread only; it is not freed here
   */
  SoakRounds(long seed, int thread, Intracomm base) {
    this.seed = seed;
    this.thread = thread;
    rank = base.getRank();
    ranks = base.getSize();
    communicators = new SoakCommunicators(base);
  }

  Coverage coverage() {
    return coverage;
  }

  /** Runs a round; if it fails, prints what to run it again with. */
  void run(int round) {
    long ofThread = MessageContent.mix(seed) + 1_000_003L * thread;
    RoundPlan plan = RoundPlan.of(ofThread, round, ranks, thread);
    SplittableRandom own = new SplittableRandom(ofThread - round * 64L - rank);
    RankContext context =
        new RankContext(plan, rank, ranks, communicators, directBuffers, own, coverage);
    boolean verified = false;
    try {
      new Round(context).run();
      verified = true;
    } finally {
      if (!verified) {
        System.err.printf(
            "soak: rank %d of %d failed, seed %d, thread %d, round %d (%s)%n",
            rank, ranks, seed, thread, round, plan.kind());
      }
    }
  }

  void free() {
    communicators.free();
  }
}
