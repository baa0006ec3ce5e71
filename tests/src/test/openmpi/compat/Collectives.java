package compat;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.UserFunction;

/** Blocking collectives over COMM_WORLD, operations, and those of a program's own. */
public final class Collectives {
  private final Report report = new Report();
  private final Intracomm world = MPI.COMM_WORLD;
  private final int rank;
  private final int size;

  private Collectives() throws MPIException {
    rank = world.getRank();
    size = world.getSize();
  }

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    new Collectives().run();
    MPI.Finalize();
  }

  private void run() throws MPIException {
    world.barrier();
    fromRoot();
    toRoot();
    toRootInPlace();
    toAll();
    toAllInPlace();
    allToAll();
    reductions();
    scans();
    operations();
    signs();
    logical();
    own();
    types();
    errors();
    new NonblockingCollectives(report).run();
    report.print();
  }

  private int[] filled(int count) {
    int[] values = new int[count];
    for (int i = 0; i < count; i++) {
      values[i] = 100 * rank + i;
    }
    return values;
  }

  /** Block i has i + 1 elements. */
  private int[] counts() {
    int[] counts = new int[size];
    for (int i = 0; i < size; i++) {
      counts[i] = i + 1;
    }
    return counts;
  }

  /** With one element between blocks. */
  private int[] places() {
    int[] places = new int[size];
    for (int i = 1; i < size; i++) {
      places[i] = places[i - 1] + i + 1;
    }
    return places;
  }

  private int room() {
    return places()[size - 1] + size;
  }

  private void fromRoot() throws MPIException {
    for (int root = 0; root < size; root += 3) {
      int[] values = filled(3);
      world.bcast(values, 3, MPI.INT, root);
      report.say("bcast", values);
      int[] mine = new int[2];
      world.scatter(filled(2 * size), 2, MPI.INT, mine, 2, MPI.INT, root);
      report.say("scatter", mine);
      int[] whole = filled(2 * size);
      world.scatter(whole, 2, MPI.INT, root);
      report.say("scatter in place", whole);
      int[] some = new int[rank + 1];
      world.scatterv(filled(room()), counts(), places(), MPI.INT, some, rank + 1, MPI.INT, root);
      report.say("scatterv", some);
      int[] inPlace = filled(room());
      if (rank == root) {
        world.scatterv(inPlace, counts(), places(), MPI.INT, root);
      } else {
        world.scatterv(inPlace, rank + 1, MPI.INT, root);
      }
      report.say("scatterv in place", inPlace);
    }
  }

  private void toRoot() throws MPIException {
    for (int root = 0; root < size; root += 3) {
      int[] all = new int[2 * size];
      world.gather(filled(2), 2, MPI.INT, all, 2, MPI.INT, root);
      report.say("gather", all);
      int[] some = new int[room()];
      world.gatherv(filled(rank + 1), rank + 1, MPI.INT, some, counts(), places(), MPI.INT, root);
      report.say("gatherv", some);
      int[] sum = new int[3];
      world.reduce(filled(3), sum, 3, MPI.INT, MPI.SUM, root);
      report.say("reduce", sum);
    }
  }

  private void toRootInPlace() throws MPIException {
    for (int root = 0; root < size; root += 3) {
      int[] all = rank == root ? new int[2 * size] : filled(2);
      if (rank == root) {
        all[2 * root] = -1;
      }
      world.gather(all, 2, MPI.INT, root);
      report.say("gather in place", all);
      int[] some = filled(room());
      if (rank == root) {
        world.gatherv(some, counts(), places(), MPI.INT, root);
      } else {
        world.gatherv(some, rank + 1, MPI.INT, root);
      }
      report.say("gatherv in place", some);
      int[] sum = filled(3);
      world.reduce(sum, 3, MPI.INT, MPI.SUM, root);
      report.say("reduce in place", rank == root ? sum : new int[0]);
    }
  }

  private void toAll() throws MPIException {
    int[] all = new int[2 * size];
    world.allGather(filled(2), 2, MPI.INT, all, 2, MPI.INT);
    report.say("allGather", all);
    int[] some = new int[room()];
    world.allGatherv(filled(rank + 1), rank + 1, MPI.INT, some, counts(), places(), MPI.INT);
    report.say("allGatherv", some);
    int[] sum = new int[3];
    world.allReduce(filled(3), sum, 3, MPI.INT, MPI.SUM);
    report.say("allReduce", sum);
    IntBuffer direct = MPI.newIntBuffer(2 * size);
    world.allGather(IntBuffer.wrap(filled(2)), 2, MPI.INT, direct, 2, MPI.INT);
    report.say("allGather of buffers: %d %d", direct.get(1), direct.get(2 * size - 1));
  }

  private void toAllInPlace() throws MPIException {
    int[] all = filled(2 * size);
    world.allGather(all, 2, MPI.INT);
    report.say("allGather in place", all);
    int[] some = filled(room());
    world.allGatherv(some, counts(), places(), MPI.INT);
    report.say("allGatherv in place", some);
    int[] sum = filled(3);
    world.allReduce(sum, 3, MPI.INT, MPI.MAX);
    report.say("allReduce in place", sum);
  }

  private void allToAll() throws MPIException {
    int[] all = new int[2 * size];
    world.allToAll(filled(2 * size), 2, MPI.INT, all, 2, MPI.INT);
    report.say("allToAll", all);
    int[] counts = new int[size];
    int[] starts = new int[size];
    for (int i = 0; i < size; i++) {
      counts[i] = (rank + i) % 3;
      starts[i] = 3 * i;
    }
    int[] some = new int[3 * size];
    world.allToAllv(filled(3 * size), counts, starts, MPI.INT, some, counts, starts, MPI.INT);
    report.say("allToAllv", some);
    Datatype[] types = new Datatype[size];
    for (int i = 0; i < size; i++) {
      types[i] = MPI.INT;
      starts[i] = 12 * i;
    }
    IntBuffer sent = MPI.newIntBuffer(3 * size);
    sent.put(filled(3 * size));
    IntBuffer received = MPI.newIntBuffer(3 * size);
    world.allToAllw(sent, counts, starts, types, received, counts, starts, types);
    received.get(some);
    report.say("allToAllw", some);
  }

  private void reductions() throws MPIException {
    int[] mine = new int[rank + 1];
    world.reduceScatter(filled(room()), mine, counts(), MPI.INT, MPI.SUM);
    report.say("reduceScatter", mine);
    int[] inPlace = filled(room());
    world.reduceScatter(inPlace, counts(), MPI.INT, MPI.SUM);
    report.say("reduceScatter in place", java.util.Arrays.copyOf(inPlace, rank + 1));
    int[] block = new int[2];
    world.reduceScatterBlock(filled(2 * size), block, 2, MPI.INT, MPI.MIN);
    report.say("reduceScatterBlock", block);
    int[] whole = filled(2 * size);
    world.reduceScatterBlock(whole, 2, MPI.INT, MPI.SUM);
    report.say("reduceScatterBlock in place", java.util.Arrays.copyOf(whole, 2));
    int[] local = filled(3);
    mpi.Comm.reduceLocal(new int[] {1, 2, 3}, local, 3, MPI.INT, MPI.SUM);
    report.say("reduceLocal", local);
  }

  private void scans() throws MPIException {
    int[] sums = new int[3];
    world.scan(filled(3), sums, 3, MPI.INT, MPI.SUM);
    report.say("scan", sums);
    int[] inPlace = filled(3);
    world.scan(inPlace, 3, MPI.INT, MPI.SUM);
    report.say("scan in place", inPlace);
    int[] before = {-1, -1, -1};
    world.exScan(filled(3), before, 3, MPI.INT, MPI.SUM);
    report.say("exScan", rank == 0 ? new int[0] : before);
    int[] beforeInPlace = filled(3);
    world.exScan(beforeInPlace, 3, MPI.INT, MPI.SUM);
    report.say("exScan in place", rank == 0 ? new int[0] : beforeInPlace);
  }

  private void operations() throws MPIException {
    Op[] ops = {
      MPI.MAX, MPI.MIN, MPI.SUM, MPI.PROD, MPI.BAND, MPI.BOR, MPI.BXOR, MPI.LAND, MPI.LOR, MPI.LXOR
    };
    for (Op op : ops) {
      int[] ints = {rank + 3, rank % 2};
      world.allReduce(ints, 2, MPI.INT, op);
      long[] longs = {rank - 3, 1L << (40 + rank)};
      world.allReduce(longs, 2, MPI.LONG, op);
      short[] shorts = {(short) (rank - 2), 0x55};
      world.allReduce(shorts, 2, MPI.SHORT, op);
      report.say(
          "%d %d, %d %x, %d %d, commutes %s",
          ints[0], ints[1], longs[0], longs[1], shorts[0], shorts[1], op.isCommutative());
    }
    for (Op op : new Op[] {MPI.MAX, MPI.MIN, MPI.SUM, MPI.PROD}) {
      float[] floats = {rank + 0.5f, -rank};
      world.allReduce(floats, 2, MPI.FLOAT, op);
      double[] doubles = {rank + 0.25, -rank};
      world.allReduce(doubles, 2, MPI.DOUBLE, op);
      report.say("%s %s, %s %s", floats[0], floats[1], doubles[0], doubles[1]);
    }
    report.say("null: %s %s %s", MPI.REPLACE.isNull(), MPI.NO_OP.isNull(), MPI.MINLOC.isNull());
  }

  /** BYTE and CHAR have no sign. */
  private void signs() throws MPIException {
    for (Op op : new Op[] {MPI.MAX, MPI.MIN, MPI.SUM, MPI.BXOR}) {
      byte[] bytes = {(byte) (1 - rank), (byte) (100 + rank)};
      world.allReduce(bytes, 2, MPI.BYTE, op);
      char[] chars = {(char) (1 - rank), (char) (rank + 1)};
      world.allReduce(chars, 2, MPI.CHAR, op);
      report.say("%d %d, %d %d", bytes[0], bytes[1], (int) chars[0], (int) chars[1]);
    }
  }

  private void logical() throws MPIException {
    for (Op op : new Op[] {MPI.LAND, MPI.LOR, MPI.LXOR, MPI.BAND, MPI.BOR, MPI.BXOR}) {
      boolean[] flags = {rank == 1, true, false, rank > 0};
      world.allReduce(flags, 4, MPI.BOOLEAN, op);
      report.say("%s", java.util.Arrays.toString(flags));
    }
  }

  /** x then y is 3x + y: neither commutative nor, over floating sums, forgiving about order. */
  private static final class InOrder extends UserFunction {
    @Override
    public void call(Object in, Object inOut, int count, Datatype type) {
      int[] left = (int[]) in;
      int[] right = (int[]) inOut;
      for (int i = 0; i < count; i++) {
        right[2 * i + 1] = left[2 * i + 1] + left[2 * i] * right[2 * i + 1];
        right[2 * i] = left[2 * i] * right[2 * i];
      }
    }
  }

  private static final class OfBuffers extends UserFunction {
    @Override
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
      for (int i = 0; i < count; i++) {
        inOut.putInt(4 * i, Math.max(in.getInt(4 * i), inOut.getInt(4 * i)));
      }
    }
  }

  private void own() throws MPIException {
    // Functions ax + b, composed in the order of ranks.
    Datatype two = Datatype.createContiguous(2, MPI.INT);
    two.commit();
    Op inOrder = new Op(new InOrder(), false);
    int[] result = new int[2];
    world.allReduce(new int[] {rank + 2, rank + 1}, result, 1, two, inOrder);
    report.say("composed", result);
    world.scan(new int[] {rank + 2, rank + 1}, result, 1, two, inOrder);
    report.say("composed up to here", result);
    Op again = new Op(new InOrder(), false);
    world.reduce(new int[] {rank + 2, 2 * rank}, result, 1, two, again, 2);
    report.say("composed at 2", rank == 2 ? result : new int[0]);
    Op ofBuffers = new Op(new OfBuffers(), true);
    int[] greatest = filled(3);
    world.allReduce(greatest, 3, MPI.INT, ofBuffers);
    report.say("greatest", greatest);
    report.say(
        "commute: %s %s, null %s",
        inOrder.isCommutative(), ofBuffers.isCommutative(), inOrder.isNull());
    inOrder.free();
    ofBuffers.free();
    report.say("freed: %s", inOrder.isNull());
    two.free();
  }

  private void types() throws MPIException {
    Datatype column = Datatype.createVector(3, 1, 4, MPI.DOUBLE);
    Datatype resized = Datatype.createResized(column, 0, 8);
    resized.commit();
    double[] matrix = new double[12];
    for (int i = 0; i < 12; i++) {
      matrix[i] = rank + i / 100.0;
    }
    double[] columns = new double[3 * size];
    world.gather(matrix, 1, resized, columns, 3, MPI.DOUBLE, 1);
    report.say("columns", columns);
    double[] transposed = new double[12];
    world.allToAll(matrix, 1, resized, transposed, 3, MPI.DOUBLE);
    report.say("transposed", transposed);
  }

  private void errors() throws MPIException {
    int[] one = new int[1];
    report.fails("bcast from 99", () -> world.bcast(one, 1, MPI.INT, 99));
    report.fails("reduce to -3", () -> world.reduce(one, 1, MPI.INT, MPI.SUM, -3));
    report.fails("BAND of floats", () -> world.allReduce(new float[1], 1, MPI.FLOAT, MPI.BAND));
  }
}
