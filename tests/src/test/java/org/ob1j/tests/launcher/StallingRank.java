package org.ob1j.tests.launcher;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Ranks that stop moving in the way that the argument says. */
public final class StallingRank {
  private StallingRank() {}

  /** Runs the rank. */
  public static void main(String[] arguments) throws MPIException {
    MPI.Init(arguments);
    int rank = MPI.COMM_WORLD.getRank();
    int size = MPI.COMM_WORLD.getSize();
    int next = (rank + 1) % size;
    byte[] buffer = new byte[1 << 20];
    MPI.COMM_WORLD.barrier();
    switch (arguments[0]) {
      case "receive-first" -> {
        MPI.COMM_WORLD.recv(buffer, 8, MPI.BYTE, next, 1);
        MPI.COMM_WORLD.send(buffer, 8, MPI.BYTE, next, 1);
      }
      case "send-first" -> {
        MPI.COMM_WORLD.send(buffer, 8, MPI.BYTE, next, 1);
        MPI.COMM_WORLD.recv(buffer, 8, MPI.BYTE, next, 1);
      }
      case "exchange" -> {
        Request receive = MPI.COMM_WORLD.iRecv(buffer, buffer.length, MPI.BYTE, next, 1);
        MPI.COMM_WORLD.send(new byte[buffer.length], buffer.length, MPI.BYTE, next, 1);
        receive.waitFor();
      }
      case "long-sends-first" -> {
        MPI.COMM_WORLD.send(buffer, buffer.length, MPI.BYTE, next, 1);
        MPI.COMM_WORLD.recv(buffer, buffer.length, MPI.BYTE, next, 1);
      }
      case "any" -> {
        Request[] requests = {
          MPI.COMM_WORLD.iRecv(buffer, 8, MPI.BYTE, next, 1),
          MPI.COMM_WORLD.iRecv(buffer, 8, MPI.BYTE, MPI.ANY_SOURCE, 2)
        };
        Request.waitAny(requests);
      }
      case "probe" -> MPI.COMM_WORLD.probe(next, 3);
      case "barrier-without-rank-0" -> barrierWithoutRank0(MPI.COMM_WORLD, 0, buffer);
      case "late-barrier-without-rank-0" -> barrierWithoutRank0(MPI.COMM_WORLD, 10, buffer);
      // Rank 0 looks for those that cannot share memory, too.
      case "barrier-of-rank-0-alone" -> {
        if (rank != 0) {
          MPI.COMM_WORLD.recv(buffer, 8, MPI.BYTE, 0, 1);
        }
        MPI.COMM_WORLD.barrier();
      }
      // Its ranks share no memory yet.
      case "messages-without-rank-0" -> barrierWithoutRank0(MPI.COMM_WORLD.dup(), 0, buffer);
      case "rank-0-computes" -> {
        long number = 1;
        while (rank == 0 && number != 0) {
          number = number * 6364136223846793005L + 1 | 1;
        }
        MPI.COMM_WORLD.barrier();
      }
      case "forgotten-send" -> {
        if (rank == 0) {
          MPI.COMM_WORLD.recv(buffer, 8, MPI.BYTE, 1, 1);
        }
      }
      default -> throw new IllegalArgumentException(arguments[0]);
    }
    MPI.Finalize();
  }

  private static void barrierWithoutRank0(Comm comm, int barriersBefore, byte[] buffer)
      throws MPIException {
    for (int i = 0; i < barriersBefore; i++) {
      comm.barrier();
    }
    if (MPI.COMM_WORLD.getRank() == 0) {
      MPI.COMM_WORLD.recv(buffer, 8, MPI.BYTE, 1, 1);
    }
    comm.barrier();
  }
}
