package osu.cold;

import mpi.MPI;
import mpi.MPIException;

/** Sums of all ranks for all: {@code Sums DOUBLES COUNT}. */
public final class Sums {
  private Sums() {}

  public static void main(String[] arguments) throws MPIException {
    String[] words = arguments.clone();
    MPI.Init(arguments);
    int doubles = Integer.parseInt(words[0]);
    int count = Integer.parseInt(words[1]);
    double[] operand = new double[doubles];
    double[] sum = new double[doubles];
    for (int i = 0; i < count; i++) {
      MPI.COMM_WORLD.allReduce(operand, sum, doubles, MPI.DOUBLE, MPI.SUM);
    }
    MPI.Finalize();
  }
}
