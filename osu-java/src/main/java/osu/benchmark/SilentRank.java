package osu.benchmark;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * A rank from 2 on in a benchmark of two: it exchanges a message with ranks 0 and 1, so that its
 * queues are mapped and known, and then says nothing until the end.
 *
 * <p>It must leave the cores to ranks 0 and 1, and an MPI that spins in its receive would not: so
 * it looks for the end every few seconds and is parked in between.
 */
final class SilentRank {
  private static final int GREETING_TAG = 11;
  private static final int DISMISSAL_TAG = 12;
  private static final long POLL_NANOS = TimeUnit.SECONDS.toNanos(2);

  private SilentRank() {}

  /** What the silent rank does. */
  static void run(Comm comm) throws MPIException {
    int[] word = {comm.getRank()};
    for (int active = 0; active < 2; active++) {
      comm.send(word, 1, MPI.INT, active, GREETING_TAG);
      comm.recv(word, 1, MPI.INT, active, GREETING_TAG);
    }
    while (comm.iProbe(0, DISMISSAL_TAG) == null) {
      LockSupport.parkNanos(POLL_NANOS);
    }
    comm.recv(word, 1, MPI.INT, 0, DISMISSAL_TAG);
  }

  /** The other side of the exchange, on ranks 0 and 1. */
  static void greetAll(Comm comm) throws MPIException {
    int[] word = new int[1];
    for (int silent = 2; silent < comm.getSize(); silent++) {
      comm.recv(word, 1, MPI.INT, silent, GREETING_TAG);
      comm.send(word, 1, MPI.INT, silent, GREETING_TAG);
    }
  }

  /** Lets the silent ranks end; called on rank 0. */
  static void dismissAll(Comm comm) throws MPIException {
    int[] word = new int[1];
    for (int silent = 2; silent < comm.getSize(); silent++) {
      comm.send(word, 1, MPI.INT, silent, DISMISSAL_TAG);
    }
  }
}
