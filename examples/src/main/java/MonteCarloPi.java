import java.util.Locale;
import java.util.SplittableRandom;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Estimates pi by random points: of those in a square, pi/4 are in the circle within.
 *
 * <pre>mpirun -n 4 java -cp examples.jar MonteCarloPi 100000000</pre>
 *
 * <p>Work of which each piece is independent of all others is the easiest to share out: ranks
 * exchange nothing until the end, when {@code reduce} adds up their counts. Every rank calls reduce
 * (a collective operation is one that all ranks of the communicator call); rank 0 gets the sum.
 *
 * <p>What to take care of is randomness. If all ranks began with the same seed, all would draw the
 * same points; if each drew from one sequence of its own, the result would depend on how many ranks
 * there are. Here the points come in blocks, and the number of the block is its seed. The ranks
 * share out the blocks, and any number of ranks prints the same estimate.
 */
public final class MonteCarloPi {
  private static final String USAGE =
      "Usage: mpirun -n RANKS java MonteCarloPi [POINTS]\n"
          + "Estimates pi by POINTS random points (10000000).\n";

  private static final int BLOCK_POINTS = 1 << 16;

  private MonteCarloPi() {}

  public static void main(String[] arguments) throws MPIException {
    String[] words = MPI.Init(arguments);
    Comm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    long points = points(words);
    if (points < 1) {
      if (rank == 0) {
        String wrong = "MonteCarloPi: '" + String.join(" ", words) + "' is no number of points\n";
        System.out.print(points == 0 ? USAGE : wrong + USAGE);
      }
      MPI.Finalize();
      System.exit(points == 0 ? 0 : 2);
    }

    double begin = MPI.wtime();
    long[] inside = {countInside(points, rank, world.getSize())};
    long[] sum = new long[1];
    world.reduce(inside, sum, 1, MPI.LONG, MPI.SUM, 0);
    double seconds = MPI.wtime() - begin;

    if (rank == 0) {
      double estimate = 4.0 * sum[0] / points;
      System.out.printf(
          Locale.ROOT, "pi is about %.8f, %.8f off%n", estimate, Math.abs(estimate - Math.PI));
      // How long it took is no result: it goes where messages to people go.
      System.err.printf(Locale.ROOT, "%d points in %.3f s%n", points, seconds);
    }
    MPI.Finalize();
  }

  /** Counts the points within the circle, of every n-th block beginning with the rank's number. */
  static long countInside(long points, int rank, int ranks) {
    long inside = 0;
    for (long block = rank; block * BLOCK_POINTS < points; block += ranks) {
      SplittableRandom random = new SplittableRandom(block);
      long count = Math.min(BLOCK_POINTS, points - block * BLOCK_POINTS);
      for (long i = 0; i < count; i++) {
        double x = random.nextDouble();
        double y = random.nextDouble();
        if (x * x + y * y < 1) {
          inside++;
        }
      }
    }
    return inside;
  }

  /** How many points; 0 if help is asked for, -1 if the arguments are wrong. */
  static long points(String... words) {
    if (words.length == 0) {
      return 10_000_000;
    }
    if (words[0].equals("--help")) {
      return 0;
    }
    boolean valid = words.length == 1 && words[0].matches("[1-9][0-9]{0,14}");
    return valid ? Long.parseLong(words[0]) : -1;
  }
}
