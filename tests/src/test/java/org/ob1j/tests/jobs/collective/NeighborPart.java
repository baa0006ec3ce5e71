package org.ob1j.tests.jobs.collective;

import java.nio.LongBuffer;
import mpi.CartComm;
import mpi.DistGraphNeighbors;
import mpi.GraphComm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.ShiftParms;

/** Neighbor collectives on every kind of topology, with what must come out of them. */
final class NeighborPart {
  private static final long UNTOUCHED = -7;

  private final Intracomm comm;
  private final int size;

  NeighborPart(Intracomm comm) {
    this.comm = comm;
    size = comm.getSize();
  }

  void run(int count) {
    exchangeInGrid(count);
    gatherInGraph(count);
    gatherAtTheMiddle(count);
  }

  private static long value(int sender, int block, int index) {
    return 1_000_003L * (sender + 1) + 7_919L * block + index;
  }

  private static void require(long actual, long expected, String what, int element) {
    if (actual != expected) {
      throw new AssertionError(
          what + ", element " + element + ": " + actual + " in place of " + expected);
    }
  }

  /** Two dimensions of any lengths, one of them periodic; both forms at once. */
  private void exchangeInGrid(int count) {
    int[] dims = new int[2];
    CartComm.createDims(size, dims);
    CartComm grid = comm.createCart(dims, new boolean[] {true, false}, false);
    int rank = grid.getRank();
    long[] outgoing = new long[4 * count];
    LongBuffer started = MPI.newLongBuffer(4 * count);
    LongBuffer incoming = MPI.newLongBuffer(4 * count);
    long[] waited = new long[4 * count];
    for (int i = 0; i < 4 * count; i++) {
      outgoing[i] = value(rank, i / count, i % count);
      started.put(i, outgoing[i]);
      incoming.put(i, UNTOUCHED);
      waited[i] = UNTOUCHED;
    }
    Request request = grid.iNeighborAllToAll(started, count, MPI.LONG, incoming, count, MPI.LONG);
    grid.neighborAllToAll(outgoing, count, MPI.LONG, waited, count, MPI.LONG);
    request.waitFor();
    for (int dimension = 0; dimension < 2; dimension++) {
      ShiftParms shift = grid.shift(dimension, 1);
      int[] senders = {shift.getRankSource(), shift.getRankDest()};
      for (int side = 0; side < 2; side++) {
        int place = 2 * dimension + side;
        for (int i = 0; i < count; i++) {
          int at = place * count + i;
          // What was sent upwards comes from below, and the other way round.
          long expected =
              senders[side] == MPI.PROC_NULL
                  ? UNTOUCHED
                  : value(senders[side], 2 * dimension + 1 - side, i);
          require(waited[at], expected, "neighborAllToAll", at);
          require(incoming.get(at), expected, "iNeighborAllToAll", at);
        }
      }
    }
    grid.free();
  }

  /** A ring in which every process names the one above first, and itself last. */
  private void gatherInGraph(int count) {
    int[] index = new int[size];
    int[] edges = new int[3 * size];
    for (int node = 0; node < size; node++) {
      index[node] = 3 * node + 3;
      edges[3 * node] = (node + 1) % size;
      edges[3 * node + 1] = (node + size - 1) % size;
      edges[3 * node + 2] = node;
    }
    GraphComm graph = comm.createGraph(index, edges, true);
    long[] own = new long[count];
    for (int i = 0; i < count; i++) {
      own[i] = value(graph.getRank(), 0, i);
    }
    long[] all = new long[3 * count];
    graph.neighborAllGather(own, count, MPI.LONG, all, count, MPI.LONG);
    int[] neighbors = graph.getNeighbors(graph.getRank());
    for (int i = 0; i < all.length; i++) {
      require(all[i], value(neighbors[i / count], 0, i % count), "neighborAllGather", i);
    }
    graph.free();
  }

  /** Every process tells of the edge from the next one to rank 0; lengths differ. */
  private void gatherAtTheMiddle(int count) {
    int next = (comm.getRank() + 1) % size;
    GraphComm star =
        comm.createDistGraph(new int[] {next}, new int[] {1}, new int[1], MPI.INFO_NULL, false);
    DistGraphNeighbors neighbors = star.getDistGraphNeighbors();
    int length = count + star.getRank();
    long[] own = new long[length];
    for (int i = 0; i < length; i++) {
      own[i] = value(star.getRank(), 0, i);
    }
    int[] counts = new int[neighbors.getInDegree()];
    int[] places = new int[counts.length];
    int end = 0;
    for (int i = 0; i < counts.length; i++) {
      counts[i] = count + neighbors.getSource(i);
      places[i] = end + 1;
      end = places[i] + counts[i];
    }
    long[] all = new long[end];
    star.neighborAllGatherv(own, length, MPI.LONG, all, counts, places, MPI.LONG);
    require(counts.length, star.getRank() == 0 ? size : 0, "edges of rank", star.getRank());
    for (int k = 0; k < counts.length; k++) {
      for (int i = 0; i < counts[k]; i++) {
        require(
            all[places[k] + i],
            value(neighbors.getSource(k), 0, i),
            "neighborAllGatherv",
            places[k] + i);
      }
    }
    star.free();
  }
}
