import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * A token goes round all ranks, and each adds its own number to it.
 *
 * <pre>mpirun -n 4 java -cp examples.jar Ring 3</pre>
 *
 * <pre>
 *   rank 0 ---&gt; rank 1 ---&gt; ... ---&gt; rank n-1 ---+
 *     ^                                          |
 *     +------------------------------------------+
 * </pre>
 *
 * <p>A receive waits until its message is there. So the ranks need no other sign whose turn it is:
 * all but rank 0 begin by waiting for the rank before them.
 *
 * <p>A blocking send may wait, too, until the receiver has come (long messages do). If all ranks of
 * a ring sent first, all might wait for ever; and so might a single rank that sends to itself. That
 * is why rank 0 uses {@code sendRecv}, which sends and receives at the same time.
 */
public final class Ring {
  private static final String USAGE =
      "Usage: mpirun -n RANKS java Ring [LAPS]\n"
          + "A token goes round LAPS times (1; at most 999999999); each rank adds its number to\n"
          + "it.\n";

  private static final int TAG = 0;

  private Ring() {}

  public static void main(String[] arguments) throws MPIException {
    String[] words = MPI.Init(arguments);
    Comm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int size = world.getSize();
    int laps = laps(words);
    if (laps < 1) {
      if (rank == 0) {
        String wrong = "Ring: '" + String.join(" ", words) + "' is no number of laps\n";
        System.out.print(laps == 0 ? USAGE : wrong + USAGE);
      }
      MPI.Finalize();
      System.exit(laps == 0 ? 0 : 2);
    }

    int next = (rank + 1) % size;
    int previous = (rank + size - 1) % size;
    // Messages come from arrays and go to arrays, of one element if need be.
    long[] token = {0};
    for (int lap = 1; lap <= laps; lap++) {
      if (rank == 0) {
        long[] returned = new long[1];
        world.sendRecv(token, 1, MPI.LONG, next, TAG, returned, 1, MPI.LONG, previous, TAG);
        token = returned;
        System.out.println("lap " + lap + ": the token is " + token[0]);
      } else {
        world.recv(token, 1, MPI.LONG, previous, TAG);
        token[0] += rank;
        world.send(token, 1, MPI.LONG, next, TAG);
      }
    }
    MPI.Finalize();
  }

  /** How many laps; 0 if help is asked for, -1 if the arguments are wrong. */
  static int laps(String... words) {
    if (words.length == 0) {
      return 1;
    }
    if (words[0].equals("--help")) {
      return 0;
    }
    return words.length == 1 && words[0].matches("[1-9][0-9]{0,8}")
        ? Integer.parseInt(words[0])
        : -1;
  }
}
