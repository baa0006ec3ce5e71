package compat;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Status;

/** Point-to-point: modes, buffers, probes, statuses, requests. */
public final class Messages {
  private static final IntBuffer EARLY = MPI.newIntBuffer(12);
  private static final IntBuffer EARLY_PART = MPI.slice(EARLY, 10);

  private final Report report = new Report();
  private final Comm world = MPI.COMM_WORLD;
  private final int rank;
  private final int next;
  private final int previous;

  private Messages() throws MPIException {
    rank = world.getRank();
    int size = world.getSize();
    next = (rank + 1) % size;
    previous = (rank + size - 1) % size;
  }

  public static void main(String[] args) throws MPIException {
    MPI.InitThread(args, MPI.THREAD_FUNNELED);
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    new Messages().run();
    MPI.Finalize();
  }

  private void run() throws MPIException {
    report.say("threads: %d, %s", MPI.queryThread(), MPI.INFO_ENV.get("thread_level"));
    modes();
    arrays();
    buffers();
    slices();
    backwards();
    newBuffers();
    sendRecv();
    nobody();
    probes();
    matched();
    errors();
    new Requests(report).run();
    report.print();
  }

  private void show(String what, Status status) throws MPIException {
    report.say(
        "%s: from %d, tag %d, %d ints, %d bytes, cancelled %s",
        what,
        status.getSource(),
        status.getTag(),
        status.getCount(MPI.INT),
        status.getElements(MPI.BYTE),
        status.isCancelled());
  }

  private void modes() throws MPIException {
    int[] mine = {rank, 10 * rank};
    int[] its = new int[3];
    if (rank % 2 == 0) {
      world.send(mine, 2, MPI.INT, next, 1);
      world.sSend(mine, 1, MPI.INT, next, 2);
      byte[] attached = new byte[1000 + MPI.BSEND_OVERHEAD];
      MPI.attachBuffer(attached);
      world.bSend(mine, 2, MPI.INT, next, 3);
      report.say("detached the same: %s", MPI.detachBuffer() == attached);
      world.recv(its, 0, MPI.INT, next, 4);
      world.rSend(mine, 2, MPI.INT, next, 5);
    } else {
      show("send", world.recv(its, 3, MPI.INT, previous, 1));
      show("sSend", world.recv(its, 3, MPI.INT, MPI.ANY_SOURCE, 2));
      show("bSend", world.recv(its, 3, MPI.INT, previous, MPI.ANY_TAG));
      IntBuffer ready = MPI.newIntBuffer(3);
      mpi.Request posted = world.iRecv(ready, 3, MPI.INT, previous, 5);
      world.send(its, 0, MPI.INT, previous, 4);
      show("rSend", posted.waitStatus());
      report.say("ready: %d %d", ready.get(0), ready.get(1));
    }
    report.say("received", its);
  }

  private void arrays() throws MPIException {
    byte[] b = new byte[2];
    char[] c = {'-', '-'};
    short[] s = new short[2];
    boolean[] z = new boolean[2];
    int[] i = new int[2];
    long[] l = new long[2];
    float[] f = new float[2];
    double[] d = new double[2];
    Object[] sent = {
      new byte[] {(byte) rank, -1},
      new char[] {(char) ('a' + rank), 'z'},
      new short[] {(short) rank, -2},
      new boolean[] {rank % 2 == 0, true},
      new int[] {rank, -3},
      new long[] {rank, -4L << 40},
      new float[] {rank, -0.5f},
      new double[] {rank, -0.25}
    };
    Object[] received = {b, c, s, z, i, l, f, d};
    mpi.Datatype[] types = {
      MPI.BYTE, MPI.CHAR, MPI.SHORT, MPI.BOOLEAN, MPI.INT, MPI.LONG, MPI.FLOAT, MPI.DOUBLE
    };
    for (int k = 0; k < types.length; k++) {
      world.sendRecv(sent[k], 2, types[k], next, k, received[k], 2, types[k], previous, k);
    }
    report.say(
        "%s %s %s %s %s %s %s %s",
        Arrays.toString(b),
        Arrays.toString(c),
        Arrays.toString(s),
        Arrays.toString(z),
        Arrays.toString(i),
        Arrays.toString(l),
        Arrays.toString(f),
        Arrays.toString(d));
    Status status =
        world.sendRecv(
            new int[] {(66 << 16) + 65}, 1, MPI.INT, next, 9, c, 2, MPI.CHAR, previous, 9);
    report.say("ints as chars: %d, %s", status.getCount(MPI.CHAR), Arrays.toString(c));
  }

