package compat;

import java.util.Arrays;
import mpi.Comm;
import mpi.Errhandler;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Version;

/** Groups, communicators of one group, attributes, hints, error handlers, the environment. */
public final class Communicators {
  private final Report report = new Report();
  private final Intracomm world = MPI.COMM_WORLD;
  private final int rank;
  private final int size;

  private Communicators() throws MPIException {
    rank = world.getRank();
    size = world.getSize();
  }

  public static void main(String[] args) throws MPIException {
    Report report = new Report();
    report.say("before Init: %s %s", MPI.isInitialized(), MPI.isFinalized());
    String[] left = MPI.Init(args);
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    report.say("arguments: %s", Arrays.toString(left));
    report.say("after Init: %s %s", MPI.isInitialized(), MPI.isFinalized());
    report.fails("Init again", () -> MPI.Init(args));
    report.print();
    Communicators communicators = new Communicators();
    communicators.run();
    MPI.Finalize();
    if (communicators.rank == 0) {
      System.out.println("after Finalize: " + MPI.isInitialized() + " " + MPI.isFinalized());
      Report last = new Report();
      last.fails("after", () -> MPI.COMM_WORLD.barrier());
    }
  }

  private void run() throws MPIException {
    environment();
    new Constants(report).run();
    groups();
    ranges();
    copies();
    parts();
    comparisons();
    attributes();
    predefinedAttributes();
    hints();
    infos();
    errorHandlers();
    report.print();
  }

  private void environment() throws MPIException {
    Version version = MPI.getVersion();
    report.say("version %d.%d", version.getVersion(), version.getSubVersion());
    report.say("library named: %s", !MPI.getLibVersion().isEmpty());
    report.say("threads: %d, main %s", MPI.queryThread(), MPI.isThreadMain());
    report.say("processor named: %s", !MPI.getProcessorName().isEmpty());
    double before = MPI.wtime();
    report.say("time goes by: %s %s", MPI.wtime() >= before, MPI.wtick() > 0);
    MPI.pControl(1, "nothing");
    String[] keys = {
      "maxprocs",
      "soft",
      "arch",
      "thread_level",
      "ompi_np",
      "ompi_num_apps",
      "ompi_first_rank",
      "nothing"
    };
    for (String key : keys) {
      report.say("%s: %s", key, MPI.INFO_ENV.get(key));
    }
  }

  private void describe(String what, Group group) throws MPIException {
    report.say("%s: %d of %d, null %s", what, group.getRank(), group.getSize(), group.isNull());
  }

  private void groups() throws MPIException {
    Group all = world.getGroup();
    Group low = all.incl(new int[] {2, 0, 1});
    Group high = all.excl(new int[] {0});
    describe("all", all);
    describe("low", low);
    describe("high", high);
    Group union = Group.union(low, high);
    Group both = Group.intersection(low, high);
    Group rest = Group.difference(low, high);
    describe("union", union);
    describe("both", both);
    describe("rest", rest);
    describe("empty", MPI.GROUP_EMPTY);
    int[] ranks = {0, 1, 2};
    report.say("union's in world", Group.translateRanks(union, ranks, all));
    report.say("low's in high", Group.translateRanks(low, ranks, high));
    report.say(
        "compare: %d %d %d",
        Group.compare(all, world.getGroup()),
        Group.compare(low, all.incl(new int[] {0, 1, 2})),
        Group.compare(low, high));
    low.free();
    report.say("freed: %s", low.isNull());
    report.fails("incl of 99", () -> all.incl(new int[] {99}));
  }

  private void ranges() throws MPIException {
    Group all = world.getGroup();
    Group odd = all.rangeIncl(new int[][] {{1, 3, 2}, {0, 0, 1}});
    Group even = all.rangeExcl(new int[][] {{3, 1, -2}});
    describe("odd and 0", odd);
    describe("even", even);
    report.say("in world", Group.translateRanks(odd, new int[] {0, 1, 2}, all));
    Group none = all.rangeExcl(new int[][] {{0, size - 1, 1}});
    describe("none", none);
    report.say("compare: %d", Group.compare(none, MPI.GROUP_EMPTY));
  }

  private void describe(String what, Comm comm) throws MPIException {
    report.say(
        "%s: rank %d of %d, inter %s, null %s, name '%s'",
        what, comm.getRank(), comm.getSize(), comm.isInter(), comm.isNull(), comm.getName());
    int[] sum = {rank};
    comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
    report.say("sum of ranks: %d", sum[0]);
  }

  private void copies() throws MPIException {
    describe("world", world);
    describe("self", MPI.COMM_SELF);
    Intracomm copy = world.dup();
    copy.setName("a copy");
    describe("dup", copy);
    Intracomm clone = copy.clone();
    describe("clone", clone);
    Info info = new Info();
    Intracomm hinted = world.dupWithInfo(info);
    describe("dupWithInfo", hinted);
    Comm asComm = world;
    Comm general = asComm.dup();
    describe("dup of a Comm", general);
    for (Comm each : new Comm[] {copy, clone, hinted, general}) {
      each.free();
      report.say("freed: %s", each.isNull());
    }
    info.free();
  }

