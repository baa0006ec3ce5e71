package osu.cold;

import mpi.MPI;
import mpi.MPIException;

/** A job that does nothing. */
public final class Empty {
  private Empty() {}

  public static void main(String[] arguments) throws MPIException {
    MPI.Init(arguments);
    MPI.Finalize();
  }
}
