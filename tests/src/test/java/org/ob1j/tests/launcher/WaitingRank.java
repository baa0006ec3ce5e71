package org.ob1j.tests.launcher;

import mpi.Comm;
import mpi.MPI;

/** Rank 0 and rank 1 wait for messages that never come, rank 2 computes for ever. */
public final class WaitingRank {
  private WaitingRank() {}

  /** Runs the rank. */
  public static void main(String[] arguments) {
    MPI.Init(arguments);
    int rank = MPI.COMM_WORLD.getRank();
    Comm halves = MPI.COMM_WORLD.dup();
    halves.setName("halves");
    if (rank == 2) {
      compute();
    }
    if (rank == 1) {
      MPI.COMM_WORLD.send(new byte[4], 4, MPI.BYTE, 0, 9);
    } else {
      MPI.COMM_WORLD.probe(1, 9);
    }
    System.out.println("rank " + rank + " waits");
    if (rank == 0) {
      MPI.COMM_WORLD.recv(new byte[8], 8, MPI.BYTE, 1, 5);
    } else {
      halves.recv(new byte[8], 8, MPI.BYTE, MPI.ANY_SOURCE, MPI.ANY_TAG);
    }
  }

  private static void compute() {
    System.out.println("rank 2 computes");
    long number = 1;
    while (number != 0) {
      number = number * 6364136223846793005L + 1 | 1;
    }
  }
}
