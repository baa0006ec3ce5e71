package org.ob1j.tests.jobs.protocol;

import java.nio.ByteBuffer;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/**
 * Rank 0 sends rank 1 one message for each pair of kinds of buffers, one after the other, and rank
 * 1 looks at every byte. The first argument is the length; with a second one both then say so and
 * wait for what never comes.
 */
public final class ProtocolProgram {
  /** Where a message is sent from or received into. */
  enum Kind {
    ARRAY,
    DIRECT,
    SHARED;

    Object buffer(byte[] content) throws MPIException {
      return switch (this) {
        case ARRAY -> content;
        case DIRECT -> ByteBuffer.allocateDirect(content.length).put(content).clear();
        case SHARED -> MPI.newByteBuffer(content.length).put(content).clear();
      };
    }

    private static byte at(Object buffer, int index) {
      return buffer instanceof byte[] array ? array[index] : ((ByteBuffer) buffer).get(index);
    }
  }

  private ProtocolProgram() {}

  /** The tag of the message between these. */
  static int tag(Kind from, Kind into) {
    return Kind.values().length * from.ordinal() + into.ordinal();
  }

  /** Runs a rank. */
  public static void main(String[] arguments) throws MPIException {
    MPI.Init(arguments);
    int length = Integer.parseInt(arguments[0]);
    for (Kind from : Kind.values()) {
      for (Kind into : Kind.values()) {
        if (MPI.COMM_WORLD.getRank() == 0) {
          Object buffer = from.buffer(content(length, tag(from, into)));
          MPI.COMM_WORLD.send(buffer, length, MPI.BYTE, 1, tag(from, into));
        } else {
          receive(into.buffer(new byte[length]), length, tag(from, into));
        }
        MPI.COMM_WORLD.barrier();
      }
    }
    if (arguments.length > 1) {
      System.out.println("rank " + MPI.COMM_WORLD.getRank() + " has done");
      MPI.COMM_WORLD.recv(new byte[1], 1, MPI.BYTE, MPI.ANY_SOURCE, Kind.values().length * 100);
    }
    MPI.Finalize();
  }

  private static void receive(Object buffer, int length, int tag) throws MPIException {
    Status status = MPI.COMM_WORLD.recv(buffer, length, MPI.BYTE, 0, tag);
    byte[] expected = content(length, tag);
    for (int i = 0; i < length; i++) {
      if (Kind.at(buffer, i) != expected[i]) {
        throw new AssertionError("tag " + tag + ", byte " + i);
      }
    }
    if (status.getCount(MPI.BYTE) != length) {
      throw new AssertionError("tag " + tag + ": " + status.getCount(MPI.BYTE) + " bytes");
    }
  }

  private static byte[] content(int length, int seed) {
    byte[] content = new byte[length];
    for (int i = 0; i < length; i++) {
      content[i] = (byte) (i * 31 + i / 509 + seed);
    }
    return content;
  }
}
