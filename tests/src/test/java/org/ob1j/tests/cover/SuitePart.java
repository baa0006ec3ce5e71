package org.ob1j.tests.cover;

import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import org.ob1j.IncomingMessage;
import org.ob1j.IncomingMessages;

/**
 * All of point-to-point on one communicator, by one thread of each rank: every rank sends to the
 * next and receives from the one before, and looks at every byte and status.
 */
final class SuitePart implements Runnable {
  /** Around the limits of the transports, and long enough for every rail. */
  private static final int[] LENGTHS = {0, 1, 255, 257, 2_100, 17_000, 66_000, 200_000, 700_001};

  /** What one part needs of the attached buffer. */
  static final int BUFFERED_BYTES = 2 * (LENGTHS[LENGTHS.length - 1] + MPI.BSEND_OVERHEAD);

  private static final int SPARE_BYTES = 7;
  private static final int REST = 99;
  private static final int WINDOW = 24;
  private static final long THRESHOLD_BYTES = 10_000;

  private enum Mode {
    STANDARD,
    SYNCHRONOUS,
    BUFFERED,
    READY
  }

  private final Intracomm comm;
  private final Data.Kind kind;
  private final int rank;
  private final int size;
  private final int next;
  private final int previous;
  private int seed;

  SuitePart(Intracomm comm, Data.Kind kind) {
    this.comm = comm;
    this.kind = kind;
    rank = comm.getRank();
    size = comm.getSize();
    next = (rank + 1) % size;
    previous = (rank + size - 1) % size;
    comm.setErrhandler(MPI.ERRORS_RETURN);
  }

  @Override
  public void run() {
    for (int length : LENGTHS) {
      for (Mode mode : Mode.values()) {
        sendToPostedReceives(mode, length);
        startAgainAndAgain(mode, length);
      }
      sendAndReceiveAtOnce(length);
      receiveIntoLess(length);
      sendToItself(length);
    }
    receiveUnexpectedInAnyOrder();
    receiveWhatWasMatched();
    claimOrDiscard();
    completeWindows();
    cancel();
    exchangeWithNobody();
  }

  private static void require(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }

  private static void requireStatus(String what, Status status, int source, int tag, int length) {
    require(
        status.getSource() == source
            && status.getTag() == tag
            && status.getCount(MPI.BYTE) == length,
        "%s: source %d, tag %d, %d bytes; it should be %d, %d, %d"
            .formatted(
                what,
                status.getSource(),
                status.getTag(),
                status.getCount(MPI.BYTE),
                source,
                tag,
                length));
  }

  private Data outgoing(int length) {
    return Data.of(kind, length).fill(seedOf(rank));
  }

  private Data incoming(int length) {
    return Data.of(kind, length).fill(REST);
  }

  /** All ranks count alike. */
  private int seedOf(int source) {
    return seed + 17 * source;
  }

  private Request startReceive(Data data, int source, int tag) {
    return comm.iRecv(data.object(), data.lengthBytes(), MPI.BYTE, source, tag);
  }

  private Request start(Mode mode, Data data, int tag) {
    Object object = data.object();
    int length = data.lengthBytes();
    return switch (mode) {
      case STANDARD -> comm.iSend(object, length, MPI.BYTE, next, tag);
      case SYNCHRONOUS -> comm.isSend(object, length, MPI.BYTE, next, tag);
      case BUFFERED -> comm.ibSend(object, length, MPI.BYTE, next, tag);
      case READY -> comm.irSend(object, length, MPI.BYTE, next, tag);
    };
  }

  private void send(Mode mode, Data data, int tag) {
    Object object = data.object();
    int length = data.lengthBytes();
    switch (mode) {
      case STANDARD -> comm.send(object, length, MPI.BYTE, next, tag);
      case SYNCHRONOUS -> comm.sSend(object, length, MPI.BYTE, next, tag);
      case BUFFERED -> comm.bSend(object, length, MPI.BYTE, next, tag);
      default -> comm.rSend(object, length, MPI.BYTE, next, tag);
    }
  }

