import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/**
 * Counts the words of all files below a folder, and prints the ten commonest.
 *
 * <pre>mpirun -n 4 java -cp examples/target/classes WordCount /usr/share/common-licenses</pre>
 *
 * <p>Every rank runs this same program. What a rank does differs only by its number:
 *
 * <pre>{@code
 * rank 0        rank 1   ...   rank n-1
 *   |             |               |       1. all list the folder in the same order
 * count         count           count     2. and count every n-th file, each its own
 *   |             |               |
 *   |<---length---+               |       3. all but rank 0 send what they counted:
 *   |<---counts---+               |          first how long it is, then the counts,
 *   |<---length-------------------+          which rank 0 adds up as they arrive
 *   |<---counts-------------------+
 * print                                   4. rank 0 prints
 * }</pre>
 *
 * <p>Ranks share no memory, only messages. As every file is counted once, whoever counts it, any
 * number of ranks prints the same; one rank alone sends nothing, and a rank without a file sends an
 * empty message. The folder must be the same for all ranks.
 */
public final class WordCount {
  /** A tag tells messages of different meaning apart. */
  private static final int LENGTH_TAG = 1;

  private static final int COUNTS_TAG = 2;

  private static final int COMMONEST = 10;
  private static final Pattern NO_LETTERS = Pattern.compile("\\P{L}+");

  private WordCount() {}

  public static void main(String[] arguments) throws MPIException {
    // Until Init there are no ranks; it returns the arguments that are the program's own.
    String[] words = MPI.Init(arguments);
    Comm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    boolean help = words.length == 1 && words[0].equals("--help");
    if (words.length != 1 || help) {
      // All ranks read the same words; one answers, all leave in order.
      if (rank == 0) {
        System.out.println("Usage: mpirun -n RANKS java WordCount FOLDER");
        System.out.println("Counts the words of all files below FOLDER, prints the ten commonest.");
      }
      MPI.Finalize();
      System.exit(help ? 0 : 2);
    }

    Map<String, Long> counts = new TreeMap<>();
    try {
      List<Path> files = share(list(Path.of(words[0])), rank, world.getSize());
      for (Path file : files) {
        count(file, counts);
      }
    } catch (IOException e) {
      // The others would wait for this rank's counts for ever: abort ends the whole job.
      System.err.println("WordCount: rank " + rank + ": cannot read " + explain(e));
      world.abort(1);
      return;
    }

    if (rank == 0) {
      gather(world, counts);
      System.out.print(summary(counts));
    } else {
      send(world, counts);
    }
    MPI.Finalize();
  }

  /** Sends the counts to rank 0, the length first: the receiver must have room for what comes. */
  private static void send(Comm world, Map<String, Long> counts) throws MPIException {
    byte[] bytes = toBytes(counts);
    world.send(new int[] {bytes.length}, 1, MPI.INT, 0, LENGTH_TAG);
    world.send(bytes, bytes.length, MPI.BYTE, 0, COUNTS_TAG);
  }

  /** Adds the counts of all other ranks, in whatever order they come. */
  private static void gather(Comm world, Map<String, Long> counts) throws MPIException {
    int[] length = new int[1];
    for (int others = world.getSize() - 1; others > 0; others--) {
      Status status = world.recv(length, 1, MPI.INT, MPI.ANY_SOURCE, LENGTH_TAG);
      // This length belongs to the counts of the rank that sent it, so only those will do now.
      byte[] bytes = new byte[length[0]];
      world.recv(bytes, bytes.length, MPI.BYTE, status.getSource(), COUNTS_TAG);
      addBytes(bytes, counts);
    }
  }

  /** All files below the folder, in the same order on every rank; links to files count as files. */
  static List<Path> list(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new NotDirectoryException(folder.toString());
    }
    // Links to folders are not followed: they may lead round in a circle.
    try (Stream<Path> paths = Files.walk(folder.toRealPath())) {
      return paths.filter(Files::isRegularFile).sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Every n-th file, beginning with the rank's own number. */
  static List<Path> share(List<Path> files, int rank, int ranks) {
    List<Path> own = new ArrayList<>();
    for (int i = rank; i < files.size(); i += ranks) {
      own.add(files.get(i));
    }
    return own;
  }

  /** A word is a run of letters, in lower case. */
  static void count(Path file, Map<String, Long> counts) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        for (String word : NO_LETTERS.split(line.toLowerCase(Locale.ROOT))) {
          if (!word.isEmpty()) {
            counts.merge(word, 1L, Long::sum);
          }
        }
      }
    } catch (FileSystemException e) {
      throw e; // it names the file already
    } catch (IOException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  /** Counts as they travel: a word and its count a line, in UTF-8. */
  static byte[] toBytes(Map<String, Long> counts) {
    StringBuilder text = new StringBuilder();
    counts.forEach((word, count) -> text.append(word).append(' ').append(count).append('\n'));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  static void addBytes(byte[] bytes, Map<String, Long> counts) {
    new String(bytes, StandardCharsets.UTF_8)
        .lines()
        .map(line -> line.split(" "))
        .forEach(pair -> counts.merge(pair[0], Long.valueOf(pair[1]), Long::sum));
  }

  /** The commonest words, equally common ones by the alphabet, and the total. */
  static String summary(Map<String, Long> counts) {
    StringBuilder text = new StringBuilder();
    Comparator<Map.Entry<String, Long>> byCount = Map.Entry.comparingByValue();
    counts.entrySet().stream()
        .sorted(byCount.reversed().thenComparing(Map.Entry.comparingByKey()))
        .limit(COMMONEST)
        .forEach(
            e -> text.append(String.format(Locale.ROOT, "%10d %s%n", e.getValue(), e.getKey())));
    long total = counts.values().stream().mapToLong(Long::longValue).sum();
    return text.append(String.format(Locale.ROOT, "%10d words in all%n", total)).toString();
  }

  private static String explain(IOException e) {
    if (e instanceof NotDirectoryException) {
      return e.getMessage() + ": not a folder";
    }
    if (e instanceof AccessDeniedException) {
      return e.getMessage() + ": permission denied";
    }
    if (e instanceof NoSuchFileException) {
      return e.getMessage() + ": no such file";
    }
    return e.getMessage();
  }
}
