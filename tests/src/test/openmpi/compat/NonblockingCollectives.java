package compat;

import java.nio.IntBuffer;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Non-blocking collectives: direct buffers, as Open MPI's bindings ask for. */
final class NonblockingCollectives {
  private final Report report;
  private final Intracomm world = MPI.COMM_WORLD;
  private final int rank;
  private final int size;

  NonblockingCollectives(Report report) throws MPIException {
    this.report = report;
    rank = world.getRank();
    size = world.getSize();
  }

  void run() throws MPIException {
    fromRoot();
    toRoot();
    inPlaceAtRoot();
    toAll();
    allToAll();
    reductions();
    scans();
    together();
  }

  private IntBuffer filled(int count) {
    IntBuffer values = MPI.newIntBuffer(count);
    for (int i = 0; i < count; i++) {
      values.put(i, 100 * rank + i);
    }
    return values;
  }

  private int[] counts() {
    int[] counts = new int[size];
    for (int i = 0; i < size; i++) {
      counts[i] = 1 + i % 2;
    }
    return counts;
  }

  private int[] places() {
    int[] places = new int[size];
    for (int i = 0; i < size; i++) {
      places[i] = 3 * i;
    }
    return places;
  }

  private void show(String what, Request request, IntBuffer buffer) throws MPIException {
    request.waitFor();
    int[] values = new int[buffer.capacity()];
    for (int i = 0; i < values.length; i++) {
      values[i] = buffer.get(i);
    }
    report.say(what + " (null " + request.isNull() + ")", values);
  }

  private void fromRoot() throws MPIException {
    world.iBarrier().waitFor();
    IntBuffer values = filled(3);
    show("iBcast", world.iBcast(values, 3, MPI.INT, 1), values);
    IntBuffer mine = MPI.newIntBuffer(2);
    show("iScatter", world.iScatter(filled(2 * size), 2, MPI.INT, mine, 2, MPI.INT, 2), mine);
    int count = counts()[rank];
    show(
        "iScatterv",
        world.iScatterv(filled(3 * size), counts(), places(), MPI.INT, mine, count, MPI.INT, 3),
        mine);
  }

  private void toRoot() throws MPIException {
    IntBuffer all = MPI.newIntBuffer(2 * size);
    show("iGather", world.iGather(filled(2), 2, MPI.INT, all, 2, MPI.INT, 1), all);
    IntBuffer some = MPI.newIntBuffer(3 * size);
    int count = counts()[rank];
    show(
        "iGatherv",
        world.iGatherv(filled(2), count, MPI.INT, some, counts(), places(), MPI.INT, 2),
        some);
    IntBuffer sum = MPI.newIntBuffer(2);
    show("iReduce", world.iReduce(filled(2), sum, 2, MPI.INT, MPI.SUM, 3), sum);
  }

  private void inPlaceAtRoot() throws MPIException {
    int count = counts()[rank];
    IntBuffer all = filled(2 * size);
    show("iGather in place", world.iGather(all, 2, MPI.INT, 0), all);
    IntBuffer some = filled(3 * size);
    show(
        "iGatherv in place",
        rank == 0
            ? world.iGatherv(some, counts(), places(), MPI.INT, 0)
            : world.iGatherv(some, count, MPI.INT, 0),
        some);
    all = filled(2 * size);
    show("iScatter in place", world.iScatter(all, 2, MPI.INT, 0), all);
    some = filled(3 * size);
    show(
        "iScatterv in place",
        rank == 0
            ? world.iScatterv(some, counts(), places(), MPI.INT, 0)
            : world.iScatterv(some, count, MPI.INT, 0),
        some);
    IntBuffer sum = filled(2);
    Request request = world.iReduce(sum, 2, MPI.INT, MPI.SUM, 0);
    show("iReduce in place", request, rank == 0 ? sum : MPI.newIntBuffer(0));
  }

