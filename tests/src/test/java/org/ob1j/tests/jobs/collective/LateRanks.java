package org.ob1j.tests.jobs.collective;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Collectives of little data in several communicators, to which ranks come late: those that wait
 * fall asleep. {@code LateRanks HOW}: {@code threads} for one rank that uses several threads.
 */
public final class LateRanks {
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

  /** More than messages do before ranks agree on memory for what they start. */
  private static final int FEW = 25;

  private LateRanks() {}

  /** Runs the rank. */
  public static void main(String[] arguments) throws MPIException {
    boolean threads = arguments[0].equals("threads");
    int local = Integer.parseInt(System.getenv("OMPI_COMM_WORLD_RANK"));
    if (threads && local == 1) {
      MPI.InitThread(arguments, MPI.THREAD_MULTIPLE);
    } else {
      MPI.Init(arguments);
    }
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int size = world.getSize();
    agree(world);
    for (int late = 0; late < size; late++) {
      meet(world, late);
    }
    for (int round = 0; round < 20; round++) {
      Intracomm part = world.split(rank % 2, -rank);
      int[] ranks = new int[part.getSize()];
      part.allGather(new int[] {rank}, 1, MPI.INT, ranks, 1, MPI.INT);
      require(ranks[part.getRank()] == rank && ranks[0] >= size - 2, "allGather in a part");
      if (round % 10 == 0) {
        agree(part);
        meet(part, 0);
      }
      part.barrier();
      part.free();
    }
    if (rank == 0) {
      System.out.println("all met");
    }
    MPI.Finalize();
  }

  /** Before the eighth collective of a communicator its ranks share no memory. */
  private static void agree(Comm comm) throws MPIException {
    for (int i = 0; i < 8; i++) {
      comm.barrier();
    }
  }

  private static void meet(Comm comm, int late) throws MPIException {
    int rank = comm.getRank();
    int size = comm.getSize();
    comm.barrier();
    waitLong(rank == late);
    int[] sum = {rank + 1};
    comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
    require(sum[0] == size * (size + 1) / 2, "allReduce");
    for (int root = 0; root < size; root++) {
      double[] data = {rank == root ? root + 0.5 : 0};
      comm.bcast(data, 1, MPI.DOUBLE, root);
      require(data[0] == root + 0.5, "bcast");
    }
    comm.barrier();
    waitLong(rank == late);
    new ManyStarted(comm).run(FEW);
  }

  private static void waitLong(boolean isLate) {
    if (isLate) {
      long until = System.nanoTime() + LATE_NANOS;
      while (System.nanoTime() - until < 0) {
        LockSupport.parkNanos(until - System.nanoTime());
      }
    }
  }

  private static void require(boolean right, String what) {
    if (!right) {
      throw new IllegalStateException(what + " has given something else");
    }
  }
}
