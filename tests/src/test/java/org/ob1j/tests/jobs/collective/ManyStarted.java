package org.ob1j.tests.jobs.collective;

import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Many collectives that are started at once, most of little data, of which some ranks wait for the
 * last first.
 */
final class ManyStarted {
  private static final int KINDS = 5;

  private final Comm comm;
  private final int rank;
  private final int size;
  private final List<LongBuffer> results = new ArrayList<>();

  ManyStarted(Comm comm) throws MPIException {
    this.comm = comm;
    rank = comm.getRank();
    size = comm.getSize();
  }

  /** Starts so many, waits for them and looks at what they gave. */
  void run(int many) throws MPIException {
    Request[] requests = new Request[many];
    for (int i = 0; i < many; i++) {
      requests[i] = start(i);
    }
    if (rank % 2 == 0) {
      for (int i = many - 1; i >= 0; i--) {
        requests[i].waitFor();
      }
    } else {
      Request.waitAll(requests);
    }
    for (int i = 0; i < many; i++) {
      check(i);
    }
  }

  /** One in twenty has more than goes through shared memory. */
  private static int count(int i) {
    return i % 20 == 7 ? 100 : 1 + i % 6;
  }

  private static long value(int ofRank, int i) {
    return 1000L * i + ofRank;
  }

  private Request start(int i) throws MPIException {
    int count = count(i);
    LongBuffer own = MPI.newLongBuffer(count * size);
    LongBuffer result = MPI.newLongBuffer(count * size);
    for (int at = 0; at < count * size; at++) {
      own.put(at, value(rank, i));
    }
    int root = i % size;
    results.add(i % KINDS == 1 && rank == root ? own : result);
    return switch (i % KINDS) {
      case 0 -> comm.iBarrier();
      case 1 -> comm.iBcast(results.get(i), count, MPI.LONG, root);
      case 2 -> comm.iAllReduce(own, result, count, MPI.LONG, MPI.SUM);
      case 3 -> comm.iAllToAll(own, count, MPI.LONG, result, count, MPI.LONG);
      default -> comm.iAllGather(own, count, MPI.LONG, result, count, MPI.LONG);
    };
  }

  private void check(int i) {
    int kind = i % KINDS;
    int count = count(i);
    for (int at = 0; at < (kind < 3 ? count : count * size); at++) {
      long expected =
          switch (kind) {
            case 0 -> 0;
            case 1 -> value(i % size, i);
            case 2 -> size * value(0, i) + size * (size - 1L) / 2;
            default -> value(at / count, i);
          };
      if (results.get(i).get(at) != expected) {
        throw new AssertionError(
            "collective " + i + " has given " + results.get(i).get(at) + ", not " + expected);
      }
    }
  }
}
