package org.ob1j.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import mpi.MPI;
import mpi.MPIException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests that {@link MpiTestExtensionTest} runs through JUnit's test kit; not run by themselves. */
class Samples {
  private int rankBefore = -1;

  @BeforeEach
  void askBefore() throws MPIException {
    rankBefore = MPI.COMM_WORLD.getRank();
  }

  @AfterEach
  void askAfter() throws MPIException {
    assertThat(MPI.COMM_WORLD.getRank()).isEqualTo(rankBefore);
  }

  @MpiTest(ranks = 3)
  void passes() throws MPIException {
    int[] sum = {rankBefore};
    MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
    assertThat(sum[0]).isEqualTo(3);
  }

  @MpiTest(ranks = 3)
  void failsOnRankOneWhileOthersWait() throws MPIException {
    // The others must have come here before the failure ends the job.
    if (rankBefore == 1) {
      MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 0, 1);
      MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 2, 1);
    } else {
      MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 1, 1);
    }
    assertThat(rankBefore).isNotEqualTo(1);
    MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 1, 0);
  }

  @MpiTest(ranks = 2)
  void failsEverywhere() throws MPIException {
    MPI.COMM_WORLD.barrier();
    throw new IllegalStateException("everywhere", new IllegalArgumentException("the cause"));
  }

  @MpiTest(ranks = 2)
  void makesAnErrorOfMpi() throws MPIException {
    MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 99, 0);
  }

  @MpiTest(ranks = 2, timeoutSeconds = 8)
  void waitsForEachOther() throws MPIException {
    MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 1 - rankBefore, 17);
  }

  @MpiTest(ranks = 2)
  void exitsOnRankOne() throws MPIException {
    if (rankBefore == 1) {
      System.exit(7);
    }
    // Without a word to rank 1, as that would notice that it is gone.
    MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 1, 0);
  }

  @MpiTest(ranks = 2)
  void haltsOnRankOne() throws MPIException {
    if (rankBefore == 1) {
      Runtime.getRuntime().halt(9);
    }
    // Without a word to rank 1, as that would notice that it is gone.
    MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 1, 0);
  }

  @MpiTest(ranks = 2)
  void assumesWhatDoesNotHold() throws MPIException {
    assumeTrue(rankBefore == 5, "rank 5 only");
  }

  @MpiTest(
      ranks = 2,
      mpirunOptions = {"--mca", "btl", "tcp"},
      jvmOptions = "-Dsample=given")
  void getsOptions() throws MPIException {
    MPI.COMM_WORLD.barrier();
    assertThat(System.getProperty("sample")).isEqualTo("given");
    assertThat(System.getenv("OMPI_MCA_btl")).isEqualTo("tcp");
  }

  @MpiTest(ranks = 2, mpirunOptions = "--no-such-option")
  void getsAWrongOption() throws MPIException {
    MPI.COMM_WORLD.barrier();
  }

  @MpiTest(ranks = 0)
  void hasNoRanks() {
    throw new AssertionError("must not run");
  }

  @MpiTest(ranks = 1, timeoutSeconds = 0)
  void hasNoTime() {
    throw new AssertionError("must not run");
  }
}
