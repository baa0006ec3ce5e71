package sample;

import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.MPI;
import mpi.MPIException;
import org.ob1j.junit.MpiTest;

class SumTest {
  @MpiTest(ranks = 3)
  void shouldAddUpAllRanks() throws MPIException {
    int[] sum = {MPI.COMM_WORLD.getRank()};
    MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
    assertEquals(3, sum[0]);
  }
}
