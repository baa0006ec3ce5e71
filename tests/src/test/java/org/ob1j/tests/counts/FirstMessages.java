package org.ob1j.tests.counts;

import mpi.MPI;

/** Two ranks send each other a message and add up numbers. */
public final class FirstMessages {
  private FirstMessages() {}

  /** Runs the rank. */
  public static void main(String[] arguments) {
    MPI.Init(arguments);
    int rank = MPI.COMM_WORLD.getRank();
    int[] message = {7};
    if (rank == 0) {
      MPI.COMM_WORLD.send(message, 1, MPI.INT, 1, 0);
      MPI.COMM_WORLD.recv(message, 1, MPI.INT, 1, 0);
    } else {
      MPI.COMM_WORLD.recv(message, 1, MPI.INT, 0, 0);
      MPI.COMM_WORLD.send(message, 1, MPI.INT, 0, 0);
    }
    int[] sum = new int[1];
    MPI.COMM_WORLD.allReduce(message, sum, 1, MPI.INT, MPI.SUM);
    if (sum[0] != 14) {
      throw new AssertionError("the sum is " + sum[0]);
    }
    MPI.Finalize();
  }
}
