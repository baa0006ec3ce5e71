import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Every rank says who it is: the smallest program of several ranks.
 *
 * <pre>mpirun -n 4 java -cp examples.jar Hello</pre>
 *
 * <p>mpirun starts this program once for each rank, as a process of its own. Between Init and
 * Finalize the ranks can exchange messages; {@code COMM_WORLD} is the communicator of all of them,
 * in which each has a number from 0 to size - 1. A rank decides by its number what its part of the
 * work is; here there is none but to say the number.
 *
 * <p>Nothing orders what different ranks print: mpirun passes on each line when it comes, so the
 * lines stand in another order each time. Whoever wants an order sends the lines to one rank that
 * prints them: WordCount does so.
 */
public final class Hello {
  private static final String USAGE =
      "Usage: mpirun -n RANKS java Hello\nEvery rank prints its number and its host.\n";

  private Hello() {}

  public static void main(String[] arguments) throws MPIException {
    String[] words = MPI.Init(arguments);
    Comm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    if (words.length > 0) {
      // All ranks read the same command line; one of them speaks, all leave in order.
      if (rank == 0) {
        System.out.print(USAGE);
      }
      MPI.Finalize();
      System.exit(words[0].equals("--help") ? 0 : 2);
    }
    System.out.println(
        "Hello from rank " + rank + " of " + world.getSize() + " on " + MPI.getProcessorName());
    MPI.Finalize();
  }
}
