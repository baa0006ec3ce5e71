package org.ob1j.tests.jobs.buffers;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import org.ob1j.IncomingMessage;
import org.ob1j.IncomingMessages;
import org.ob1j.MessageWindows;

/**
 * Rank 0 sends rank 1 one message for each pair of kinds of buffers and datatypes, and rank 1 looks
 * at every byte of its buffer; then one that is discarded and one that is fetched in windows.
 */
public final class BlocksProgram {
  static final int BLOCKS = 5_000;
  static final int BLOCK_BYTES = 64;
  static final int MESSAGE_BYTES = BLOCKS * BLOCK_BYTES;
  static final int DISCARDED_TAG = 100;
  static final int WINDOWS_TAG = 101;
  private static final byte GAP = 99;

  /** How a message lies in its buffer, and what that is. */
  enum Kind {
    /** One run of bytes that peers map. */
    RUN,
    /** Every other block of memory that peers map. */
    VECTOR,
    /** Blocks at uneven distances in memory that peers map. */
    INDEXED,
    /** Every other block of an array. */
    ARRAY;

    private Datatype type;

    int place(int position) {
      int block = position / BLOCK_BYTES;
      int start =
          switch (this) {
            case RUN -> block * BLOCK_BYTES;
            case INDEXED -> 2 * block * BLOCK_BYTES + block % 3 * 8;
            default -> 2 * block * BLOCK_BYTES;
          };
      return start + position % BLOCK_BYTES;
    }

    /** The same one for all messages. */
    private Datatype type() throws MPIException {
      if (type == null) {
        type = newType();
        type.commit();
      }
      return type;
    }

    private Datatype newType() throws MPIException {
      return switch (this) {
        case RUN -> Datatype.createContiguous(MESSAGE_BYTES, MPI.BYTE);
        case INDEXED ->
            Datatype.createIndexed(
                IntStream.range(0, BLOCKS).map(block -> BLOCK_BYTES).toArray(),
                IntStream.range(0, BLOCKS).map(block -> place(block * BLOCK_BYTES)).toArray(),
                MPI.BYTE);
        default -> Datatype.createVector(BLOCKS, BLOCK_BYTES, 2 * BLOCK_BYTES, MPI.BYTE);
      };
    }

    private byte[] content(int seed) {
      byte[] content = new byte[place(MESSAGE_BYTES - 1) + 1];
      Arrays.fill(content, GAP);
      for (int position = 0; position < MESSAGE_BYTES; position++) {
        content[place(position)] = at(position, seed);
      }
      return content;
    }

    private Object buffer(byte[] content) {
      return this == ARRAY ? content : MPI.newByteBuffer(content.length).put(content).clear();
    }
  }

  private BlocksProgram() {}

  static int tag(Kind from, Kind into) {
    return Kind.values().length * from.ordinal() + into.ordinal();
  }

  private static byte at(int position, int seed) {
    return (byte) (position * 31 + position / 509 + seed);
  }

  /** Runs a rank. */
  public static void main(String[] arguments) throws MPIException {
    MPI.Init(arguments);
    boolean sender = MPI.COMM_WORLD.getRank() == 0;
    for (Kind from : Kind.values()) {
      for (Kind into : Kind.values()) {
        if (sender) {
          send(from, tag(from, into));
        } else {
          receive(into, tag(from, into));
        }
        MPI.COMM_WORLD.barrier();
      }
    }
    IncomingMessages messages = IncomingMessages.open(MPI.COMM_WORLD, 1_000);
    if (sender) {
      send(Kind.VECTOR, DISCARDED_TAG);
      send(Kind.INDEXED, WINDOWS_TAG);
    } else {
      messages.await(0, DISCARDED_TAG).discard();
      fetchInWindows(messages.await(0, WINDOWS_TAG));
    }
    MPI.Finalize();
  }

  private static void send(Kind from, int tag) throws MPIException {
    MPI.COMM_WORLD.send(from.buffer(from.content(tag)), 1, from.type(), 1, tag);
  }

  private static void receive(Kind into, int tag) throws MPIException {
    byte[] expected = into.content(tag);
    byte[] empty = new byte[expected.length];
    Arrays.fill(empty, GAP);
    Object buffer = into.buffer(empty);
    MPI.COMM_WORLD.recv(buffer, 1, into.type(), 0, tag);
    for (int i = 0; i < expected.length; i++) {
      byte actual = buffer instanceof byte[] array ? array[i] : ((ByteBuffer) buffer).get(i);
      if (actual != expected[i]) {
        throw new AssertionError("tag " + tag + ", byte " + i + " of the buffer: " + actual);
      }
    }
  }

  private static void fetchInWindows(IncomingMessage message) throws MPIException {
    try (MessageWindows windows = message.windows(10_000)) {
      int position = 0;
      for (ByteBuffer window = windows.next(); window != null; window = windows.next()) {
        while (window.hasRemaining()) {
          if (window.get() != at(position, WINDOWS_TAG)) {
            throw new AssertionError("byte " + position + " of the windows");
          }
          position++;
        }
      }
      if (position != MESSAGE_BYTES) {
        throw new AssertionError(position + " bytes in windows");
      }
    }
  }
}
