package compat;

import java.nio.ByteBuffer;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/** Datatypes: predefined, derived, structures, pairs, complex numbers; packing. */
public final class Types {
  private static final int NEXT = 1;

  private final Report report = new Report();
  private final int rank;
  private final int size;

  private Types() throws MPIException {
    rank = MPI.COMM_WORLD.getRank();
    size = MPI.COMM_WORLD.getSize();
  }

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    new Types().run();
    MPI.Finalize();
  }

  private void run() throws MPIException {
    predefined();
    bounds();
    exchanges();
    names();
    attributes();
    packing();
    errors();
    Structures structures = new Structures(report);
    structures.fields();
    structures.pairs();
    structures.views();
    structures.complex();
    report.print();
  }

  private void predefined() throws MPIException {
    Datatype[] types = {
      MPI.BYTE,
      MPI.CHAR,
      MPI.SHORT,
      MPI.BOOLEAN,
      MPI.INT,
      MPI.LONG,
      MPI.FLOAT,
      MPI.DOUBLE,
      MPI.PACKED,
      MPI.INT2,
      MPI.SHORT_INT,
      MPI.LONG_INT,
      MPI.FLOAT_INT,
      MPI.DOUBLE_INT,
      MPI.FLOAT_COMPLEX,
      MPI.DOUBLE_COMPLEX
    };
    for (Datatype type : types) {
      describe(type.getName(), type);
    }
    report.say("DATATYPE_NULL is null: %s", MPI.DATATYPE_NULL.isNull());
  }

  private void describe(String what, Datatype type) throws MPIException {
    report.say(
        "%s: size %d, extent %d, lb %d, true extent %d, true lb %d, null %s",
        what,
        type.getSize(),
        type.getExtent(),
        type.getLb(),
        type.getTrueExtent(),
        type.getTrueLb(),
        type.isNull());
  }

  private static Datatype[] derived() throws MPIException {
    Datatype vector = Datatype.createVector(3, 2, 4, MPI.INT);
    Datatype[] types = {
      Datatype.createContiguous(5, MPI.INT),
      vector,
      Datatype.createVector(2, 1, 3, MPI.INT),
      Datatype.createHVector(3, 1, 12, MPI.INT),
      Datatype.createIndexed(new int[] {2, 1, 3}, new int[] {1, 5, 8}, MPI.INT),
      Datatype.createHIndexed(new int[] {1, 2}, new int[] {8, 20}, MPI.INT),
      Datatype.createResized(MPI.INT, 0, 3 * 4),
      Datatype.createResized(vector, -4, 64),
      Datatype.createStruct(new int[] {2, 1}, new int[] {4, 24}, new Datatype[] {MPI.INT, MPI.INT}),
      Datatype.createContiguous(2, vector),
      Datatype.createVector(2, 1, 2, Datatype.createResized(MPI.INT, 0, 8))
    };
    for (Datatype type : types) {
      type.commit();
    }
    return types;
  }

  private void bounds() throws MPIException {
    Datatype[] types = derived();
    for (int i = 0; i < types.length; i++) {
      describe("derived " + i, types[i]);
      Datatype copy = types[i].dup();
      Datatype clone = types[i].clone();
      describe("dup " + i, copy);
      describe("clone " + i, clone);
      copy.free();
      clone.free();
      report.say("freed: %s", copy.isNull());
    }
    describe("doubles", Datatype.createIndexed(new int[] {1, 2}, new int[] {3, 0}, MPI.DOUBLE));
    describe("shorts", Datatype.createVector(4, 1, 2, MPI.SHORT));
    describe(
        "mixed",
        Datatype.createStruct(
            new int[] {1, 1, 2},
            new int[] {0, 8, 16},
            new Datatype[] {MPI.BYTE, MPI.DOUBLE, MPI.CHAR}));
  }

  /** Each derived type to the next rank, received as itself and as ints, and broadcast. */
  private void exchanges() throws MPIException {
    int next = (rank + 1) % size;
    int previous = (rank + size - 1) % size;
    Datatype[] types = derived();
    for (int i = 0; i < types.length; i++) {
      int[] sent = new int[80];
      for (int k = 0; k < sent.length; k++) {
        sent[k] = 1000 * rank + k;
      }
      int[] same = new int[80];
      int[] ints = new int[80];
      Status status =
          MPI.COMM_WORLD.sendRecv(
              from(sent, i), 2, types[i], next, NEXT, from(same, i), 2, types[i], previous, NEXT);
      report.say(
          "type %d: count %d, elements %d, ints %d",
          i, status.getCount(types[i]), status.getElements(types[i]), status.getCount(MPI.INT));
      report.say("received as itself", same);
      // Open MPI fills up the rest of an array with what it finds, so no more than what comes.
      int count = status.getCount(MPI.INT);
      MPI.COMM_WORLD.sendRecv(
          from(sent, i), 2, types[i], next, NEXT, ints, count, MPI.INT, previous, NEXT);
      report.say("received as ints", ints);
      MPI.COMM_WORLD.bcast(from(sent, i), 2, types[i], i % size);
      report.say("after bcast", sent);
      types[i].free();
    }
  }

  /** With room before it, for the type whose lower bound is negative. */
  private static Object from(int[] values, int type) {
    return type == 7 ? MPI.slice(values, 4) : values;
  }

  private void names() throws MPIException {
    Datatype type = Datatype.createContiguous(2, MPI.INT);
    report.say("name: '%s'", type.getName());
    type.setName("two ints");
    report.say("name: '%s'", type.getName());
    report.say("name of its dup: '%s'", type.dup().getName());
  }

  private void attributes() throws MPIException {
    int key = Datatype.createKeyval();
    Datatype type = Datatype.createContiguous(2, MPI.INT);
    report.say("no attribute: %s", type.getAttr(key));
    type.setAttr(key, "a text");
    report.say("attribute: %s", type.getAttr(key));
    report.say("attribute of its dup: %s", type.dup().getAttr(key));
    type.deleteAttr(key);
    report.say("deleted: %s", type.getAttr(key));
    Datatype.freeKeyval(key);
  }

  private void packing() throws MPIException {
    byte[] packed = new byte[200];
    int at = MPI.COMM_WORLD.pack(new int[] {rank, 2, 3}, 3, MPI.INT, packed, 0);
    report.say("packed up to %d", at);
    Datatype vector = Datatype.createVector(2, 1, 2, MPI.DOUBLE);
    vector.commit();
    at = MPI.COMM_WORLD.pack(new double[] {rank, 0.25, 0.5}, 1, vector, packed, at);
    report.say("packed up to %d", at);
    report.say("size of 3 ints: %d", MPI.COMM_WORLD.packSize(3, MPI.INT));
    report.say("size of the vector: %d", MPI.COMM_WORLD.packSize(1, vector));
    int next = (rank + 1) % size;
    int previous = (rank + size - 1) % size;
    byte[] received = new byte[200];
    Status status =
        MPI.COMM_WORLD.sendRecv(
            packed, at, MPI.PACKED, next, NEXT, received, 200, MPI.PACKED, previous, NEXT);
    report.say("packed bytes: %d", status.getCount(MPI.PACKED));
    int[] ints = new int[3];
    double[] doubles = new double[3];
    at = MPI.COMM_WORLD.unpack(received, 0, ints, 3, MPI.INT);
    report.say("unpacked up to %d", at);
    at = MPI.COMM_WORLD.unpack(received, at, doubles, 1, vector);
    report.say("unpacked up to %d", at);
    report.say("ints", ints);
    report.say("doubles", doubles);
    ByteBuffer direct = MPI.newByteBuffer(8);
    MPI.COMM_WORLD.unpack(received, 0, direct, 2, MPI.INT);
    report.say("direct: %d %d", direct.getInt(0), direct.getInt(4));
  }

  private void errors() {
    report.fails("contiguous of -1", () -> Datatype.createContiguous(-1, MPI.INT));
    report.fails("vector of -1", () -> Datatype.createVector(-1, 1, 1, MPI.INT));
    report.fails("freeing INT", () -> MPI.INT.free());
    report.fails(
        "sending no type",
        () -> MPI.COMM_WORLD.send(new int[1], 1, MPI.DATATYPE_NULL, MPI.PROC_NULL, 0));
    report.fails(
        "fewer than no elements", () -> MPI.COMM_WORLD.send(new int[1], -1, MPI.INT, rank, 0));
  }
}
