package org.ob1j.tests.soak;

import java.util.SplittableRandom;
import mpi.Intracomm;
import mpi.MPI;

/**
 * Exchanges random messages and verifies every byte, status and order: {@code Soak SEED ROUNDS
 * SECONDS} does at least so many rounds and goes on for at least so long. What happens in a round
 * follows from the seed and the round's number; when a rank fails it prints both.
 */
public final class Soak {
  private final long seed;
  private final int rank = MPI.COMM_WORLD.getRank();
  private final int ranks = MPI.COMM_WORLD.getSize();
  private final DirectBufferPool directBuffers = new DirectBufferPool();

  private Soak(long seed) {
    this.seed = seed;
  }

  /** Runs one rank. */
  public static void main(String[] arguments) {
    MPI.Init(arguments);
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    long seed = Long.parseLong(arguments[0]);
    int rounds = Integer.parseInt(arguments[1]);
    double seconds = Double.parseDouble(arguments[2]);
    new Soak(seed).run(rounds, seconds);
    MPI.Finalize();
  }

  private void run(int leastRounds, double seconds) {
    double end = MPI.wtime() + seconds;
    Intracomm control = MPI.COMM_WORLD.dup();
    SoakCommunicators communicators = new SoakCommunicators();
    int round = 0;
    do {
      runRound(round++, communicators);
      control.barrier();
    } while (goesOn(control, round < leastRounds || MPI.wtime() < end));
    communicators.free();
    control.free();
    if (rank == 0) {
      System.out.println("soak: " + round + " rounds verified, seed " + seed);
    }
  }

  private void runRound(int round, SoakCommunicators communicators) {
    RoundPlan plan = RoundPlan.of(seed, round, ranks);
    SplittableRandom own = new SplittableRandom(MessageContent.mix(seed) - round * 64L - rank);
    RankContext context = new RankContext(plan, rank, ranks, communicators, directBuffers, own);
    boolean verified = false;
    try {
      new Round(context).run();
      verified = true;
    } finally {
      if (!verified) {
        System.err.println(
            "soak: rank "
                + rank
                + " of "
                + ranks
                + " failed, seed "
                + seed
                + ", round "
                + round
                + " ("
                + plan.kind()
                + ")");
      }
    }
  }

  /** Rank 0 decides for all. */
  private boolean goesOn(Intracomm control, boolean wanted) {
    byte[] decision = {(byte) (wanted ? 1 : 0)};
    if (rank == 0) {
      for (int peer = 1; peer < ranks; peer++) {
        control.send(decision, 1, MPI.BYTE, peer, 0);
      }
    } else {
      control.recv(decision, 1, MPI.BYTE, 0, 0);
    }
    return decision[0] == 1;
  }
}
