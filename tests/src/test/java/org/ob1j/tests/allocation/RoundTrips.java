package org.ob1j.tests.allocation;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/**
 * Ranks 0 and 1 send each other messages by turns and count what their own thread allocates. Rank 0
 * prints, for each kind of buffer and message length, the bytes for one send and one receive, the
 * larger of the two ranks' figures.
 *
 * <p>The first blocks allocate what is allocated once, and in one of them the compiler may find
 * that a Status goes nowhere, so blocks are repeated until one has no allocation on both ranks, or
 * just the Status of each receive, or for a while.
 */
public final class RoundTrips {
  private static final int BLOCK = 20_000;
  private static final int MAX_BLOCKS = 50;
  private static final int STATUS_BYTES = 40;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Comm comm;
  private final int rank;
  private final int peer;
  private Status kept;

  private RoundTrips(Comm comm) throws MPIException {
    this.comm = comm;
    rank = comm.getRank();
    peer = 1 - rank;
  }

  public static void main(String[] arguments) throws MPIException {
    MPI.Init(arguments);
    RoundTrips trips = new RoundTrips(MPI.COMM_WORLD);
    for (int bytes : new int[] {8, 1024}) {
      trips.measure("byte[]", bytes, new byte[bytes], bytes, MPI.BYTE);
      trips.measure("double[]", bytes, new double[bytes / 8], bytes / 8, MPI.DOUBLE);
      trips.measure("direct", bytes, MPI.newByteBuffer(bytes), bytes, MPI.BYTE);
    }
    trips.measureKept();
    MPI.Finalize();
  }

  private void measure(String kind, int bytes, Object buffer, int count, Datatype type)
      throws MPIException {
    long allocated = -1;
    for (int block = 0; block < MAX_BLOCKS && !isSettled(allocated); block++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      exchange(buffer, count, type);
      allocated = larger(THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    print(kind + " " + bytes, allocated);
  }

  private static boolean isSettled(long allocated) {
    return allocated == 0 || allocated == (long) STATUS_BYTES * BLOCK;
  }

  /** What the measurement shows if there is something to see. */
  private void measureKept() throws MPIException {
    byte[] buffer = new byte[8];
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < BLOCK; i++) {
      comm.send(buffer, 8, MPI.BYTE, peer, 0);
      kept = comm.recv(buffer, 8, MPI.BYTE, peer, 0);
    }
    print(
        kept.getSource() == peer ? "status kept" : "wrong source",
        larger(THREADS.getCurrentThreadAllocatedBytes() - before));
  }

  private void print(String what, long blockBytes) {
    if (rank == 0) {
      // As long as a double can tell: one byte in all the block's messages must not look like none.
      System.out.println(what + ": " + blockBytes / (double) BLOCK);
    }
  }

  private void exchange(Object buffer, int count, Datatype type) throws MPIException {
    for (int i = 0; i < BLOCK; i++) {
      comm.send(buffer, count, type, peer, 0);
      comm.recv(buffer, count, type, peer, 0);
    }
  }

  /** The larger of both ranks' figures, on both. */
  private long larger(long own) throws MPIException {
    long[] other = new long[1];
    comm.sendRecv(new long[] {own}, 1, MPI.LONG, peer, 1, other, 1, MPI.LONG, peer, 1);
    return Math.max(own, other[0]);
  }
}
