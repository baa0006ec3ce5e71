package org.ob1j.tests.cover;

import java.util.List;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Messages of derived datatypes, by one thread of each rank: every rank sends to the next, from a
 * buffer with gaps or without, and receives into one with other gaps or without.
 */
final class GapsPart implements Runnable {
  /** From what fits into any frame to what needs every rail. */
  private static final int[] MESSAGE_BYTES = {24, 240, 2_400, 24_000, 240_000, 480_000};

  private static final int CONTENT = 7;
  private static final int REST = 99;
  private static final int TAG = 3;

  private final Comm comm;
  private final Data.Kind kind;
  private final int next;
  private final int previous;

  GapsPart(Comm comm, Data.Kind kind) {
    this.comm = comm;
    this.kind = kind;
    next = (comm.getRank() + 1) % comm.getSize();
    previous = (comm.getRank() + comm.getSize() - 1) % comm.getSize();
  }

  /** Blocks of bytes at one distance; as long as the block, and there are no gaps. */
  private record Layout(int blockBytes, int strideBytes) {
    Datatype type(int messageBytes) {
      Datatype type =
          Datatype.createVector(messageBytes / blockBytes, blockBytes, strideBytes, MPI.BYTE);
      type.commit();
      return type;
    }

    /** Where a byte of the message lies. */
    int place(int position) {
      return position / blockBytes * strideBytes + position % blockBytes;
    }

    int span(int messageBytes) {
      return place(messageBytes - 1) + 1;
    }
  }

  private static final List<Layout> LAYOUTS =
      List.of(new Layout(24, 24), new Layout(24, 40), new Layout(3, 8), new Layout(8, 24));

  @Override
  public void run() {
    for (int messageBytes : MESSAGE_BYTES) {
      for (Layout from : LAYOUTS) {
        for (Layout to : LAYOUTS) {
          exchange(messageBytes, from, to);
        }
      }
      sendInOtherModes(messageBytes);
      receiveIntoLess(messageBytes);
    }
  }

  private Data outgoing(int messageBytes, Layout layout) {
    Data data = Data.of(kind, layout.span(messageBytes)).fill(REST);
    for (int position = 0; position < messageBytes; position++) {
      data.set(layout.place(position), content(position));
    }
    return data;
  }

  private static byte content(int position) {
    return (byte) (position * CONTENT + position / 251);
  }

  private Data incoming(int messageBytes, Layout layout) {
    return Data.of(kind, layout.span(messageBytes)).fill(REST);
  }

  private void exchange(int messageBytes, Layout from, Layout to) {
    Data outgoing = outgoing(messageBytes, from);
    Data incoming = incoming(messageBytes, to);
    Datatype sent = from.type(messageBytes);
    Datatype received = to.type(messageBytes);
    comm.sendRecv(
        outgoing.object(), 1, sent, next, TAG, incoming.object(), 1, received, previous, TAG);
    check("from " + from + " to " + to, incoming, to, messageBytes, messageBytes);
    sent.free();
    received.free();
  }

  private void sendInOtherModes(int messageBytes) {
    Layout layout = LAYOUTS.get(1);
    Datatype type = layout.type(messageBytes);
    for (int mode = 0; mode < 3; mode++) {
      Data outgoing = outgoing(messageBytes, layout);
      Data incoming = incoming(messageBytes, layout);
      Request receive = comm.iRecv(incoming.object(), 1, type, previous, TAG);
      comm.barrier();
      switch (mode) {
        case 0 -> comm.sSend(outgoing.object(), 1, type, next, TAG);
        case 1 -> comm.bSend(outgoing.object(), 1, type, next, TAG);
        default -> comm.rSend(outgoing.object(), 1, type, next, TAG);
      }
      receive.waitFor();
      check("mode " + mode, incoming, layout, messageBytes, messageBytes);
    }
    type.free();
  }

  /** What fits arrives, and the gaps stay as they were. */
  private void receiveIntoLess(int messageBytes) {
    Layout layout = LAYOUTS.get(1);
    int room = messageBytes / 48 * 24;
    if (room == 0) {
      return;
    }
    Datatype type = layout.type(messageBytes);
    Datatype shorter = layout.type(room);
    Data incoming = incoming(messageBytes, layout);
    Request receive = comm.iRecv(incoming.object(), 1, shorter, previous, TAG);
    comm.send(outgoing(messageBytes, layout).object(), 1, type, next, TAG);
    try {
      receive.waitFor();
      throw new AssertionError("a message of " + messageBytes + " bytes was not truncated");
    } catch (MPIException truncated) {
      if (truncated.getErrorClass() != MPI.ERR_TRUNCATE) {
        throw truncated;
      }
    }
    check("truncated", incoming, layout, room, messageBytes);
    type.free();
    shorter.free();
  }

  /** Fails unless the first bytes of the message are there, and all else is as it was filled. */
  private void check(String what, Data data, Layout layout, int received, int messageBytes) {
    Data expected = incoming(messageBytes, layout);
    for (int position = 0; position < received; position++) {
      expected.set(layout.place(position), content(position));
    }
    data.checkSame(what + ", " + messageBytes + " bytes", expected);
  }
}
