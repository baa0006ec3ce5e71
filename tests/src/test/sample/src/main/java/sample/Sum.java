package sample;

import mpi.MPI;
import mpi.MPIException;

/** Adds up the ranks' numbers. */
public final class Sum {
  private Sum() {}

  public static void main(String[] arguments) throws MPIException {
    MPI.Init(arguments);
    int[] sum = {MPI.COMM_WORLD.getRank()};
    MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
    if (MPI.COMM_WORLD.getRank() == 0) {
      System.out.println(MPI.COMM_WORLD.getSize() + " ranks: " + sum[0]);
    }
    MPI.Finalize();
  }
}