  private void parts() throws MPIException {
    Intracomm half = world.split(rank % 2, -rank);
    describe("half", half);
    Intracomm some = world.split(rank == 0 ? MPI.UNDEFINED : 1, 0);
    report.say("0 is in no part: %s", some.isNull());
    Intracomm node = world.splitType(Comm.TYPE_SHARED, size - rank, MPI.INFO_NULL);
    describe("node", node);
    Group three = world.getGroup().incl(new int[] {3, 1, 0});
    Intracomm created = world.create(three);
    if (rank == 2) {
      report.say("2 is not in it: %s", created.isNull());
    } else {
      describe("created", created);
      Intracomm again = world.createGroup(three, 5);
      describe("createGroup", again);
      again.free();
      created.free();
    }
    half.free();
    node.free();
  }

  private void comparisons() throws MPIException {
    Intracomm copy = world.dup();
    Intracomm reversed = world.split(0, -rank);
    report.say(
        "compare: %d %d %d %d",
        Comm.compare(world, world),
        Comm.compare(world, copy),
        Comm.compare(world, reversed),
        Comm.compare(world, MPI.COMM_SELF));
    copy.free();
    reversed.free();
  }

  private void attributes() throws MPIException {
    int key = Comm.createKeyval();
    Intracomm comm = world.dup();
    report.say("none: %s", comm.getAttr(key));
    int[] value = {1, 2};
    comm.setAttr(key, value);
    value[0] = 9;
    int[] got = (int[]) comm.getAttr(key);
    report.say("a copy", got);
    Intracomm dup = comm.dup();
    report.say("survives dup", (int[]) dup.getAttr(key));
    dup.deleteAttr(key);
    report.say("deleted: %s, first keeps it: %s", dup.getAttr(key), comm.getAttr(key) != null);
    comm.setAttr(key, "text");
    report.say("replaced: %s", comm.getAttr(key));
    comm.free();
    dup.free();
    Comm.freeKeyval(key);
    report.fails("no key", () -> world.getAttr(MPI.KEYVAL_INVALID));
  }

  private void predefinedAttributes() throws MPIException {
    report.say(
        "TAG_UB %s, WTIME_IS_GLOBAL %s, LASTUSEDCODE %s, APPNUM %s, HOST %s, IO %s",
        world.getAttr(MPI.TAG_UB),
        world.getAttr(MPI.WTIME_IS_GLOBAL),
        world.getAttr(MPI.LASTUSEDCODE),
        world.getAttr(MPI.APPNUM),
        world.getAttr(MPI.HOST),
        world.getAttr(MPI.IO));
    report.say("UNIVERSE_SIZE is %s", world.getAttr(MPI.UNIVERSE_SIZE).getClass());
  }

  private void hints() throws MPIException {
    Intracomm comm = world.dup();
    Info info = new Info();
    info.set("a key nobody knows", "1");
    comm.setInfo(info);
    Info got = comm.getInfo();
    report.say("hints: null %s", got.isNull());
    got.free();
    comm.free();
  }

  private void infos() throws MPIException {
    Info info = new Info();
    info.set("one", "1");
    info.set("two", "zwei");
    report.say("size %d, null %s", info.size(), info.isNull());
    report.say("one %s, three %s", info.get("one"), info.get("three"));
    report.say("keys %s %s", info.getKey(0), info.getKey(1));
    Info copy = info.dup();
    Info clone = info.clone();
    info.set("one", "eins");
    info.delete("two");
    report.say(
        "one %s, two %s, copies %s %s",
        info.get("one"), info.get("two"), copy.get("one"), clone.get("two"));
    report.fails("deleting what is not there", () -> info.delete("nothing"));
    report.say("INFO_NULL: %s, INFO_ENV: %s", MPI.INFO_NULL.isNull(), MPI.INFO_ENV.isNull());
    info.free();
    report.say("freed: %s", info.isNull());
  }

  private void errorHandlers() throws MPIException {
    Intracomm comm = world.dup();
    Errhandler handler = comm.getErrhandler();
    report.say("has one: %s", handler != null);
    comm.setErrhandler(MPI.ERRORS_ARE_FATAL);
    comm.setErrhandler(handler);
    report.fails("rank 50", () -> comm.send(new int[1], 1, MPI.INT, 50, 0));
    report.fails("called", () -> comm.callErrhandler(MPI.ERR_TOPOLOGY));
    MPIException own = new MPIException("a text");
    report.say("own: %s, %d %d", own.getMessage(), own.getErrorClass(), own.getErrorCode());
    MPIException caused = new MPIException(new IllegalStateException("cause"));
    report.say("caused: %s", caused.getCause().getMessage());
    comm.disconnect();
    report.say("disconnected: %s", comm.isNull());
    try {
      world.send(new int[1], 1, MPI.INT, 50, 0);
    } catch (MPIException expected) {
      report.say("caught: %s", expected.getErrorClass() == MPI.ERR_RANK);
    } finally {
      report.say("finally");
    }
  }
}
