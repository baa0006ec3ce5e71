package org.ob1j.tests.hosts;

import mpi.MPI;
import mpi.MPIException;

/** Two ranks that wait for each other for ever. */
public final class WaitForEachOther {
  private WaitForEachOther() {}

  /** Runs a rank. */
  public static void main(String[] arguments) throws MPIException {
    MPI.Init(arguments);
    MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 1 - MPI.COMM_WORLD.getRank(), 0);
    MPI.Finalize();
  }
}
