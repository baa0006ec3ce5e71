package org.ob1j;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Does once what most programs do. The start script runs it, with two ranks, to learn which classes
 * to put into the class archive of the ranks: those that this loads.
 */
final class ClassArchiveProgram {
  private ClassArchiveProgram() {}

  /** Begins MPI, sends some messages around, and ends it. */
  public static void main(String[] arguments) throws MPIException {
    MPI.Init(arguments);
    Intracomm world = MPI.COMM_WORLD;
    int next = (world.getRank() + 1) % world.getSize();
    for (int bytes : new int[] {8, 1 << 10, 1 << 20}) {
      byte[] buffer = new byte[bytes];
      world.sendRecvReplace(buffer, bytes, MPI.BYTE, next, 0, MPI.ANY_SOURCE, MPI.ANY_TAG);
    }
    world.allReduce(new int[1], 1, MPI.INT, MPI.SUM);
    world.barrier();
    MPI.getProcessorName();
    MPI.Finalize();
  }
}
