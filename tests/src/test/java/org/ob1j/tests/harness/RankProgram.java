package org.ob1j.tests.harness;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** What ranks do in tests; the first argument says what. */
public final class RankProgram {
  static final int UNRECEIVED_MESSAGES = 100_000;
  static final int UNRECEIVED_BYTES = 4096;
  static final int LONG_ARRAY_ELEMENTS = 300_000_000;
  static final int PAIR_BYTES = 64 * 1024;

  public static final int EXIT_CODE = 7;
  public static final int DROPPED_BUFFERS = 200;

  private static final int FLOOD_MESSAGES = 1000;
  private static final int[] FLOOD_BYTES = {1, 100, 3000, 9000, 70_000};
  private static final int FLOOD_TAGS = 7;
  private static final int DROPPED_BYTES = 1 << 20;
  private static final int RING_ROUNDS = 50;

  private final int rank = MPI.COMM_WORLD.getRank();
  private final int size = MPI.COMM_WORLD.getSize();

  private RankProgram() {}

  /** Runs a rank. */
  public static void main(String[] arguments) throws Exception {
    MPI.Init(arguments);
    RankProgram program = new RankProgram();
    switch (arguments[0]) {
      case "self" -> program.sendToSelf();
      case "which-program" -> program.tellWhichProgramItRuns();
      case "ring" -> program.passToken();
      case "ring-for-ever" -> program.passTokenForEver();
      case "all-pairs" -> program.exchangeWithEveryRank();
      case "long-array" -> program.moveLongArray();
      case "drop-buffers" -> program.dropBuffers();
      case "flood" -> program.floodRankZero();
      case "exit" -> program.exitWhileOthersWait();
      case "unreceived" -> program.receiveLastFirst(Path.of(arguments[1]));
      case "invalid-rank" -> program.sendToInvalidRank();
      case "invalid-rank-caught" -> program.catchInvalidRank();
      default -> throw new IllegalArgumentException(arguments[0]);
    }
    MPI.Finalize();
  }

  private static void require(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }

  private void sendToSelf() {
    long[] received = new long[3];
    Request receive = MPI.COMM_WORLD.iRecv(received, 3, MPI.LONG, rank, 5);
    MPI.COMM_WORLD.send(new long[] {1, 2, 3}, 3, MPI.LONG, rank, 5);
    Status status = receive.waitStatus();
    require(status.getCount(MPI.LONG) == 3 && received[2] == 3, "a message to oneself");
    System.out.println("rank " + rank + " of " + size);
  }

  private void tellWhichProgramItRuns() {
    System.out.printf(
        "rank %d runs program %s of %s; %s ranks from %s%n",
        rank,
        MPI.COMM_WORLD.getAttr(MPI.APPNUM),
        MPI.INFO_ENV.get("ompi_num_apps"),
        MPI.INFO_ENV.get("ompi_np"),
        MPI.INFO_ENV.get("ompi_first_rank"));
  }

  private void passToken() {
    int[] token = {0};
    for (int round = 0; round < RING_ROUNDS; round++) {
      passOnce(token);
    }
    if (rank == 0) {
      System.out.println("token " + token[0]);
    }
  }

  private void passTokenForEver() {
    int[] token = {0};
    passOnce(token);
    System.out.println("rank " + rank + " is running");
    while (true) {
      passOnce(token);
    }
  }

  /** Each rank adds one to the token. */
  private void passOnce(int[] token) {
    if (rank == 0) {
      token[0]++;
      MPI.COMM_WORLD.send(token, 1, MPI.INT, 1 % size, 0);
    }
    MPI.COMM_WORLD.recv(token, 1, MPI.INT, (rank + size - 1) % size, 0);
    if (rank != 0) {
      token[0]++;
      MPI.COMM_WORLD.send(token, 1, MPI.INT, (rank + 1) % size, 0);
    }
  }

  private void exchangeWithEveryRank() {
    byte[] outgoing = new byte[PAIR_BYTES];
    byte[] incoming = new byte[PAIR_BYTES];
    for (int shift = 1; shift < size; shift++) {
      int to = (rank + shift) % size;
      int from = (rank + size - shift) % size;
      for (int i = 0; i < PAIR_BYTES; i++) {
        outgoing[i] = (byte) (rank * 31 + to * 7 + i);
      }
      MPI.COMM_WORLD.sendRecv(
          outgoing, PAIR_BYTES, MPI.BYTE, to, 1, incoming, PAIR_BYTES, MPI.BYTE, from, 1);
      for (int i = 0; i < PAIR_BYTES; i++) {
        require(incoming[i] == (byte) (from * 31 + rank * 7 + i), "byte " + i + " from " + from);
      }
    }
    MPI.COMM_WORLD.barrier();
    if (rank == 0) {
      System.out.println("every pair of " + size);
    }
  }

