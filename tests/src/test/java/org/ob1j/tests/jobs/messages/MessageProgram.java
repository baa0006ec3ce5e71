package org.ob1j.tests.jobs.messages;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import mpi.Comm;
import mpi.MPI;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import org.ob1j.IncomingMessage;
import org.ob1j.IncomingMessages;
import org.ob1j.MessageWindows;

/** Persistent requests, matched messages, messages of unknown length, and many requests at once. */
public final class MessageProgram {
  private static final int ROUNDS = 20;
  private static final int MANY = 10_000;
  private static final int WINDOW_BYTES = 100_000;
  private static final long THRESHOLD = 10_000;
  private static final int[] LENGTHS = {0, 1, 3_000, 10_000, 10_001, 200_000, 3_000_000};

  private final Comm comm = MPI.COMM_WORLD;
  private final int rank = comm.getRank();
  private final int size = comm.getSize();
  private final int next = (rank + 1) % size;
  private final int previous = (rank + size - 1) % size;

  private MessageProgram() {}

  /** Runs a rank; the argument says what. */
  public static void main(String[] arguments) {
    MPI.Init(arguments);
    MessageProgram program = new MessageProgram();
    switch (arguments[0]) {
      case "all" -> program.all();
      case "unclaimed" -> program.leaveUnclaimed();
      case "ready" -> program.sendReadyTooEarly();
      default -> throw new IllegalArgumentException(arguments[0]);
    }
    MPI.Finalize();
  }

  private static void require(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }

  private void all() {
    for (int length : LENGTHS) {
      startAgainAndAgain(length);
    }
    receiveWhatWasMatched();
    for (int way = 0; way < 5; way++) {
      receiveOfUnknownLength(way);
    }
    waitForMany();
    comm.barrier();
    if (rank == 0) {
      System.out.println("all messages of " + size);
    }
  }

  private static byte content(int source, int round, int index) {
    return (byte) (source * 31 + round * 7 + index);
  }

  private static ByteBuffer message(int source, int round, int length) {
    ByteBuffer data = MPI.newByteBuffer(length);
    fill(data, source, round);
    return data;
  }

  private static void fill(ByteBuffer data, int source, int round) {
    for (int i = 0; i < data.capacity(); i++) {
      data.put(i, content(source, round, i));
    }
  }

  private static void check(ByteBuffer data, int from, int source, int round) {
    for (int i = 0; i < data.limit(); i++) {
      require(data.get(i) == content(source, round, from + i), "byte " + (from + i));
    }
  }

  private void startAgainAndAgain(int length) {
    MPI.attachBuffer(new byte[length + MPI.BSEND_OVERHEAD]);
    ByteBuffer outgoing = MPI.newByteBuffer(length);
    ByteBuffer incoming = MPI.newByteBuffer(length);
    Prequest receive = comm.recvInit((Buffer) incoming, length, MPI.BYTE, previous, 3);
    Prequest[] sends = {
      comm.sendInit((Buffer) outgoing, length, MPI.BYTE, next, 3),
      comm.sSendInit((Buffer) outgoing, length, MPI.BYTE, next, 3),
      comm.bSendInit((Buffer) outgoing, length, MPI.BYTE, next, 3),
      comm.rSendInit((Buffer) outgoing, length, MPI.BYTE, next, 3)
    };
    for (int round = 0; round < ROUNDS; round++) {
      fill(outgoing, rank, round);
      Prequest send = sends[round % sends.length];
      receive.start();
      comm.barrier();
      send.start();
      Request.waitAll(new Request[] {receive, send});
      check(incoming, 0, previous, round);
      // The buffered message of the next round needs the room of this one's.
      comm.barrier();
    }
    for (Prequest send : sends) {
      send.free();
    }
    receive.free();
    MPI.detachBuffer();
  }

  private void receiveWhatWasMatched() {
    Request[] sends = new Request[LENGTHS.length];
    for (int i = 0; i < LENGTHS.length; i++) {
      sends[i] = comm.iSend((Buffer) message(rank, i, LENGTHS[i]), LENGTHS[i], MPI.BYTE, next, i);
    }
    Message[] messages = new Message[LENGTHS.length];
    for (int i = LENGTHS.length - 1; i >= 0; i--) {
      messages[i] = new Message();
      Status found = messages[i].mProbe(MPI.ANY_SOURCE, i, comm);
      require(found.getSource() == previous, "source");
      require(found.getCount(MPI.BYTE) == LENGTHS[i], "length of message " + i);
    }
    require(new Message().imProbe(MPI.ANY_SOURCE, MPI.ANY_TAG, comm) == null, "no other");
    for (int i = 0; i < LENGTHS.length; i++) {
      ByteBuffer data = MPI.newByteBuffer(LENGTHS[i]);
      if (i % 2 == 0) {
        messages[i].mRecv(data, LENGTHS[i], MPI.BYTE);
      } else {
        messages[i].imRecv((Buffer) data, LENGTHS[i], MPI.BYTE).waitFor();
      }
      check(data, 0, previous, i);
    }
    Request.waitAll(sends);
  }

