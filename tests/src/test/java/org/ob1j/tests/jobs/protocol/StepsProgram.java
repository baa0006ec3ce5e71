package org.ob1j.tests.jobs.protocol;

import java.nio.ByteBuffer;
import java.util.Arrays;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.ob1j.IncomingMessages;
import org.ob1j.tests.jobs.protocol.ProtocolProgram.Kind;

/**
 * Rank 0 sends rank 1 one message after the other, each with its number as tag. An argument is a
 * message: how it is sent, its length, its buffers, as {@code SYNCHRONOUS/100/ARRAY/DIRECT}. Each
 * receive is posted before the message leaves. A message to be discarded is sent in standard mode
 * on a communicator whose threshold is {@link #THRESHOLD_BYTES}.
 */
public final class StepsProgram {
  /** What is longer is announced only, where messages are discarded. */
  static final int THRESHOLD_BYTES = 1000;

  /** How a message is sent, and whether it is received. */
  enum Way {
    STANDARD,
    BUFFERED,
    SYNCHRONOUS,
    READY,
    DISCARDED
  }

  private final Comm comm = MPI.COMM_WORLD;
  private final int rank = comm.getRank();
  private final IncomingMessages incoming;

  private StepsProgram(boolean discards) throws MPIException {
    incoming = discards ? IncomingMessages.open(comm, THRESHOLD_BYTES) : null;
  }

  /** Runs a rank. */
  public static void main(String[] arguments) throws MPIException {
    MPI.Init(arguments);
    String discarded = Way.DISCARDED.name();
    StepsProgram program =
        new StepsProgram(Arrays.stream(arguments).anyMatch(each -> each.startsWith(discarded)));
    MPI.attachBuffer(new byte[1 << 20]);
    for (int tag = 0; tag < arguments.length; tag++) {
      String[] words = arguments[tag].split("/");
      Way way = Way.valueOf(words[0]);
      int length = Integer.parseInt(words[1]);
      if (program.rank == 0) {
        program.send(way, Kind.valueOf(words[2]).buffer(content(length, tag)), length, tag);
      } else if (way == Way.DISCARDED) {
        program.discard(length, tag);
      } else {
        program.receive(Kind.valueOf(words[3]).buffer(new byte[length]), length, tag);
      }
      program.comm.barrier();
    }
    MPI.detachBuffer();
    MPI.Finalize();
  }

  private void send(Way way, Object buffer, int length, int tag) throws MPIException {
    comm.barrier();
    switch (way) {
      case BUFFERED -> comm.bSend(buffer, length, MPI.BYTE, 1, tag);
      case SYNCHRONOUS -> comm.sSend(buffer, length, MPI.BYTE, 1, tag);
      case READY -> comm.rSend(buffer, length, MPI.BYTE, 1, tag);
      default -> comm.send(buffer, length, MPI.BYTE, 1, tag);
    }
  }

  private void receive(Object buffer, int length, int tag) throws MPIException {
    Request receive = comm.iRecv(buffer, length, MPI.BYTE, 0, tag);
    comm.barrier();
    int received = receive.waitStatus().getCount(MPI.BYTE);
    if (received != length) {
      throw new AssertionError("tag " + tag + ": " + received + " bytes");
    }
    byte[] expected = content(length, tag);
    for (int i = 0; i < length; i++) {
      byte found = buffer instanceof byte[] array ? array[i] : ((ByteBuffer) buffer).get(i);
      if (found != expected[i]) {
        throw new AssertionError("tag " + tag + ", byte " + i);
      }
    }
  }

  private void discard(int length, int tag) throws MPIException {
    comm.barrier();
    org.ob1j.IncomingMessage message = incoming.await(0, tag);
    if (message.lengthBytes() != length) {
      throw new AssertionError("tag " + tag + ": " + message.lengthBytes() + " bytes");
    }
    message.discard();
  }

  private static byte[] content(int length, int seed) {
    byte[] content = new byte[length];
    for (int i = 0; i < length; i++) {
      content[i] = (byte) (i * 31 + i / 509 + seed);
    }
    return content;
  }
}
