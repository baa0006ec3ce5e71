package org.ob1j.tests.jobs.collective;

import java.nio.LongBuffer;
import java.util.Arrays;
import mpi.Comm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.Request;
import mpi.UserFunction;
import org.ob1j.tests.cover.IntercommPart;

/** Every collective, on short and long data, with what must come out of it. */
public final class CollectiveProgram {
  private static final int[] COUNTS = {1, 300, 40_000};
  private static final int MANY = 600;

  /** Keeps the first operand that is not 0: the order of the ranks decides. */
  private static final Op FIRST =
      new Op(
          new UserFunction() {
            @Override
            public void call(Object in, Object inOut, int count, Datatype type) {
              long[] lower = (long[]) in;
              long[] higher = (long[]) inOut;
              for (int i = 0; i < count; i++) {
                higher[i] = lower[i] != 0 ? lower[i] : higher[i];
              }
            }
          },
          false);

  private final Intracomm comm = MPI.COMM_WORLD;
  private final int rank = comm.getRank();
  private final int size = comm.getSize();

  private CollectiveProgram() {}

  /** Runs a rank. */
  public static void main(String[] arguments) {
    MPI.Init(arguments);
    CollectiveProgram program = new CollectiveProgram();
    for (int count : COUNTS) {
      program.move(count);
      program.combine(count);
      program.overlap(count);
      new NeighborPart(MPI.COMM_WORLD).run(count);
    }
    program.share();
    new ManyStarted(MPI.COMM_WORLD).run(MANY);
    Intracomm between = MPI.COMM_WORLD.dup();
    between.setErrhandler(MPI.ERRORS_RETURN);
    IntercommPart.of(between).run();
    between.free();
    MPI.COMM_WORLD.barrier();
    if (program.rank == 0) {
      System.out.println("all collectives of " + program.size);
    }
    MPI.Finalize();
  }

  private static long value(int ofRank, int index) {
    return 1_000_003L * (ofRank + 1) + index;
  }

  private static long[] numbers(int ofRank, int count) {
    long[] numbers = new long[count];
    Arrays.setAll(numbers, i -> value(ofRank, i));
    return numbers;
  }

  private static void require(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }

  private static void require(long actual, long expected, String what, int element) {
    if (actual != expected) {
      throw new AssertionError(what + ", element " + element + ": " + actual);
    }
  }

  private void requireEverybodys(long[] all, int count, String what) {
    for (int i = 0; i < all.length; i++) {
      require(all[i], value(i / count, i % count), what, i);
    }
  }

  private void move(int count) {
    int last = size - 1;
    long[] data = rank == last ? numbers(last, count) : new long[count];
    comm.bcast(data, count, MPI.LONG, last);
    require(Arrays.equals(data, numbers(last, count)), "bcast");

    long[] all = new long[count * size];
    comm.gather(numbers(rank, count), count, MPI.LONG, all, count, MPI.LONG, last);
    if (rank == last) {
      requireEverybodys(all, count, "gather");
    }
    long[] own = new long[count];
    comm.scatter(all, count, MPI.LONG, own, count, MPI.LONG, last);
    require(Arrays.equals(own, numbers(rank, count)), "scatter");

    long[] gathered = new long[count * size];
    comm.allGather(own, count, MPI.LONG, gathered, count, MPI.LONG);
    requireEverybodys(gathered, count, "allGather");

    long[] exchanged = new long[count * size];
    comm.allToAll(gathered, count, MPI.LONG, exchanged, count, MPI.LONG);
    for (int i = 0; i < exchanged.length; i++) {
      require(exchanged[i], value(rank, i % count), "allToAll", i);
    }
  }

  private void combine(int count) {
    long[] sum = new long[count];
    comm.allReduce(numbers(rank, count), sum, count, MPI.LONG, MPI.SUM);
    long[] greatest = numbers(rank, count);
    comm.reduce(greatest, count, MPI.LONG, MPI.MAX, 0);
    long[] first = new long[count];
    long[] operand = new long[count];
    operand[count - 1] = rank == 0 ? 0 : rank;
    comm.allReduce(operand, first, count, MPI.LONG, FIRST);
    long[] prefix = numbers(rank, count);
    comm.scan(prefix, count, MPI.LONG, MPI.SUM);
    for (int i = 0; i < count; i++) {
      require(sum[i], sumOf(size, i), "allReduce", i);
      require(greatest[i], value(rank == 0 ? size - 1 : rank, i), "reduce", i);
      require(prefix[i], sumOf(rank + 1, i), "scan", i);
    }
    require(first[count - 1] == (size == 1 ? 0 : 1), "a user's operation: " + first[count - 1]);
    long[] block = new long[count];
    comm.reduceScatterBlock(numbers(rank, count * size), block, count, MPI.LONG, MPI.SUM);
    for (int i = 0; i < count; i++) {
      require(block[i], sumOf(size, rank * count + i), "reduceScatterBlock", i);
    }
  }

  /** Ranks of a host, the last one first. */
  private void share() {
    int local = Integer.parseInt(System.getenv("OMPI_COMM_WORLD_LOCAL_SIZE"));
    int localRank = Integer.parseInt(System.getenv("OMPI_COMM_WORLD_NODE_RANK"));
    Intracomm host = comm.splitType(Comm.TYPE_SHARED, -rank, MPI.INFO_NULL);
    require(host.getSize() == local && host.getRank() == local - 1 - localRank, "splitType");
    host.barrier();
    host.free();
  }

  private static long sumOf(int ranks, int index) {
    long sum = 0;
    for (int other = 0; other < ranks; other++) {
      sum += value(other, index);
    }
    return sum;
  }

  /** Several at a time, which complete in another order than they were started. */
  private void overlap(int count) {
    LongBuffer sum = MPI.newLongBuffer(count);
    LongBuffer data = MPI.newLongBuffer(count);
    long[] all = new long[count * size];
    for (int i = 0; i < count; i++) {
      sum.put(i, value(rank, i));
      data.put(i, rank == 0 ? value(0, i) : 0);
    }
    Request barrier = comm.iBarrier();
    Request reduction = comm.iAllReduce(sum, count, MPI.LONG, MPI.SUM);
    Request broadcast = comm.iBcast(data, count, MPI.LONG, 0);
    long[] own = numbers(rank, count);
    Request gather = comm.iAllGather(own, count, MPI.LONG, all, count, MPI.LONG);
    int[] token = {rank};
    comm.bcast(token, 1, MPI.INT, size - 1);
    require(token[0] == size - 1, "a collective that waits among others that do not");
    gather.waitFor();
    Request.waitAll(new Request[] {broadcast, reduction, barrier});
    requireEverybodys(all, count, "iAllGather");
    for (int i = 0; i < count; i++) {
      require(sum.get(i), sumOf(size, i), "iAllReduce", i);
      require(data.get(i), value(0, i), "iBcast", i);
    }
  }
}
