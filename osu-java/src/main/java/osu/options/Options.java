package osu.options;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import osu.message.BufferKind;
import osu.message.Layout;

/**
 * The command line of a benchmark.
 *
 * @param smallestBytes the first message size, at least 0
 * @param largestBytes the last message size at most
 * @param iterations timed iterations of a size, or of a chunk; 0 for the default of the size
 * @param warmUpIterations iterations before those, or -1 for the default
 * @param window messages in flight in the windowed benchmarks
 * @param chunks timed chunks for each size, of which the median is reported; 0 for OSU's schedule
 * @param threads threads of each rank in the threaded benchmark
 * @param receives posted receives of each rank in the benchmark of matching
 * @param kind where the messages lie
 * @param layout how a message lies in its buffer
 * @param validate whether received bytes are compared with what was sent
 * @param samplesFile where the figure of every chunk goes, or null
 * @param help whether only the usage is wanted
 */
public record Options(
    int smallestBytes,
    int largestBytes,
    int iterations,
    int warmUpIterations,
    int window,
    int chunks,
    int threads,
    int receives,
    BufferKind kind,
    Layout layout,
    boolean validate,
    String samplesFile,
    boolean help) {

  private static final int LARGEST_BYTES = 1 << 30;
  private static final int LARGEST_COUNT = 1_000_000_000;
  private static final int LARGEST_WINDOW = 65_536;
  private static final int LARGEST_CHUNKS = 1_000_000;
  private static final int LARGEST_THREADS = 1_000;
  private static final int LARGEST_RECEIVES = 1_000_000;

  public static final String USAGE =
      """
      Usage: mpirun -n 2 java -cp osu-java/target/classes osu.BENCHMARK [options]
        BENCHMARK             Latency, Bandwidth, BiBandwidth, MessageRate, ThreadedMessageRate,
                              PostedReceives, Overlap, ProgressDelay, TokenRing; Barrier,
                              Bcast, Reduce, Allreduce, ReduceScatter, Allgather, Alltoall,
                              Alltoallv, Gather, Scatter, NeighborAlltoall
        -m, --message-size [MIN:]MAX
                              message sizes in bytes, doubling from MIN to MAX (1:4194304;
                              of collectives 1:1048576)
        -i, --iterations N    timed iterations of each size (10000; above 8192 bytes 500,
                              from 1 MiB on 100 windows)
        -x, --warmup N        iterations before those (1000; above 8192 bytes 100, from 1 MiB
                              on 50 windows)
            --chunks N        the steady state: N timed chunks of each size, whose median is
                              reported, after a warm-up that outlasts the JIT. Of -i iterations
                              (1000; above 8192 bytes 100, or 10 windows) after -x (100 chunks'
                              worth, of the first size 200; above 8192 bytes or in windows 10)
        -W, --window-size N   messages in flight in the windowed benchmarks (64)
        -t, --threads N       threads of each rank in ThreadedMessageRate (1)
        -r, --receives N      receives that each rank has posted in PostedReceives (10)
        -a buffer|array|heap|direct|ordinary
                              where messages lie: ByteBuffer.allocateDirect, byte[] (or "arrays"),
                              heap ByteBuffer, MPI.newByteBuffer, or a direct ByteBuffer that
                              begins at a page (buffer)
        -D contiguous|vector|indexed
                              what messages are in Bandwidth and MessageRate: bytes, or blocks of
                              8 doubles with gaps between them; sizes are multiples of 64 then
        -c, --validate        compare every received byte with what was sent
            --samples FILE    write the figures of every size or chunk to FILE, as CSV
        -h, --help            this text
      """;

  /**
   * Reads a command line.
   *
   * @param largestBytes the last message size where none is given
   */
  public static Options parse(int largestBytes, String... arguments) throws UsageException {
    Parser parser = new Parser();
    parser.largestByDefault = largestBytes;
    parser.largestBytes = largestBytes;
    Iterator<String> words = Arrays.asList(arguments).iterator();
    while (words.hasNext()) {
      parser.option(words.next(), words);
    }
    return parser.options();
  }

  /** Which sizes are measured, and how often. */
  public Schedule schedule() {
    return new Schedule(smallestBytes, largestBytes, iterations, warmUpIterations, chunks);
  }

  private static final class Parser {
    /** 0 as long as the default of the layout holds. */
    private int smallestBytes;

    private boolean sized;
    private int largestByDefault;
    private int largestBytes;
    private int iterations;
    private int warmUpIterations = -1;
    private int window = 64;
    private int chunks;
    private int threads = 1;
    private int receives = 10;
    private BufferKind kind = BufferKind.BUFFER;
    private Layout layout = Layout.CONTIGUOUS;
    private boolean validate;
    private String samplesFile;
    private boolean help;

    Options options() throws UsageException {
      if (!sized) {
        smallestBytes = layout == Layout.CONTIGUOUS ? 1 : Layout.BLOCK_BYTES;
      }
      if (layout != Layout.CONTIGUOUS && smallestBytes % Layout.BLOCK_BYTES != 0) {
        throw new UsageException(
            "-m begins with "
                + smallestBytes
                + " bytes; with -D "
                + layout.name().toLowerCase(Locale.ROOT)
                + " it must be a multiple of "
                + Layout.BLOCK_BYTES);
      }
      return new Options(
          smallestBytes,
          largestBytes,
          iterations,
          warmUpIterations,
          window,
          chunks,
          threads,
          receives,
          kind,
          layout,
          validate,
          samplesFile,
          help);
    }

    void option(String name, Iterator<String> words) throws UsageException {
      switch (name) {
        case "-m", "--message-size" -> sizes(name, value(name, words));
        case "-i", "--iterations" -> iterations = number(name, words, 1, LARGEST_COUNT);
        case "-x", "--warmup" -> warmUpIterations = number(name, words, 0, LARGEST_COUNT);
        case "-W", "--window-size" -> window = number(name, words, 1, LARGEST_WINDOW);
        case "--chunks" -> chunks = number(name, words, 1, LARGEST_CHUNKS);
        case "-t", "--threads" -> threads = number(name, words, 1, LARGEST_THREADS);
        case "-r", "--receives" -> receives = number(name, words, 1, LARGEST_RECEIVES);
        case "-a" -> kind = kind(value(name, words));
        case "-D" -> layout = layout(value(name, words));
        case "-c", "--validate" -> validate = true;
        case "--samples" -> samplesFile = value(name, words);
        case "-h", "--help" -> help = true;
        default -> throw new UsageException("unknown option " + name);
      }
    }

    private void sizes(String name, String text) throws UsageException {
      sized = true;
      int colon = text.indexOf(':');
      String smallest = colon < 0 ? "1" : text.substring(0, colon);
      String largest = text.substring(colon + 1);
      smallestBytes = smallest.isEmpty() ? 1 : number(name, smallest, 0, LARGEST_BYTES);
      largestBytes = largest.isEmpty() ? largestByDefault : number(name, largest, 0, LARGEST_BYTES);
      if (smallestBytes > largestBytes) {
        throw new UsageException(name + " is " + text + "; MIN must be at most MAX");
      }
    }

    private static BufferKind kind(String text) throws UsageException {
      for (BufferKind kind : BufferKind.values()) {
        String name = kind.name().toLowerCase(Locale.ROOT);
        if (name.equals(text) || (kind == BufferKind.ARRAY && text.equals("arrays"))) {
          return kind;
        }
      }
      throw new UsageException(
          "-a is " + text + "; it must be buffer, array, heap, direct or ordinary");
    }

    private static Layout layout(String text) throws UsageException {
      for (Layout layout : Layout.values()) {
        if (layout.name().toLowerCase(Locale.ROOT).equals(text)) {
          return layout;
        }
      }
      throw new UsageException("-D is " + text + "; it must be contiguous, vector or indexed");
    }

    private static String value(String name, Iterator<String> words) throws UsageException {
      if (!words.hasNext()) {
        throw new UsageException(name + " needs a value");
      }
      return words.next();
    }

    private static int number(String name, Iterator<String> words, int least, int most)
        throws UsageException {
      return number(name, value(name, words), least, most);
    }

    private static int number(String name, String text, int least, int most) throws UsageException {
      String rule = name + " is " + text + "; it must be a number from " + least + " to " + most;
      int number;
      try {
        number = Integer.parseInt(text);
      } catch (NumberFormatException e) {
        throw new UsageException(rule);
      }
      if (number < least || number > most) {
        throw new UsageException(rule);
      }
      return number;
    }
  }
}