  private Prequest init(Mode mode, Data data, int tag) {
    Object object = data.object();
    int length = data.lengthBytes();
    return switch (mode) {
      case STANDARD -> comm.sendInit(object, length, MPI.BYTE, next, tag);
      case SYNCHRONOUS -> comm.sSendInit(object, length, MPI.BYTE, next, tag);
      case BUFFERED -> comm.bSendInit(object, length, MPI.BYTE, next, tag);
      case READY -> comm.rSendInit(object, length, MPI.BYTE, next, tag);
    };
  }

  /** One blocking and one non-blocking send, to receives that are posted before. */
  private void sendToPostedReceives(Mode mode, int length) {
    String what = mode + " of " + length;
    seed++;
    Data[] arrivals = {incoming(length + SPARE_BYTES), incoming(length)};
    Request[] receives = {
      startReceive(arrivals[0], MPI.ANY_SOURCE, 3), startReceive(arrivals[1], previous, MPI.ANY_TAG)
    };
    comm.barrier();
    send(mode, outgoing(length), 3);
    Request started = start(mode, outgoing(length), 4);
    Status[] statuses = Request.waitAllStatus(receives);
    started.waitFor();
    requireStatus(what, statuses[0], previous, 3, length);
    requireStatus(what, statuses[1], previous, 4, length);
    arrivals[0].check(what, seedOf(previous), length, REST);
    arrivals[1].check(what, seedOf(previous));
    awaitBuffered(mode);
  }

  /** The next buffered message needs the room of the last: it has gone when all have answered. */
  private void awaitBuffered(Mode mode) {
    if (mode == Mode.BUFFERED) {
      comm.barrier();
    }
  }

  private void startAgainAndAgain(Mode mode, int length) {
    Data out = outgoing(length);
    Data in = incoming(length);
    Prequest send = init(mode, out, 5);
    Prequest receive = comm.recvInit(in.object(), length, MPI.BYTE, previous, 5);
    for (int round = 0; round < 3; round++) {
      seed++;
      out.fill(seedOf(rank));
      receive.start();
      comm.barrier();
      send.start();
      requireStatus("persistent", receive.waitStatus(), previous, 5, length);
      send.waitFor();
      in.check("persistent, " + mode + " of " + length, seedOf(previous));
      awaitBuffered(mode);
    }
    send.free();
    receive.free();
  }

  private void sendAndReceiveAtOnce(int length) {
    seed++;
    Data in = incoming(length);
    Status status =
        comm.sendRecv(
            outgoing(length).object(),
            length,
            MPI.BYTE,
            next,
            6,
            in.object(),
            length,
            MPI.BYTE,
            previous,
            6);
    requireStatus("sendRecv", status, previous, 6, length);
    in.check("sendRecv of " + length, seedOf(previous));
    Data both = outgoing(length);
    comm.sendRecvReplace(both.object(), length, MPI.BYTE, next, 6, previous, 6);
    both.check("sendRecvReplace of " + length, seedOf(previous));
  }

  /** The receiver sees the error and what fits; the sender completes. */
  private void receiveIntoLess(int length) {
    if (length == 0) {
      return;
    }
    seed++;
    int fitting = length - Math.max(1, length / 3);
    Data in = incoming(fitting);
    Request send = start(Mode.SYNCHRONOUS, outgoing(length), 7);
    try {
      comm.recv(in.object(), fitting, MPI.BYTE, previous, 7);
      throw new AssertionError(length + " bytes fit into " + fitting);
    } catch (MPIException truncated) {
      require(truncated.getErrorClass() == MPI.ERR_TRUNCATE, truncated.getMessage());
    }
    in.check(length + " bytes into " + fitting, seedOf(previous));
    send.waitFor();
  }

  private void sendToItself(int length) {
    seed++;
    Data in = incoming(length);
    Request receive = startReceive(in, rank, 8);
    comm.send(outgoing(length).object(), length, MPI.BYTE, rank, 8);
    requireStatus("to itself", receive.waitStatus(), rank, 8, length);
    in.check("to itself, " + length, seedOf(rank));
  }

  private Request[] sendAll(int firstTag) {
    Request[] sends = new Request[LENGTHS.length];
    for (int i = 0; i < LENGTHS.length; i++) {
      sends[i] = start(Mode.STANDARD, outgoing(LENGTHS[i]), firstTag + i);
    }
    return sends;
  }