  private void receiveOfUnknownLength(int way) {
    IncomingMessages incoming = IncomingMessages.open(comm, THRESHOLD);
    Request[] sends = new Request[LENGTHS.length];
    for (int i = 0; i < LENGTHS.length; i++) {
      ByteBuffer data = message(rank, i, LENGTHS[i]);
      sends[i] =
          i % 2 == 0
              ? comm.iSend((Buffer) data, LENGTHS[i], MPI.BYTE, next, 9)
              : comm.isSend((Buffer) data, LENGTHS[i], MPI.BYTE, next, 9);
    }
    for (int i = 0; i < LENGTHS.length; i++) {
      IncomingMessage message = incoming.await(MPI.ANY_SOURCE, MPI.ANY_TAG, i);
      require(message.lengthBytes() == LENGTHS[i], "length of message " + i);
      require(message.source() == previous && message.tag() == 9, "envelope");
      require(message.isVariable() == LENGTHS[i] > THRESHOLD, "only announced: " + i);
      claim(message, way);
    }
    Request.waitAll(sends);
  }

  private void claim(IncomingMessage message, int way) {
    int round = (Integer) message.context();
    int length = (int) message.lengthBytes();
    switch (way) {
      case 0 -> check(message.receive(), 0, previous, round);
      case 1 -> {
        byte[] data = new byte[length];
        message.receive(data, length, MPI.BYTE);
        check(ByteBuffer.wrap(data), 0, previous, round);
      }
      case 2 -> fetch(message, round, Integer.MAX_VALUE);
      case 3 -> fetch(message, round, 2);
      default -> message.discard();
    }
  }

  private void fetch(IncomingMessage message, int round, int pieces) {
    try (MessageWindows windows = message.windows(WINDOW_BYTES)) {
      int at = 0;
      ByteBuffer piece = windows.next();
      for (int i = 1; piece != null; i++) {
        check(piece, at, previous, round);
        at += piece.remaining();
        piece = i < pieces ? windows.next() : null;
      }
      require(windows.position() == at, "position");
    }
  }

  private void waitForMany() {
    int[] values = new int[MANY];
    for (int form = 0; form < 4; form++) {
      Request[] receives = new Request[MANY];
      for (int i = 0; i < MANY; i++) {
        receives[i] =
            comm.iRecv(java.nio.IntBuffer.wrap(values, i, 1).slice(), 1, MPI.INT, previous, i);
      }
      comm.barrier();
      Request[] sends = new Request[MANY];
      for (int i = MANY - 1; i >= 0; i--) {
        sends[i] = comm.iSend(new int[] {i}, 1, MPI.INT, next, i);
      }
      complete(receives, form);
      Request.waitAll(sends);
      for (int i = 0; i < MANY; i++) {
        require(values[i] == i, "value " + i);
      }
      Arrays.fill(values, 0);
      comm.barrier();
    }
  }

  private static void complete(Request[] receives, int form) {
    int completed = 0;
    while (completed < receives.length) {
      completed +=
          switch (form) {
            case 0 -> Request.waitAny(receives) == MPI.UNDEFINED ? 0 : 1;
            case 1 -> Request.waitSome(receives).length;
            case 2 -> Request.testSome(receives).length;
            default -> Request.testAll(receives) ? receives.length : 0;
          };
    }
  }

  private void leaveUnclaimed() {
    byte[] data = new byte[200_000];
    if (rank == 0) {
      comm.sSend(data, data.length, MPI.BYTE, 1, 4);
      System.out.println("the send is complete");
    } else {
      new Message().mProbe(0, 4, comm);
    }
  }

  private void sendReadyTooEarly() {
    if (rank == 0) {
      comm.rSend(new byte[5], 5, MPI.BYTE, 1, 4);
    }
    comm.barrier();
    if (rank == 1) {
      comm.probe(0, 4);
      comm.recv(new byte[5], 5, MPI.BYTE, 0, 4);
    }
  }
}
