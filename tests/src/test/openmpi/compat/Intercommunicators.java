package compat;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Comm;
import mpi.Datatype;
import mpi.Group;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** Two groups, of one and of three ranks: messages and collectives between them. */
public final class Intercommunicators {
  private final Report report = new Report();
  private final Intracomm world = MPI.COMM_WORLD;
  private final int rank;
  private final boolean low;
  private final Intercomm inter;

  /** Of this process in its group, and of the other group. */
  private final int place;

  private final int remotes;

  private Intercommunicators() throws MPIException {
    rank = world.getRank();
    low = rank == 0;
    Intracomm mine = world.split(low ? 0 : 1, rank);
    inter = world.createIntercomm(mine, 0, low ? 1 : 0, 17);
    place = inter.getRank();
    remotes = inter.getRemoteSize();
  }

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    new Intercommunicators().run();
    MPI.Finalize();
  }

  private void run() throws MPIException {
    report.say("no parent: %s", Intercomm.getParent().isNull());
    describe("inter", inter);
    groups();
    messages();
    fromRoot();
    toRoot();
    toAll();
    allToAll();
    reductions();
    nonblocking();
    copies();
    merged();
    inter.free();
    report.say("freed: %s", inter.isNull());
    report.print();
  }

  private void describe(String what, Intercomm comm) throws MPIException {
    report.say(
        "%s: rank %d of %d, remote size %d, inter %s, null %s",
        what, comm.getRank(), comm.getSize(), comm.getRemoteSize(), comm.isInter(), comm.isNull());
  }

  private void groups() throws MPIException {
    Group remote = inter.getRemoteGroup();
    Group local = inter.getGroup();
    report.say(
        "remote %d of %d, local %d of %d",
        remote.getRank(), remote.getSize(), local.getRank(), local.getSize());
    report.say("remote 0 is", Group.translateRanks(remote, new int[] {0}, world.getGroup()));
    report.say("compare: %d %d", Comm.compare(inter, inter), Comm.compare(inter, world));
    report.fails("rank of the own group", () -> inter.send(new int[1], 1, MPI.INT, 3, 0));
  }

  private void messages() throws MPIException {
    int[] values = {rank, 5};
    if (low) {
      for (int i = 0; i < remotes; i++) {
        inter.send(values, 2, MPI.INT, i, i);
      }
      for (int i = 0; i < remotes; i++) {
        Status status = inter.recv(values, 2, MPI.INT, i, MPI.ANY_TAG);
        report.say("from %d, tag %d: %d", status.getSource(), status.getTag(), values[0]);
      }
    } else {
      Status status = inter.probe(MPI.ANY_SOURCE, place);
      inter.recv(values, 2, MPI.INT, status.getSource(), place);
      report.say("from %d: %d", status.getSource(), values[0]);
      values[0] = 10 * rank;
      inter.sSend(values, 2, MPI.INT, 0, 7);
    }
  }

  /** Rank 0, or the second of the others, is root: as what does this process call? */
  private int root(boolean lowIsRoot) {
    if (lowIsRoot) {
      return low ? MPI.ROOT : 0;
    }
    return low ? 1 : place == 1 ? MPI.ROOT : MPI.PROC_NULL;
  }

  private int[] filled(int count) {
    int[] values = new int[count];
    for (int i = 0; i < count; i++) {
      values[i] = 100 * rank + i;
    }
    return values;
  }

  private int[] all(int count) {
    int[] counts = new int[remotes];
    Arrays.fill(counts, count);
    return counts;
  }

  private int[] places(int distance) {
    int[] places = new int[remotes];
    for (int i = 0; i < remotes; i++) {
      places[i] = distance * (remotes - 1 - i);
    }
    return places;
  }

  private void fromRoot() throws MPIException {
    inter.barrier();
    for (boolean lowIsRoot : new boolean[] {true, false}) {
      int root = root(lowIsRoot);
      int[] values = filled(2);
      inter.bcast(values, 2, MPI.INT, root);
      report.say("bcast", values);
      int[] mine = new int[2];
      inter.scatter(filled(2 * remotes), 2, MPI.INT, mine, 2, MPI.INT, root);
      show("scatter", mine, low != lowIsRoot);
      mine = new int[2];
      inter.scatterv(filled(3 * remotes), all(2), places(3), MPI.INT, mine, 2, MPI.INT, root);
      show("scatterv", mine, low != lowIsRoot);
    }
  }

  /** Open MPI overwrites arrays of those who receive nothing. */
  private void show(String what, int[] values, boolean receives) {
    if (receives) {
      report.say(what, values);
    }
  }

  private void toRoot() throws MPIException {
    for (boolean lowIsRoot : new boolean[] {true, false}) {
      int root = root(lowIsRoot);
      int[] whole = new int[2 * remotes];
      inter.gather(filled(2), 2, MPI.INT, whole, 2, MPI.INT, root);
      show("gather", whole, root == MPI.ROOT);
      int[] some = new int[3 * remotes];
      inter.gatherv(filled(2), 2, MPI.INT, some, all(2), places(3), MPI.INT, root);
      show("gatherv", some, root == MPI.ROOT);
      int[] sum = new int[2];
      inter.reduce(filled(2), sum, 2, MPI.INT, MPI.SUM, root);
      show("reduce", sum, root == MPI.ROOT);
    }
  }

  private void toAll() throws MPIException {
    int[] whole = new int[2 * remotes];
    inter.allGather(filled(2), 2, MPI.INT, whole, 2, MPI.INT);
    report.say("allGather", whole);
    int[] some = new int[3 * remotes];
    inter.allGatherv(filled(2), 2, MPI.INT, some, all(2), places(3), MPI.INT);
    report.say("allGatherv", some);
    int[] sum = new int[2];
    inter.allReduce(filled(2), sum, 2, MPI.INT, MPI.SUM);
    report.say("allReduce", sum);
  }

  private void allToAll() throws MPIException {
    int[] whole = new int[2 * remotes];
    inter.allToAll(filled(2 * remotes), 2, MPI.INT, whole, 2, MPI.INT);
    report.say("allToAll", whole);
    int[] some = new int[3 * remotes];
    inter.allToAllv(
        filled(3 * remotes), all(2), places(3), MPI.INT, some, all(1 + 1), places(3), MPI.INT);
    report.say("allToAllv", some);
    Datatype[] types = new Datatype[remotes];
    Arrays.fill(types, MPI.INT);
    IntBuffer sent = MPI.newIntBuffer(3 * remotes);
    sent.put(filled(3 * remotes));
    IntBuffer received = MPI.newIntBuffer(3 * remotes);
    inter.allToAllw(sent, all(2), places(12), types, received, all(2), places(12), types);
    show("allToAllw", received);
  }

  private void show(String what, IntBuffer buffer) {
    int[] values = new int[buffer.capacity()];
    for (int i = 0; i < values.length; i++) {
      values[i] = buffer.get(i);
    }
    report.say(what, values);
  }

  private void reductions() throws MPIException {
    int[] mine = new int[3 / inter.getSize()];
    int[] counts = new int[inter.getSize()];
    Arrays.fill(counts, 3 / inter.getSize());
    inter.reduceScatter(filled(3), mine, counts, MPI.INT, MPI.SUM);
    report.say("reduceScatter", mine);
    inter.reduceScatterBlock(filled(3), mine, counts[0], MPI.INT, MPI.MAX);
    report.say("reduceScatterBlock", mine);
  }

  private void nonblocking() throws MPIException {
    inter.iBarrier().waitFor();
    IntBuffer values = MPI.newIntBuffer(2);
    values.put(0, rank);
    inter.iBcast(values, 2, MPI.INT, root(false)).waitFor();
    report.say("iBcast: %d", values.get(0));
    IntBuffer sent = MPI.newIntBuffer(2);
    sent.put(0, rank + 1);
    IntBuffer whole = MPI.newIntBuffer(2 * remotes);
    Request request = inter.iAllGather(sent, 2, MPI.INT, whole, 2, MPI.INT);
    IntBuffer sum = MPI.newIntBuffer(2);
    inter.iAllReduce(sent, sum, 2, MPI.INT, MPI.SUM).waitFor();
    request.waitFor();
    show("iAllGather", whole);
    show("iAllReduce", sum);
    IntBuffer received = MPI.newIntBuffer(2 * remotes);
    inter.iAllToAll(whole, 2, MPI.INT, received, 2, MPI.INT).waitFor();
    show("iAllToAll", received);
  }

  private void copies() throws MPIException {
    Info info = new Info();
    Intercomm later = inter.iDup();
    later.getRequest().waitFor();
    for (Intercomm copy :
        new Intercomm[] {inter.dup(), inter.clone(), inter.dupWithInfo(info), later}) {
      describe("copy", copy);
      int[] values = {rank};
      copy.bcast(values, 1, MPI.INT, root(true));
      report.say("bcast: %d", values[0]);
      copy.free();
    }
    info.free();
  }

  private void merged() throws MPIException {
    for (boolean lowComesLast : new boolean[] {false, true}) {
      Intracomm whole = inter.merge(low == lowComesLast);
      int[] sum = {rank};
      whole.scan(sum, 1, MPI.INT, MPI.SUM);
      report.say(
          "merged: rank %d of %d, inter %s, sum %d",
          whole.getRank(), whole.getSize(), whole.isInter(), sum[0]);
      whole.free();
      report.say("freed: %s", whole.isNull());
    }
    Intracomm later = world.iDup();
    later.getRequest().waitFor();
    int[] sum = {rank};
    later.allReduce(sum, 1, MPI.INT, MPI.SUM);
    report.say("iDup of the world: %d of %d, %d", later.getRank(), later.getSize(), sum[0]);
    later.free();
    Comm general = world;
    Comm asComm = general.iDup();
    asComm.getRequest().waitFor();
    report.say("iDup of a Comm: %d", asComm.getSize());
    asComm.free();
  }
}