  private void toAll() throws MPIException {
    IntBuffer all = MPI.newIntBuffer(2 * size);
    show("iAllGather", world.iAllGather(filled(2), 2, MPI.INT, all, 2, MPI.INT), all);
    all = filled(2 * size);
    show("iAllGather in place", world.iAllGather(all, 2, MPI.INT), all);
    IntBuffer some = MPI.newIntBuffer(3 * size);
    show(
        "iAllGatherv",
        world.iAllGatherv(filled(2), counts()[rank], MPI.INT, some, counts(), places(), MPI.INT),
        some);
    some = filled(3 * size);
    show("iAllGatherv in place", world.iAllGatherv(some, counts(), places(), MPI.INT), some);
    IntBuffer sum = MPI.newIntBuffer(2);
    show("iAllReduce", world.iAllReduce(filled(2), sum, 2, MPI.INT, MPI.SUM), sum);
    sum = filled(2);
    show("iAllReduce in place", world.iAllReduce(sum, 2, MPI.INT, MPI.MAX), sum);
  }

  private void allToAll() throws MPIException {
    IntBuffer all = MPI.newIntBuffer(2 * size);
    show("iAllToAll", world.iAllToAll(filled(2 * size), 2, MPI.INT, all, 2, MPI.INT), all);
    int[] counts = new int[size];
    int[] bytes = new int[size];
    Datatype[] types = new Datatype[size];
    for (int i = 0; i < size; i++) {
      counts[i] = (rank + i) % 3;
      bytes[i] = 12 * i;
      types[i] = MPI.INT;
    }
    IntBuffer some = MPI.newIntBuffer(3 * size);
    show(
        "iAllToAllv",
        world.iAllToAllv(
            filled(3 * size), counts, places(), MPI.INT, some, counts, places(), MPI.INT),
        some);
    some = MPI.newIntBuffer(3 * size);
    show(
        "iAllToAllw",
        world.iAllToAllw(filled(3 * size), counts, bytes, types, some, counts, bytes, types),
        some);
  }

  private void reductions() throws MPIException {
    IntBuffer mine = MPI.newIntBuffer(2);
    show(
        "iReduceScatter",
        world.iReduceScatter(filled(2 * size), mine, counts(), MPI.INT, MPI.SUM),
        mine);
    IntBuffer block = MPI.newIntBuffer(2);
    show(
        "iReduceScatterBlock",
        world.iReduceScatterBlock(filled(2 * size), block, 2, MPI.INT, MPI.SUM),
        block);
    IntBuffer whole = filled(2 * size);
    Request request = world.iReduceScatter(whole, counts(), MPI.INT, MPI.SUM);
    request.waitFor();
    report.say("iReduceScatter in place: %d", whole.get(0));
    whole = filled(2 * size);
    world.iReduceScatterBlock(whole, 2, MPI.INT, MPI.SUM).waitFor();
    report.say("iReduceScatterBlock in place: %d %d", whole.get(0), whole.get(1));
  }

  private void scans() throws MPIException {
    IntBuffer sum = MPI.newIntBuffer(2);
    show("iScan", world.iScan(filled(2), sum, 2, MPI.INT, MPI.SUM), sum);
    sum = filled(2);
    show("iScan in place", world.iScan(sum, 2, MPI.INT, MPI.SUM), sum);
    sum = MPI.newIntBuffer(2);
    Request request = world.iExScan(filled(2), sum, 2, MPI.INT, MPI.SUM);
    show("iExScan", request, rank == 0 ? MPI.newIntBuffer(0) : sum);
    sum = filled(2);
    request = world.iExScan(sum, 2, MPI.INT, MPI.SUM);
    show("iExScan in place", request, rank == 0 ? MPI.newIntBuffer(0) : sum);
  }

  /** Several at once, completed in another order. */
  private void together() throws MPIException {
    IntBuffer sum = filled(2);
    IntBuffer greatest = filled(2);
    IntBuffer all = filled(size);
    Request[] requests = {
      world.iAllReduce(sum, 2, MPI.INT, MPI.SUM),
      world.iAllReduce(greatest, 2, MPI.INT, MPI.MAX),
      world.iAllGather(all, 1, MPI.INT)
    };
    requests[2].waitFor();
    requests[0].waitFor();
    Request.waitAll(requests);
    report.say("%d %d %d", sum.get(1), greatest.get(1), all.get(size - 1));
  }
}
