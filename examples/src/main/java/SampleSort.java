import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Sorts the lines of a file that no rank reads whole.
 *
 * <pre>
 *   mpirun -n 4 java -cp examples.jar SampleSort words.txt sorted.txt
 *   mpirun -n 4 java -cp examples.jar SampleSort --generate 1000000 sorted.txt
 * </pre>
 *
 * <pre>
 *   rank 0          rank 1          rank 2
 *   reads a third   reads a third   reads a third     1. every rank sorts the lines that it read,
 *   . : . . : .     . : . . : .     . : . . : .       2. and takes samples at even distances.
 *      \_______________ | ______________/
 *                  allGatherv                         3. All get all samples, and find in them the
 *      ________________ | _______________                same lines to divide the result at.
 *     /                 |                \
 *   &lt; first        first to second     &gt;= second
 *      \_______________ | ______________/
 *                   allToAllv                         4. Each sends every rank what is its part.
 *      ________________ | _______________
 *     /                 |                \
 *   sorts, writes   sorts, writes   sorts, writes     5. The parts follow on each other.
 * </pre>
 *
 * <p>The v in allGatherv and allToAllv stands for pieces of various lengths: each piece has its own
 * count and its own place in the buffer. A receiver must know the counts before, so a plain
 * allGather or allToAll brings them first. Lines travel as bytes, and compare as bytes, as in
 * {@code LC_ALL=C sort}; the result is the same for any number of ranks.
 */
public final class SampleSort {
  private static final String USAGE =
      "Usage: mpirun -n RANKS java SampleSort INPUT OUTPUT\n"
          + "       mpirun -n RANKS java SampleSort --generate LINES OUTPUT\n"
          + "Sorts the lines of a file, or as many that are made up (at most 999999999), into file\n"
          + "OUTPUT.\n";

  private SampleSort() {}

  public static void main(String[] arguments) throws MPIException {
    String[] words = MPI.Init(arguments);
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    boolean generate = words.length == 3 && words[0].equals("--generate");
    boolean valid = generate ? words[1].matches("[0-9]{1,9}") : words.length == 2;
    if (!valid) {
      if (rank == 0) {
        if (generate) {
          System.out.println("SampleSort: LINES is '" + words[1] + "'; it must be a number");
        }
        System.out.print(USAGE);
      }
      MPI.Finalize();
      System.exit(words.length > 0 && words[0].equals("--help") ? 0 : 2);
    }

    try {
      byte[][] read =
          generate
              ? TextLines.generate(Integer.parseInt(words[1]), rank, world.getSize())
              : TextLines.read(Path.of(words[0]), rank, world.getSize());
      byte[][] part = sort(world, read);
      write(world, part, Path.of(words[words.length - 1]));
      long[] lines = {part.length};
      world.reduce(lines, 1, MPI.LONG, MPI.SUM, 0);
      if (rank == 0) {
        System.out.println(lines[0] + " lines sorted");
      }
    } catch (IOException e) {
      // The others would wait for this rank for ever: abort ends the whole job.
      System.err.println("SampleSort: rank " + rank + ": " + e);
      world.abort(1);
    }
    MPI.Finalize();
  }

  /** Sorts what all ranks have; returns this rank's part of the result. */
  private static byte[][] sort(Intracomm world, byte[][] lines) throws MPIException, IOException {
    Arrays.sort(lines, Arrays::compareUnsigned);
    byte[][] dividers = dividers(samples(world, lines), world.getSize());
    byte[][] part = exchange(world, lines, dividers);
    // What came from each rank is in order already: Arrays.sort finds such runs and merges them.
    Arrays.sort(part, Arrays::compareUnsigned);
    return part;
  }

  /** The samples of all ranks, as many from each as there are ranks. */
  private static byte[][] samples(Intracomm world, byte[][] sorted)
      throws MPIException, IOException {
    int ranks = world.getSize();
    byte[][] own = new byte[Math.min(ranks, sorted.length)][];
    for (int i = 0; i < own.length; i++) {
      own[i] = sorted[(int) ((long) sorted.length * i / own.length)];
    }
    byte[] bytes = TextLines.toBytes(own);
    int[] counts = new int[ranks];
    world.allGather(new int[] {bytes.length}, 1, MPI.INT, counts, 1, MPI.INT);
    byte[] all = new byte[TextLines.sum(counts)];
    world.allGatherv(bytes, bytes.length, MPI.BYTE, all, counts, places(counts), MPI.BYTE);
    return TextLines.fromBytes(all);
  }

  /** The lines at which the parts begin, but for the first; none if there is no sample at all. */
  static byte[][] dividers(byte[][] samples, int ranks) {
    Arrays.sort(samples, Arrays::compareUnsigned);
    byte[][] dividers = new byte[samples.length == 0 ? 0 : ranks - 1][];
    for (int i = 0; i < dividers.length; i++) {
      dividers[i] = samples[(int) ((long) samples.length * (i + 1) / ranks)];
    }
    return dividers;
  }

  /** Sends each rank its part of the lines; returns what the others sent this one. */
  private static byte[][] exchange(Intracomm world, byte[][] sorted, byte[][] dividers)
      throws MPIException, IOException {
    int[] sendCounts = new int[world.getSize()];
    int part = 0;
    for (byte[] line : sorted) {
      while (part < dividers.length && Arrays.compareUnsigned(line, dividers[part]) >= 0) {
        part++;
      }
      sendCounts[part] += line.length + 1;
    }
    int[] receiveCounts = new int[world.getSize()];
    world.allToAll(sendCounts, 1, MPI.INT, receiveCounts, 1, MPI.INT);
    byte[] received = new byte[TextLines.sum(receiveCounts)];
    world.allToAllv(
        TextLines.toBytes(sorted),
        sendCounts,
        places(sendCounts),
        MPI.BYTE,
        received,
        receiveCounts,
        places(receiveCounts),
        MPI.BYTE);
    return TextLines.fromBytes(received);
  }

  /** Where pieces of these lengths begin that follow on each other. */
  static int[] places(int... counts) {
    int[] places = new int[counts.length];
    for (int i = 1; i < counts.length; i++) {
      places[i] = places[i - 1] + counts[i - 1];
    }
    return places;
  }

  /** All ranks write into the one file, each where the parts before its own end. */
  private static void write(Intracomm world, byte[][] part, Path file)
      throws MPIException, IOException {
    if (world.getRank() == 0) {
      // Empties it; the others find it so, as they come out of the barrier later.
      FileChannel.open(
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING)
          .close();
    }
    world.barrier();
    byte[] bytes = TextLines.toBytes(part);
    long[] end = {bytes.length};
    // Afterwards each rank has the sum of its own length and of those before it.
    world.scan(end, 1, MPI.LONG, MPI.SUM);
    ByteBuffer rest = ByteBuffer.wrap(bytes);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      long begin = end[0] - bytes.length;
      while (rest.hasRemaining()) {
        channel.write(rest, begin + rest.position());
      }
    }
  }
}
