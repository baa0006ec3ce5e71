package osu.cold;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Steps of a computation on a ring of ranks, without the computation: both neighbors' halos, and
 * how much has changed. {@code Halo BYTES STEPS}.
 */
public final class Halo {
  private Halo() {}

  public static void main(String[] arguments) throws MPIException {
    String[] words = arguments.clone();
    MPI.Init(arguments);
    Comm comm = MPI.COMM_WORLD;
    int bytes = Integer.parseInt(words[0]);
    int steps = Integer.parseInt(words[1]);
    int below = (comm.getRank() + comm.getSize() - 1) % comm.getSize();
    int above = (comm.getRank() + 1) % comm.getSize();
    byte[] edge = new byte[bytes];
    byte[] halo = new byte[bytes];
    double[] change = new double[1];
    double[] largest = new double[1];
    for (int i = 0; i < steps; i++) {
      comm.sendRecv(edge, bytes, MPI.BYTE, above, 1, halo, bytes, MPI.BYTE, below, 1);
      comm.sendRecv(edge, bytes, MPI.BYTE, below, 2, halo, bytes, MPI.BYTE, above, 2);
      comm.allReduce(change, largest, 1, MPI.DOUBLE, MPI.MAX);
    }
    MPI.Finalize();
  }
}
