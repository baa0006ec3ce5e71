package org.ob1j.tests.cover;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/**
 * Messages and collectives between the even and the odd ranks of a communicator, by one thread of
 * each rank.
 */
public final class IntercommPart implements Runnable {
  private static final int[] LENGTHS = {0, 8, 3_000, 100_000, 480_000};
  private static final int ROUNDS = 5;
  private static final int TAG = 11;

  private final Intracomm comm;
  private final Data.Kind kind;
  private final int side;

  /** Ranks of the communicator on each side. */
  private final int[] sizes = new int[2];

  private Intercomm joined;
  private int rank;
  private int others;

  IntercommPart(Intracomm comm, Data.Kind kind) {
    this.comm = comm;
    this.kind = kind;
    side = comm.getRank() % 2;
    sizes[0] = (comm.getSize() + 1) / 2;
    sizes[1] = comm.getSize() / 2;
  }

  /** The part for at least two ranks, with arrays. */
  public static Runnable of(Intracomm comm) {
    return new IntercommPart(comm, Data.Kind.ARRAY);
  }

  @Override
  public void run() {
    for (int round = 0; round < ROUNDS; round++) {
      Intracomm local = comm.split(side, 0);
      joined = comm.createIntercomm(local, 0, 1 - side, TAG);
      local.free();
      rank = joined.getRank();
      others = joined.getRemoteSize();
      require(others == sizes[1 - side], "size of the other group");
      exchange(LENGTHS[round]);
      collectives(LENGTHS[round] / Long.BYTES);
      Intercomm dup = joined.iDup();
      merge();
      dup.getRequest().waitFor();
      require(Comm.compare(joined, dup) == MPI.CONGRUENT, "a duplicate's groups");
      dup.barrier();
      dup.free();
      joined.free();
    }
    require(Intercomm.getParent().isNull(), "no parent");
  }

  private static void require(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }

  private static int seed(int ofSide, int ofRank, int toRank) {
    return 50 * ofSide + 7 * ofRank + toRank;
  }

  /** Everybody sends to all of the other group, who receive in the order of arrival. */
  private void exchange(int lengthBytes) {
    Request[] sends = new Request[others];
    for (int other = 0; other < others; other++) {
      Data data = Data.of(kind, lengthBytes).fill(seed(side, rank, other));
      sends[other] = joined.iSend(data.object(), lengthBytes, MPI.BYTE, other, TAG);
    }
    boolean[] heard = new boolean[others];
    for (int i = 0; i < others; i++) {
      Status probed = joined.probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
      require(probed.getCount(MPI.BYTE) == lengthBytes, "length of what was probed");
      Data data = Data.of(kind, lengthBytes);
      int from = i % 2 == 0 ? MPI.ANY_SOURCE : probed.getSource();
      Status status = joined.recv(data.object(), lengthBytes, MPI.BYTE, from, TAG);
      int source = status.getSource();
      data.check("message of rank " + source, seed(1 - side, source, rank));
      require(!heard[source], "a source twice");
      heard[source] = true;
    }
    Request.waitAll(sends);
    boolean refused = false;
    try {
      joined.send(new byte[1], 1, MPI.BYTE, others, TAG);
    } catch (MPIException wrongRank) {
      refused = wrongRank.getErrorClass() == MPI.ERR_RANK;
    }
    require(refused, "a rank beyond the other group");
  }

  private static long value(int ofSide, int ofRank, int index) {
    return 1_000_003L * (10 * ofSide + ofRank + 1) + index;
  }

  private static long[] numbers(int ofSide, int ofRank, int count) {
    long[] numbers = new long[count];
    Arrays.setAll(numbers, i -> value(ofSide, ofRank, i));
    return numbers;
  }

  private void collectives(int count) {
    long[] own = numbers(side, rank, count * others);
    Request barrier = joined.iBarrier();
    long[] sums = new long[count];
    joined.allReduce(own, sums, count, MPI.LONG, MPI.SUM);
    requireSums(sums, 0, "allReduce");
    for (int rootSide = 0; rootSide < 2; rootSide++) {
      int root = sizes[rootSide] - 1;
      rooted(rootSide, root, count, own);
    }
    long[] exchanged = new long[count * others];
    joined.allToAll(own, count, MPI.LONG, exchanged, count, MPI.LONG);
    for (int i = 0; i < exchanged.length; i++) {
      long expected = value(1 - side, i / count, rank * count + i % count);
      require(exchanged[i] == expected, "allToAll, element " + i);
    }
    // As many elements on both sides, in blocks of their own.
    int[] counts = new int[sizes[side]];
    counts[0] = count;
    long[] block = new long[counts[rank]];
    joined.reduceScatter(own, block, counts, MPI.LONG, MPI.SUM);
    requireSums(block, 0, "reduceScatter");
    barrier.waitFor();
  }

  /** What the other group's elements add up to. */
  private void requireSums(long[] sums, int first, String what) {
    for (int i = 0; i < sums.length; i++) {
      int index = first + i;
      long expected = IntStream.range(0, others).mapToLong(o -> value(1 - side, o, index)).sum();
      require(sums[i] == expected, what + ", element " + i);
    }
  }

  private void rooted(int rootSide, int root, int count, long[] own) {
    boolean isRoot = side == rootSide && rank == root;
    int argument = root;
    if (side == rootSide) {
      argument = isRoot ? MPI.ROOT : MPI.PROC_NULL;
    }
    long[] data = isRoot ? numbers(rootSide, root, count) : new long[count];
    joined.bcast(data, count, MPI.LONG, argument);
    if (side != rootSide) {
      require(Arrays.equals(data, numbers(rootSide, root, count)), "bcast");
    }
    long[] all = new long[isRoot ? count * others : 0];
    joined.gather(own, count, MPI.LONG, all, count, MPI.LONG, argument);
    for (int i = 0; i < all.length; i++) {
      require(all[i] == value(1 - side, i / count, i % count), "gather, element " + i);
    }
    long[] sums = new long[isRoot ? count : 0];
    joined.reduce(own, sums, count, MPI.LONG, MPI.SUM, argument);
    requireSums(sums, 0, "reduce");
  }

  private void merge() {
    Intracomm merged = joined.merge(side == 0);
    int expected = side == 0 ? sizes[1] + rank : rank;
    require(merged.getRank() == expected, "rank in the merged communicator");
    int[] sum = {1};
    merged.allReduce(sum, 1, MPI.INT, MPI.SUM);
    require(sum[0] == comm.getSize(), "size of the merged communicator");
    merged.free();
  }
}
