package compat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/** What the ranks have to say. Rank 0 prints all of it, in the order of ranks. */
final class Report {
  /** A call that may fail. */
  interface Call {
    void run() throws MPIException;
  }

  private final StringBuilder text = new StringBuilder();

  /** A line. */
  void say(String format, Object... values) {
    text.append(String.format(format, values)).append('\n');
  }

  /** A line with an array. */
  void say(String what, int[] values) {
    say("%s: %s", what, Arrays.toString(values));
  }

  /** A line with an array. */
  void say(String what, double[] values) {
    say("%s: %s", what, Arrays.toString(values));
  }

  /** A line with an array. */
  void say(String what, byte[] values) {
    say("%s: %s", what, Arrays.toString(values));
  }

  /** Calls what fails, and says how: by MPI's error class, or by Java's exception. */
  void fails(String what, Call call) {
    try {
      call.run();
      say("%s: has not failed", what);
    } catch (MPIException failed) {
      String[] message = String.valueOf(failed.getMessage()).split(": ");
      say(
          "%s: class %d, code %d, %s",
          what, failed.getErrorClass(), failed.getErrorCode(), message[0]);
    } catch (RuntimeException failed) {
      say("%s: %s", what, failed.getClass().getName());
    }
  }

  /** Collective over COMM_WORLD; nothing is left to say. */
  void print() throws MPIException {
    Comm world = MPI.COMM_WORLD;
    byte[] mine = text.toString().getBytes(StandardCharsets.UTF_8);
    text.setLength(0);
    if (world.getRank() > 0) {
      world.send(new int[] {mine.length}, 1, MPI.INT, 0, 1);
      world.send(mine, mine.length, MPI.BYTE, 0, 2);
      return;
    }
    System.out.print("--- rank 0\n" + new String(mine, StandardCharsets.UTF_8));
    for (int rank = 1; rank < world.getSize(); rank++) {
      int[] length = new int[1];
      world.recv(length, 1, MPI.INT, rank, 1);
      byte[] its = new byte[length[0]];
      world.recv(its, its.length, MPI.BYTE, rank, 2);
      System.out.print("--- rank " + rank + "\n" + new String(its, StandardCharsets.UTF_8));
    }
    System.out.flush();
  }
}
