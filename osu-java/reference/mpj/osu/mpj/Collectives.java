package osu.mpj;

import mpi.MPI;
import mpi.MPIException;

/** The calls that are timed. Only the class that is run is loaded. */
final class Collectives {
  private Collectives() {}

  static final class Bcast extends Collective {
    private byte[] data;

    @Override
    void prepare() {
      data = array(options.largestBytes());
    }

    @Override
    void call() throws MPIException {
      comm.Bcast(data, 0, bytes, MPI.BYTE, ROOT);
    }
  }

  static final class Allgather extends Collective {
    private byte[] outgoing;
    private byte[] incoming;

    @Override
    void prepare() {
      outgoing = array(options.largestBytes());
      incoming = array(Math.multiplyExact(ranks, options.largestBytes()));
    }

    @Override
    void call() throws MPIException {
      comm.Allgather(outgoing, 0, bytes, MPI.BYTE, incoming, 0, bytes, MPI.BYTE);
    }
  }

  static final class Alltoall extends Collective {
    private byte[] outgoing;
    private byte[] incoming;

    @Override
    void prepare() {
      outgoing = array(Math.multiplyExact(ranks, options.largestBytes()));
      incoming = array(Math.multiplyExact(ranks, options.largestBytes()));
    }

    @Override
    void call() throws MPIException {
      comm.Alltoall(outgoing, 0, bytes, MPI.BYTE, incoming, 0, bytes, MPI.BYTE);
    }
  }

  static final class Gather extends Collective {
    private byte[] outgoing;

    /** What rank 0 gathers. MPJ Express wants an array at the other ranks, too. */
    private byte[] incoming;

    @Override
    void prepare() {
      outgoing = array(options.largestBytes());
      incoming = array(Math.multiplyExact(ranks, options.largestBytes()));
    }

    @Override
    void call() throws MPIException {
      comm.Gather(outgoing, 0, bytes, MPI.BYTE, incoming, 0, bytes, MPI.BYTE, ROOT);
    }
  }

  static final class Scatter extends Collective {
    /** What rank 0 scatters. MPJ Express wants an array at the other ranks, too. */
    private byte[] outgoing;

    private byte[] incoming;

    @Override
    void prepare() {
      incoming = array(options.largestBytes());
      outgoing = array(Math.multiplyExact(ranks, options.largestBytes()));
    }

    @Override
    void call() throws MPIException {
      comm.Scatter(outgoing, 0, bytes, MPI.BYTE, incoming, 0, bytes, MPI.BYTE, ROOT);
    }
  }

  static final class Allreduce extends Reduction {
    @Override
    void call() throws MPIException {
      comm.Allreduce(operand, 0, result, 0, count(), MPI.FLOAT, MPI.SUM);
    }
  }

  static final class Reduce extends Reduction {
    @Override
    void call() throws MPIException {
      comm.Reduce(operand, 0, result, 0, count(), MPI.FLOAT, MPI.SUM, ROOT);
    }
  }

  static final class ReduceScatter extends Reduction {
    private int[] counts;
    private int countsOf;

    @Override
    void call() throws MPIException {
      comm.Reduce_scatter(operand, 0, result, 0, counts(), MPI.FLOAT, MPI.SUM);
    }

    private int[] counts() {
      if (counts == null || countsOf != count()) {
        countsOf = count();
        counts = new int[ranks];
        for (int of = 0; of < ranks; of++) {
          // The first ranks get one element more where the operand cannot be divided.
          counts[of] = countsOf / ranks + (of < countsOf % ranks ? 1 : 0);
        }
      }
      return counts;
    }
  }
}