  private void buffers() throws MPIException {
    IntBuffer heap = IntBuffer.wrap(new int[] {rank, 1, 2, 3});
    heap.position(2);
    IntBuffer direct = MPI.newIntBuffer(4);
    direct.position(3);
    world.sendRecv(heap, 2, MPI.INT, next, 0, direct, 2, MPI.INT, previous, 0);
    // The position counts for nothing, and stays.
    report.say("direct: %d %d, at %d", direct.get(0), direct.get(1), direct.position());
    DoubleBuffer doubles = DoubleBuffer.allocate(3);
    doubles.put(0, rank).put(1, 0.5);
    DoubleBuffer received = DoubleBuffer.allocate(3);
    world.sendRecv(doubles, 2, MPI.DOUBLE, next, 0, received, 3, MPI.DOUBLE, previous, 0);
    report.say("heap", received.array());
  }

  private void slices() throws MPIException {
    int[] array = {-1, -1, -1, -1, -1};
    world.sendRecv(
        MPI.slice(new int[] {7, rank, 8}, 1),
        2,
        MPI.INT,
        next,
        0,
        MPI.slice(array, 2),
        2,
        MPI.INT,
        previous,
        0);
    report.say("slice of ints", array);
    report.say("direct slice: %s", MPI.slice(MPI.newIntBuffer(3), 1).remaining());
    Object[] heap = {
      MPI.slice(new byte[3], 1), MPI.slice(new char[3], 1), MPI.slice(new short[3], 1),
      MPI.slice(new int[3], 1), MPI.slice(new long[3], 1), MPI.slice(new float[3], 1),
      MPI.slice(new double[3], 1)
    };
    Object[] direct = {
      MPI.slice(MPI.newByteBuffer(3), 1), MPI.slice(MPI.newCharBuffer(3), 1),
      MPI.slice(MPI.newShortBuffer(3), 1), MPI.slice(MPI.newIntBuffer(3), 1),
      MPI.slice(MPI.newLongBuffer(3), 1), MPI.slice(MPI.newFloatBuffer(3), 1),
      MPI.slice(MPI.newDoubleBuffer(3), 1)
    };
    for (Object each : heap) {
      describe((java.nio.Buffer) each);
    }
    for (Object each : direct) {
      describe((java.nio.Buffer) each);
    }
  }

  private void newBuffers() {
    ByteBuffer bytes = MPI.newByteBuffer(8);
    report.say("order of bytes: %s", bytes.order());
    IntBuffer parent = MPI.newIntBuffer(4);
    parent.limit(3);
    IntBuffer slice = MPI.slice(parent, 2);
    report.say("slice %d, parent at %d of %d", slice.capacity(), parent.position(), parent.limit());
  }

  /** Columns from the last to the first, out of slices made before and after the beginning. */
  private void backwards() throws MPIException {
    mpi.Datatype type = mpi.Datatype.createVector(4, 1, -3, MPI.INT);
    type.commit();
    for (IntBuffer whole : new IntBuffer[] {EARLY, MPI.newIntBuffer(12)}) {
      for (int i = 0; i < 12; i++) {
        whole.put(i, 100 * rank + i);
      }
      int[] its = new int[4];
      IntBuffer last = whole == EARLY ? EARLY_PART : MPI.slice(whole, 10);
      byte[] packed = new byte[16];
      report.say("packed: %d", world.pack(last, 1, type, packed, 0));
      world.unpack(packed, 0, its, 4, MPI.INT);
      report.say("backwards", its);
      world.sendRecv(last, 1, type, next, 0, its, 4, MPI.INT, previous, 0);
      report.say("sent", its);
      int[] mine = {1, 2, 3, 4};
      world.sendRecv(mine, 4, MPI.INT, next, 0, last, 1, type, previous, 0);
      report.say("received: %d %d %d", whole.get(10), whole.get(7), whole.get(1));
      world.bcast(last, 1, type, 0);
      report.say("from the root: %d", whole.get(4));
    }
    type.free();
  }

