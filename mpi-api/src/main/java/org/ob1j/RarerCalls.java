package org.ob1j;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.CartComm;
import mpi.Datatype;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;

/**
 * What fewer programs do than {@link TrainingProgram}, each once: a class that the archive has
 * costs a program's first call some tens of microseconds, another one up to a millisecond.
 */
final class RarerCalls {
  private static final int COUNT = 16;
  private static final int TAG = 1;

  private final Intracomm world;
  private final int rank;
  private final int size;
  private final int[] array;
  private final int[] otherArray;
  private final IntBuffer direct;
  private final IntBuffer otherDirect;
  private final int next;
  private final int previous;

  RarerCalls(Intracomm world) throws MPIException {
    this.world = world;
    rank = world.getRank();
    size = world.getSize();
    next = (rank + 1) % size;
    previous = (rank + size - 1) % size;
    array = new int[COUNT * size];
    otherArray = new int[COUNT * size];
    direct = MPI.newByteBuffer(Integer.BYTES * COUNT * size).asIntBuffer();
    otherDirect = MPI.newByteBuffer(Integer.BYTES * COUNT * size).asIntBuffer();
  }

  void run() throws MPIException {
    modes();
    persistent();
    completions();
    collectives();
    startedCollectives();
    types();
    communicators();
    topologies();
  }

  private void modes() throws MPIException {
    Request received = world.iRecv(direct, COUNT, MPI.INT, previous, TAG);
    world.sSend(array, COUNT, MPI.INT, next, TAG);
    received.waitFor();
    MPI.attachBuffer(new byte[1 << 10]);
    world.bSend(array, COUNT, MPI.INT, next, TAG);
    world.recv(otherArray, COUNT, MPI.INT, previous, TAG).getCount(MPI.INT);
    MPI.detachBuffer();
    Request sent = world.iSend(direct, COUNT, MPI.INT, next, TAG);
    Message message = new Message();
    message.mProbe(previous, TAG, world);
    message.mRecv(otherArray, COUNT, MPI.INT);
    sent.waitFor();
    world.iProbe(previous, TAG);
    world.sendRecvReplace(array, COUNT, MPI.INT, next, TAG, previous, TAG);
  }

  private void persistent() throws MPIException {
    Prequest receive = world.recvInit(otherDirect, COUNT, MPI.INT, previous, TAG);
    Prequest send = world.sendInit(direct, COUNT, MPI.INT, next, TAG);
    for (int i = 0; i < 2; i++) {
      Prequest.startAll(new Prequest[] {receive, send});
      Request.waitAllStatus(new Request[] {receive, send});
    }
    receive.free();
    send.free();
  }

  private void completions() throws MPIException {
    for (int way = 0; way < 4; way++) {
      Request[] both = {
        world.iRecv(otherDirect, COUNT, MPI.INT, previous, TAG),
        world.iSend(direct, COUNT, MPI.INT, next, TAG)
      };
      switch (way) {
        case 0 -> {
          Request.waitAny(both);
          Request.waitAnyStatus(both);
        }
        case 1 -> Request.waitSome(both);
        case 2 -> Request.testAll(both);
        default -> both[0].testStatus();
      }
      Request.waitAll(both);
    }
  }

  private void collectives() throws MPIException {
    int[] counts = new int[size];
    Arrays.fill(counts, COUNT);
    int[] displacements = new int[size];
    Arrays.setAll(displacements, i -> COUNT * i);
    world.gatherv(array, COUNT, MPI.INT, otherArray, counts, displacements, MPI.INT, 0);
    world.scatterv(array, counts, displacements, MPI.INT, otherArray, COUNT, MPI.INT, 0);
    world.allGatherv(array, COUNT, MPI.INT, otherArray, counts, displacements, MPI.INT);
    world.allToAllv(
        array, counts, displacements, MPI.INT, otherArray, counts, displacements, MPI.INT);
    world.reduceScatter(array, otherArray, counts, MPI.INT, MPI.SUM);
    world.scan(array, otherArray, COUNT, MPI.INT, MPI.MAX);
    world.exScan(array, otherArray, COUNT, MPI.INT, MPI.MIN);
    world.allReduce(array, COUNT, MPI.INT, MPI.PROD);
    world.allReduce(new long[1], new long[1], 1, MPI.LONG, MPI.SUM);
    world.allReduce(new float[1], new float[1], 1, MPI.FLOAT, MPI.SUM);
    world.reduce(new boolean[1], new boolean[1], 1, MPI.BOOLEAN, MPI.LAND, 0);
  }

  private void startedCollectives() throws MPIException {
    Request.waitAll(
        new Request[] {
          world.iBarrier(),
          world.iBcast(direct, COUNT, MPI.INT, 0),
          world.iAllReduce(direct, otherDirect, COUNT, MPI.INT, MPI.SUM)
        });
    world.iReduce(direct, otherDirect, COUNT, MPI.INT, MPI.SUM, 0).waitFor();
    world.iAllGather(direct, COUNT, MPI.INT, otherDirect, COUNT, MPI.INT).waitFor();
    world.iAllToAll(direct, COUNT, MPI.INT, otherDirect, COUNT, MPI.INT).waitFor();
  }

  private void types() throws MPIException {
    Datatype record =
        Datatype.createStruct(
            new int[] {2, 1}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.DOUBLE});
    Datatype run = Datatype.createContiguous(2, MPI.INT);
    ByteBuffer records = MPI.newByteBuffer(1 << 10);
    ByteBuffer others = MPI.newByteBuffer(1 << 10);
    for (Datatype type : new Datatype[] {record, run}) {
      type.commit();
      world.sendRecv(records, 2, type, next, TAG, others, 2, type, previous, TAG);
      type.free();
    }
    byte[] packed = new byte[world.packSize(COUNT, MPI.INT)];
    world.pack(array, COUNT, MPI.INT, packed, 0);
    world.unpack(packed, 0, array, COUNT, MPI.INT);
  }

  private void communicators() throws MPIException {
    world.dup().free();
    Intracomm started = world.iDup();
    started.getRequest().waitFor();
    started.free();
    Group group = world.getGroup();
    Group first = group.incl(new int[] {0});
    Group.translateRanks(group, new int[] {0}, first);
    Group.compare(group, first);
    Group.union(group, first).free();
    world.create(group).free();
    world.createGroup(group, TAG).free();
    first.free();
    group.free();
  }

  private void topologies() throws MPIException {
    int[] dimensions = new int[2];
    CartComm.createDims(size, dimensions);
    CartComm grid = world.createCart(dimensions, new boolean[] {true, false}, false);
    grid.shift(0, 1);
    grid.getRank(grid.getCoords(rank));
    grid.sub(new boolean[] {true, false}).free();
    grid.free();
    int[] ends = new int[size];
    Arrays.setAll(ends, i -> i + 1);
    int[] edges = new int[size];
    Arrays.setAll(edges, i -> (i + 1) % size);
    world.createGraph(ends, edges, false).free();
  }
}
