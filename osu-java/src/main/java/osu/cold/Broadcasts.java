package osu.cold;

import mpi.MPI;
import mpi.MPIException;

/** Copies of rank 0's bytes for all: {@code Broadcasts BYTES COUNT}. */
public final class Broadcasts {
  private Broadcasts() {}

  public static void main(String[] arguments) throws MPIException {
    String[] words = arguments.clone();
    MPI.Init(arguments);
    int bytes = Integer.parseInt(words[0]);
    int count = Integer.parseInt(words[1]);
    byte[] data = new byte[bytes];
    for (int i = 0; i < count; i++) {
      MPI.COMM_WORLD.bcast(data, bytes, MPI.BYTE, 0);
    }
    MPI.Finalize();
  }
}
