import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Each pair of ranks exchanges a message: a first test of a new machine or network.
 *
 * <pre>mpirun -n 4 java -cp examples.jar Connectivity -v</pre>
 *
 * <p>Ranks connect with each other when they have something to send, so a program can run for long
 * before it first needs a connection that a firewall forbids. This one needs them all at once.
 *
 * <p>All ranks go through all pairs in the same order, and those that are not in a pair skip it.
 * Two pairs that have no rank in common exchange at the same time: nothing keeps ranks in step but
 * the messages between them. So that the report of rank 0 comes when all is done, it waits in
 * {@code reduce}, to which every rank contributes how many answers were right, and of which rank 0
 * gets the sum. A pair that cannot connect ends the job with the name of the rank that cannot be
 * reached.
 */
public final class Connectivity {
  private static final String USAGE =
      "Usage: mpirun -n RANKS java Connectivity [-v]\n"
          + "Each pair of ranks exchanges a message; -v tells of each.\n";

  private static final int TAG = 0;

  private Connectivity() {}

  public static void main(String[] arguments) throws MPIException {
    String[] words = MPI.Init(arguments);
    Comm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    boolean verbose = words.length == 1 && words[0].equals("-v");
    if (words.length > 0 && !verbose) {
      if (rank == 0) {
        System.out.print(USAGE);
      }
      MPI.Finalize();
      System.exit(words[0].equals("--help") ? 0 : 2);
    }

    int size = world.getSize();
    int[] rightAnswers = {0};
    for (int first = 0; first < size; first++) {
      for (int second = first + 1; second < size; second++) {
        if (rank == first || rank == second) {
          int peer = rank == first ? second : first;
          if (exchange(world, rank, peer)) {
            rightAnswers[0]++;
          }
          if (verbose && rank == first) {
            System.out.println("rank " + first + " and rank " + second + " have met");
          }
        }
      }
    }

    int[] sum = new int[1];
    world.reduce(rightAnswers, sum, 1, MPI.INT, MPI.SUM, 0);
    if (rank == 0) {
      int pairs = size * (size - 1) / 2;
      boolean passed = sum[0] == 2 * pairs;
      System.out.println(
          "Connectivity of "
              + size
              + " ranks, "
              + pairs
              + " pairs: "
              + (passed ? "passed" : "FAILED"));
      if (!passed) {
        world.abort(1);
      }
    }
    MPI.Finalize();
  }

  /** Sends this rank's number and receives the peer's; true if it is the peer's indeed. */
  private static boolean exchange(Comm world, int rank, int peer) throws MPIException {
    int[] mine = {rank};
    int[] received = {-1};
    world.sendRecv(mine, 1, MPI.INT, peer, TAG, received, 1, MPI.INT, peer, TAG);
    return received[0] == peer;
  }
}