  /** Every other rank sends at once what it has, with more than one tag, and is then done. */
  private void floodRankZero() {
    int longest = FLOOD_BYTES[FLOOD_BYTES.length - 1];
    if (rank != 0) {
      ByteBuffer bytes = MPI.newByteBuffer(longest);
      Request[] sends = new Request[FLOOD_MESSAGES];
      for (int i = 0; i < sends.length; i++) {
        int length = FLOOD_BYTES[i % FLOOD_BYTES.length];
        sends[i] = MPI.COMM_WORLD.iSend(bytes, length, MPI.BYTE, 0, i % FLOOD_TAGS);
      }
      Request.waitAll(sends);
      return;
    }
    byte[] bytes = new byte[longest];
    long received = 0;
    for (int i = 0; i < FLOOD_MESSAGES * (size - 1); i++) {
      Status status = MPI.COMM_WORLD.recv(bytes, longest, MPI.BYTE, MPI.ANY_SOURCE, MPI.ANY_TAG);
      received += status.getCount(MPI.BYTE);
    }
    System.out.println("received " + received / (size - 1) + " bytes of each");
  }

  /** The sender waits until the receive is posted. */
  private void moveLongArray() {
    long[] array = new long[LONG_ARRAY_ELEMENTS];
    if (rank == 0) {
      for (int i = 0; i < array.length; i++) {
        array[i] = i * 0x9E3779B97F4A7C15L;
      }
      MPI.COMM_WORLD.recv(new byte[0], 0, MPI.BYTE, 1, 10);
      MPI.COMM_WORLD.send(array, array.length, MPI.LONG, 1, 9);
    } else {
      Request receive = MPI.COMM_WORLD.iRecv(array, array.length, MPI.LONG, 0, 9);
      MPI.COMM_WORLD.send(new byte[0], 0, MPI.BYTE, 0, 10);
      Status status = receive.waitStatus();
      require(status.getCount(MPI.LONG) == array.length, "count " + status.getCount(MPI.LONG));
      require(status.getCount(MPI.BYTE) == MPI.UNDEFINED, "a count beyond an int");
      for (int i = 0; i < array.length; i++) {
        require(array[i] == i * 0x9E3779B97F4A7C15L, "element " + i);
      }
      System.out.println("all " + array.length + " elements");
    }
  }

  /** Rank 1 takes the last message, waits until a file exists, and then takes the others. */
  private void receiveLastFirst(Path goOn) {
    if (rank == 0) {
      ByteBuffer content = MPI.newByteBuffer(UNRECEIVED_BYTES);
      Request[] sends = new Request[UNRECEIVED_MESSAGES];
      for (int i = 0; i < sends.length; i++) {
        sends[i] = MPI.COMM_WORLD.iSend(content, UNRECEIVED_BYTES, MPI.BYTE, 1, i);
      }
      Request.waitAll(sends);
      return;
    }
    byte[] content = new byte[UNRECEIVED_BYTES];
    receive(content, UNRECEIVED_MESSAGES - 1);
    System.out.println("the last has come first");
    while (!Files.exists(goOn)) {
      MPI.COMM_WORLD.iProbe(0, UNRECEIVED_MESSAGES);
      Thread.yield();
    }
    for (int i = UNRECEIVED_MESSAGES - 2; i >= 0; i--) {
      receive(content, i);
    }
    System.out.println("all have come");
  }

  private static void receive(byte[] content, int tag) {
    Status status = MPI.COMM_WORLD.recv(content, UNRECEIVED_BYTES, MPI.BYTE, 0, tag);
    require(status.getCount(MPI.BYTE) == UNRECEIVED_BYTES, "length of message " + tag);
  }

  /** Rank 0 sends each message out of a buffer of its own, which it never uses again. */
  private void dropBuffers() {
    byte[] received = new byte[DROPPED_BYTES];
    for (int i = 0; i < DROPPED_BUFFERS; i++) {
      if (rank == 0) {
        ByteBuffer buffer = MPI.newByteBuffer(DROPPED_BYTES).put(i, (byte) i);
        MPI.COMM_WORLD.send(buffer, DROPPED_BYTES, MPI.BYTE, 1, i);
      } else {
        MPI.COMM_WORLD.recv(received, DROPPED_BYTES, MPI.BYTE, 0, i);
        require(received[i] == (byte) i, "message " + i);
        received[i] = 0;
      }
    }
    if (rank == 1) {
      System.out.println("all messages");
    }
  }

  private void exitWhileOthersWait() {
    if (rank == 1) {
      System.exit(EXIT_CODE);
    }
    MPI.COMM_WORLD.recv(new byte[1], 1, MPI.BYTE, 1, 0);
  }

  private void sendToInvalidRank() {
    MPI.COMM_WORLD.send(new byte[1], 1, MPI.BYTE, size, 0);
    System.out.println("errors are not fatal");
  }

  private void catchInvalidRank() {
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    try {
      MPI.COMM_WORLD.send(new byte[1], 1, MPI.BYTE, size, 0);
    } catch (MPIException caught) {
      System.out.println("caught " + caught.getErrorClass() + " " + caught.getMessage());
    }
  }
}