  private void receiveUnexpectedInAnyOrder() {
    seed++;
    Request[] sends = sendAll(20);
    comm.barrier();
    for (int i = LENGTHS.length - 1; i >= 0; i--) {
      requireStatus("probe", comm.probe(MPI.ANY_SOURCE, 20 + i), previous, 20 + i, LENGTHS[i]);
      Data in = incoming(LENGTHS[i]);
      comm.recv(in.object(), LENGTHS[i], MPI.BYTE, previous, 20 + i);
      in.check("unexpected, of " + LENGTHS[i], seedOf(previous));
    }
    Request.waitAll(sends);
    require(comm.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG) == null, "something is left");
    // What comes next is not meant.
    comm.barrier();
  }

  private void receiveWhatWasMatched() {
    seed++;
    Request[] sends = sendAll(40);
    Message[] messages = new Message[LENGTHS.length];
    for (int i = LENGTHS.length - 1; i >= 0; i--) {
      messages[i] = new Message();
      requireStatus(
          "matched",
          messages[i].mProbe(MPI.ANY_SOURCE, 40 + i, comm),
          previous,
          40 + i,
          LENGTHS[i]);
    }
    for (int i = 0; i < LENGTHS.length; i++) {
      Data in = incoming(LENGTHS[i]);
      if (i % 2 == 0) {
        messages[i].mRecv(in.object(), LENGTHS[i], MPI.BYTE);
      } else {
        messages[i].imRecv(in.object(), LENGTHS[i], MPI.BYTE).waitFor();
      }
      in.check("matched, of " + LENGTHS[i], seedOf(previous));
    }
    Request.waitAll(sends);
  }

  private void claimOrDiscard() {
    Intracomm variable = comm.dup();
    IncomingMessages incoming = IncomingMessages.open(variable, THRESHOLD_BYTES);
    seed++;
    for (int i = 0; i < LENGTHS.length; i++) {
      Data out = outgoing(LENGTHS[i]);
      Request send = variable.isSend(out.object(), LENGTHS[i], MPI.BYTE, next, i);
      IncomingMessage message = incoming.await(previous, i, null);
      require(message.lengthBytes() == LENGTHS[i], "length of message " + i);
      if (i % 3 == 2) {
        message.discard();
      } else {
        Data in = incoming(LENGTHS[i]);
        message.receive(in.object(), LENGTHS[i], MPI.BYTE);
        in.check("claimed, of " + LENGTHS[i], seedOf(previous));
      }
      send.waitFor();
    }
    variable.free();
  }

  /** Many messages under way at once, received in the order of sending. */
  private void completeWindows() {
    seed++;
    Data[] arrivals = new Data[WINDOW];
    Request[] requests = new Request[2 * WINDOW];
    for (int i = 0; i < WINDOW; i++) {
      arrivals[i] = incoming(LENGTHS[i % LENGTHS.length]);
      requests[i] = startReceive(arrivals[i], previous, 60);
    }
    comm.barrier();
    for (int i = 0; i < WINDOW; i++) {
      Data out = Data.of(kind, LENGTHS[i % LENGTHS.length]).fill(seedOf(rank) + i);
      requests[WINDOW + i] = start(i % 2 == 0 ? Mode.STANDARD : Mode.SYNCHRONOUS, out, 60);
    }
    boolean[] completed = new boolean[requests.length];
    for (int i = 0; i < requests.length; i++) {
      int which = Request.waitAny(requests);
      require(which >= 0 && !completed[which], "request " + which + " completes again");
      completed[which] = true;
    }
    require(Arrays.stream(requests).allMatch(Request::isNull), "a request is left");
    for (int i = 0; i < WINDOW; i++) {
      arrivals[i].check("number " + i + " of a window", seedOf(previous) + i);
    }
  }

  private void cancel() {
    Data in = incoming(100);
    Request receive = startReceive(in, previous, 70);
    receive.cancel();
    require(receive.waitStatus().isCancelled(), "not cancelled");
    in.check("cancelled", REST);
    comm.barrier();
  }

  private void exchangeWithNobody() {
    Data data = incoming(10);
    comm.send(data.object(), 10, MPI.BYTE, MPI.PROC_NULL, 1);
    Status status = comm.recv(data.object(), 10, MPI.BYTE, MPI.PROC_NULL, 1);
    requireStatus("PROC_NULL", status, MPI.PROC_NULL, MPI.ANY_TAG, 0);
    data.check("PROC_NULL", REST);
  }
}
