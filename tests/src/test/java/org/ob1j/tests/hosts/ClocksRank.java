package org.ob1j.tests.hosts;

import java.util.concurrent.TimeUnit;
import mpi.MPI;

/**
 * A rank that compares the ranks' clocks, and sends messages for longer than a host may be silent
 * before it counts as gone.
 */
final class ClocksRank {
  private static final long DURATION_NANOS = TimeUnit.SECONDS.toNanos(5);

  private ClocksRank() {}

  public static void main(String[] arguments) throws Exception {
    MPI.Init(arguments);
    long[] now = {System.currentTimeMillis()};
    long[] earliest = new long[1];
    long[] latest = new long[1];
    MPI.COMM_WORLD.allReduce(now, earliest, 1, MPI.LONG, MPI.MIN);
    MPI.COMM_WORLD.allReduce(now, latest, 1, MPI.LONG, MPI.MAX);
    long endNanos = System.nanoTime() + DURATION_NANOS;
    boolean[] isOver = {false};
    while (!isOver[0]) {
      isOver[0] = System.nanoTime() - endNanos > 0;
      MPI.COMM_WORLD.bcast(isOver, 1, MPI.BOOLEAN, 0);
    }
    if (MPI.COMM_WORLD.getRank() == 0) {
      long minutes = Math.round((latest[0] - earliest[0]) / 60_000.0);
      System.out.println("the clocks differ by " + minutes + " minutes");
    }
    MPI.Finalize();
  }
}
