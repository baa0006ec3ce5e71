package org.ob1j.tests.jobs.collective;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Rank 0 has a receive of a long message, and is last to each collective, so that it need not wait:
 * the message goes on though (MPI standard, "Progress"). Rank 1 ends the collectives once rank 2
 * has sent it.
 */
public final class ProgressInCollectives {
  private static final int LONG = 1 << 20;
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private ProgressInCollectives() {}

  /** Runs the rank. */
  public static void main(String[] arguments) throws MPIException {
    MPI.Init(arguments);
    Comm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    for (int i = 0; i < 10; i++) {
      world.barrier();
    }
    Comm pair = MPI.COMM_WORLD.split(rank == 2 ? 1 : 0, rank);
    byte[] data = new byte[LONG];
    if (rank == 2) {
      data[LONG - 1] = 1;
      world.send(data, LONG, MPI.BYTE, 0, 1);
      world.send(data, 1, MPI.BYTE, 1, 2);
    } else {
      Request message =
          rank == 0
              ? world.iRecv(data, LONG, MPI.BYTE, 2, 1)
              : world.iRecv(data, 1, MPI.BYTE, 2, 2);
      int[] sent = {0};
      while (sent[0] == 0) {
        if (rank == 0) {
          LockSupport.parkNanos(LATE_NANOS);
        }
        sent[0] = rank == 1 && message.test() ? 1 : 0;
        pair.allReduce(sent, 1, MPI.INT, MPI.MAX);
      }
      message.waitFor();
    }
    if (rank == 0) {
      System.out.println("last byte " + data[LONG - 1]);
    }
    MPI.Finalize();
  }
}
