package osu.count;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Counts the bytecodes of calls in rank 0. Ranks wait for each other by a {@link Gate}, so that no
 * call that is counted has to wait: what a rank polls while it waits is another number each time.
 *
 * <p>A call is counted many times, and the median is what is printed: now and then a call does
 * something that others do not, such as to look at the clock.
 */
public final class CountedMessages {
  private static final int WARM_UP = 50;
  private static final int CALLS = 31;

  /**
   * After how many a rank yields in each is learnt from the machine, but it is fewer than these.
   */
  private static final int POLLS_IN_VAIN = 256;

  private static final int TAG = 1;
  private static final int OTHER_TAG = 2;

  private final Comm comm = MPI.COMM_WORLD;
  private final int rank;
  private final Gate gate;
  private final boolean byMethod;

  private CountedMessages(Path gateFile, boolean byMethod) throws MPIException {
    rank = comm.getRank();
    gate = new Gate(gateFile, rank);
    this.byMethod = byMethod;
  }

  /** A call that is counted, and what both ranks do before and after it. */
  private interface Call {
    void run() throws MPIException;
  }

  /** Runs in two ranks: the gate's file, whether methods are listed, and sizes in bytes. */
  public static void main(String[] words) throws MPIException {
    String[] arguments = words.clone();
    MPI.Init(words);
    CountedMessages messages =
        new CountedMessages(Path.of(arguments[0]), Boolean.parseBoolean(arguments[1]));
    if (messages.rank == 0) {
      System.out.printf("%-32s %9s %7s   %s%n", "call", "bytecodes", "calls", "least to most");
    }
    messages.connect();
    for (int i = 2; i < arguments.length; i++) {
      int bytes = Integer.parseInt(arguments[i]);
      messages.count("array", bytes, new byte[bytes]);
      messages.count("direct", bytes, ByteBuffer.allocateDirect(bytes));
    }
    messages.countEmptyPoll();
    MPI.Finalize();
  }

  /** Connecting takes both ranks, which a rank at the gate does not do. */
  private void connect() throws MPIException {
    byte[] one = new byte[1];
    comm.sendRecv(one, 1, MPI.BYTE, 1 - rank, TAG, one.clone(), 1, MPI.BYTE, 1 - rank, TAG);
  }

  private void count(String kind, int bytes, Object buffer) throws MPIException {
    String what = " " + bytes + " B, " + kind;
    Call send = () -> comm.send(buffer, bytes, MPI.BYTE, 1 - rank, TAG);
    Call receive = () -> comm.recv(buffer, bytes, MPI.BYTE, 1 - rank, TAG);
    Call nothing = () -> {};
    Call poll = () -> comm.iProbe(1 - rank, OTHER_TAG);
    if (rank == 0) {
      count("send" + what, nothing, send, nothing);
      count("recv, in the ring," + what, nothing, receive, nothing);
      count("recv, unexpected," + what, poll, receive, nothing);
    } else {
      count(null, nothing, nothing, receive);
      count(null, send, nothing, nothing);
      count(null, send, nothing, nothing);
    }
  }

  private void countEmptyPoll() throws MPIException {
    Call nothing = () -> {};
    Call poll = () -> comm.iProbe(1 - rank, OTHER_TAG);
    for (int i = 0; i < POLLS_IN_VAIN; i++) {
      poll.run();
    }
    count("iProbe, nothing there", nothing, rank == 0 ? poll : nothing, nothing);
  }

  /** What comes before happens in rank 1 first, what comes after in rank 0. */
  private void count(String name, Call before, Call call, Call after) throws MPIException {
    Steps[] steps = new Steps[CALLS];
    for (int i = -WARM_UP; i < CALLS; i++) {
      gate.pass();
      if (rank == 1) {
        before.run();
      }
      gate.pass();
      if (rank == 0) {
        before.run();
        Steps counted = counted(call);
        steps[Math.max(i, 0)] = counted;
      }
      gate.pass();
      after.run();
    }
    if (rank == 0) {
      print(name, steps);
    }
  }

  private static Steps counted(Call call) throws MPIException {
    Steps.begin();
    call.run();
    Steps.end();
    return Steps.counted();
  }

  private void print(String name, Steps[] steps) {
    Arrays.sort(steps, Comparator.comparing(Steps::bytecodes));
    Steps median = steps[CALLS / 2];
    System.out.printf(
        Locale.ROOT,
        "%-32s %9d %7d   %d to %d%n",
        name,
        median.bytecodes(),
        median.calls(),
        steps[0].bytecodes(),
        steps[CALLS - 1].bytecodes());
    if (byMethod) {
      median
          .methods()
          .forEach(
              (method, of) ->
                  System.out.printf("%42d %7d     %s%n", of.bytecodes(), of.calls(), method));
    }
  }
}