  private void describe(java.nio.Buffer buffer) {
    report.say("%s: %d left, direct %s", typeOf(buffer), buffer.remaining(), buffer.isDirect());
  }

  private static String typeOf(java.nio.Buffer buffer) {
    String name = buffer.getClass().getSimpleName();
    return name.substring(name.indexOf("Byte") >= 0 ? name.indexOf("Byte") : 0, 6);
  }

  private void sendRecv() throws MPIException {
    int[] ring = {rank, rank + 100, 5};
    show("sendRecvReplace", world.sendRecvReplace(ring, 2, MPI.INT, next, 3, previous, 3));
    report.say("replaced", ring);
    int[] self = new int[2];
    MPI.COMM_SELF.sendRecv(ring, 2, MPI.INT, 0, 4, self, 2, MPI.INT, 0, 4);
    report.say("to self", self);
  }

  private void nobody() throws MPIException {
    int[] values = {5};
    world.send(values, 1, MPI.INT, MPI.PROC_NULL, 0);
    show("from nobody", world.recv(values, 1, MPI.INT, MPI.PROC_NULL, 0));
    show("probe of nobody", world.probe(MPI.PROC_NULL, 0));
    show(
        "half nobody",
        world.sendRecvReplace(values, 1, MPI.INT, MPI.PROC_NULL, 0, MPI.PROC_NULL, 0));
    report.say("unchanged", values);
  }

  private void probes() throws MPIException {
    byte[] three = {1, 2, 3};
    world.send(three, 3, MPI.BYTE, next, 6);
    Status status = world.probe(previous, MPI.ANY_TAG);
    report.say("3 bytes: %d, as ints %d", status.getCount(MPI.BYTE), status.getCount(MPI.INT));
    report.say("undefined is %d", MPI.UNDEFINED);
    Status again = null;
    while (again == null) {
      again = world.iProbe(previous, 6);
    }
    show("iProbe", again);
    world.recv(three, 3, MPI.BYTE, again.getSource(), again.getTag());
    report.say("nothing to probe: %s", world.iProbe(previous, 6));
  }

  private void matched() throws MPIException {
    Message message = new Message();
    report.say("new message: null %s, no process %s", message.isNull(), message.isNoProc());
    world.send(new int[] {rank, 1}, 2, MPI.INT, next, 7);
    world.send(new int[] {rank, 2}, 2, MPI.INT, next, 8);
    show("mProbe", message.mProbe(previous, 7, world));
    report.say("probed: null %s, no process %s", message.isNull(), message.isNoProc());
    int[] received = new int[2];
    show("mRecv", message.mRecv(received, 2, MPI.INT));
    report.say("received", received);
    report.say("after: null %s", message.isNull());
    Status status = null;
    while (status == null) {
      status = message.imProbe(previous, 8, world);
    }
    show("imProbe", status);
    IntBuffer direct = MPI.newIntBuffer(2);
    show("imRecv", message.imRecv(direct, 2, MPI.INT).waitStatus());
    report.say("received: %d %d", direct.get(0), direct.get(1));
    report.say("nothing: %s", new Message().imProbe(previous, 8, world));
    Message nobody = new Message();
    show("mProbe of nobody", nobody.mProbe(MPI.PROC_NULL, 0, world));
    report.say("nobody: null %s, no process %s", nobody.isNull(), nobody.isNoProc());
    show("mRecv from nobody", nobody.mRecv(received, 2, MPI.INT));
  }

  private void errors() throws MPIException {
    int[] one = {1};
    report.fails("rank 99", () -> world.send(one, 1, MPI.INT, 99, 0));
    report.fails("rank -7", () -> world.recv(one, 1, MPI.INT, -7, 0));
    report.fails("tag -5", () -> world.send(one, 1, MPI.INT, next, -5));
    report.fails("no buffer", () -> world.send(null, 1, MPI.INT, next, 0));
    report.fails(
        "source is ANY_SOURCE for a send", () -> world.send(one, 1, MPI.INT, MPI.ANY_SOURCE, 0));
    world.send(new int[] {1, 2, 3}, 3, MPI.INT, next, 11);
    report.fails("too short", () -> world.recv(one, 1, MPI.INT, previous, 11));
    world.send(null, 0, MPI.INT, next, 12);
    show("nothing", world.recv(null, 0, MPI.INT, previous, 12));
  }
}
