package osu.benchmark;

import java.util.List;
import java.util.Locale;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import osu.message.Layout;
import osu.message.Payload;
import osu.options.Options;
import osu.options.UsageException;
import osu.report.Report;

/**
 * What all benchmarks share: they go through the sizes as OSU's benchmarks in Java do, or measure
 * the steady state of each.
 *
 * <p>OSU's schedule: some messages before the first size; for each size warm-up and timed
 * iterations in one loop, then a barrier. What the JVM compiles meanwhile is in the figure, as it
 * is in a program's time.
 *
 * <p>The steady state is that of many timed chunks after a warm-up that outlasts the JIT. The
 * warm-up does just what a chunk does, the exchange of figures included, as often as it can with
 * the chunks' own iteration count: so what is timed is compiled code entered at its beginning, and
 * nothing is compiled anew beside it.
 *
 * <p>A subclass holds the timed loops, each in a method of its own. Used by one thread.
 */
public abstract class Benchmark {
  public static final int DATA_TAG = 1;
  public static final int ACKNOWLEDGE_TAG = 2;
  private static final int MISMATCH_TAG = 3;

  /** How often OSU does what it does before the first size, and with how many bytes. */
  public static final int FIRST_ITERATIONS = 10_000;

  private static final int FIRST_BYTES = 1024;

  /** What {@link #expectedSource} answers on a rank that receives nothing. */
  protected static final int NO_SOURCE = -1;

  private static final int VALIDATION_ROUNDS = 10;

  /** Messages of a window lie apart only as far as this suffices. */
  private static final int VALIDATION_BYTES = 64 << 20;

  /** The communicator of the job. */
  protected Comm comm;

  /** This rank, 0 or 1 but in a benchmark of all ranks. */
  protected int rank;

  protected int ranks;
  protected Options options;

  /** The length of the messages in the current size. */
  protected int bytes;

  private Payload[] sendPayloads;
  private Payload[] receivePayloads;

  /** The name and the unit of the figure. */
  protected abstract String figure();

  /** How messages are sent, for the header. */
  protected abstract String how();

  /** Allocates what the loops need; called once, after {@link #options} and the like are set. */
  protected abstract void prepare() throws MPIException, UsageException;

  /**
   * Runs the loop of this rank.
   *
   * @return the nanoseconds that the iterations after the warm-up take
   */
  protected abstract long iterate(int warmUp, int iterations) throws MPIException;

  /** What happens before the first size; {@link #bytes} is the length of a message. */
  protected void begin() throws MPIException {}

  /** The figure of a chunk. */
  protected abstract double figure(double seconds, int iterations) throws MPIException;

  /** The columns of the report, where there are more than {@link #figure()}. */
  protected List<String> figures() {
    return List.of(figure());
  }

  /** The figures of a chunk, one for each of {@link #figures()}. */
  protected double[] figures(double seconds, int iterations) throws MPIException {
    return new double[] {figure(seconds, iterations)};
  }

  /** Ends what {@link #prepare} has started. */
  protected void finish() throws MPIException {}

  /** The rank whose bytes this rank must find in its receive buffers after an iteration. */
  protected abstract int expectedSource();

  /** How many buffers an iteration sends from and receives into. */
  protected int slots() {
    return 1;
  }

  /** The largest message size where none is given. */
  protected int largestBytesByDefault() {
    return 4 << 20;
  }

  /** The message sizes that are measured. */
  protected List<Integer> sizes() {
    return options.schedule().sizes();
  }

  /** Whether messages may have another layout than plain bytes. */
  protected boolean takesLayouts() {
    return false;
  }

  /** If not, ranks from 2 on are silent. */
  protected boolean usesAllRanks() {
    return false;
  }

  /** Runs the benchmark and ends the process if it failed: 2 for bad usage, 1 for wrong bytes. */
  protected final void run(String[] arguments) throws MPIException {
    initialize(arguments);
    comm = MPI.COMM_WORLD;
    rank = comm.getRank();
    ranks = comm.getSize();
    int exitCode;
    try {
      exitCode = execute(arguments);
    } catch (UsageException e) {
      // Every rank reads the same command line, one complaint is enough.
      if (rank == 0) {
        System.err.println("osu." + getClass().getSimpleName() + ": " + e.getMessage());
        System.err.print(Options.USAGE);
      }
      exitCode = 2;
    }
    MPI.Finalize();
    if (exitCode != 0) {
      System.exit(exitCode);
    }
  }

  /** Begins MPI. */
  protected void initialize(String[] arguments) throws MPIException {
    MPI.Init(arguments);
  }

  private int execute(String[] arguments) throws MPIException, UsageException {
    options = Options.parse(largestBytesByDefault(), arguments);
    if (options.help()) {
      if (rank == 0) {
        System.out.print(Options.USAGE);
      }
      return 0;
    }
    if (ranks < 2) {
      throw new UsageException("needs at least 2 ranks, the job has " + ranks);
    }
    if (options.layout() != Layout.CONTIGUOUS && !takesLayouts()) {
      throw new UsageException("messages are plain bytes here: -D is for the windowed benchmarks");
    }
    if (rank >= 2 && !usesAllRanks()) {
      SilentRank.run(comm);
      return 0;
    }
    allocate();
    prepare();
    int exitCode = rank == 0 ? executeFirst() : executeOther();
    finish();
    return exitCode;
  }

  private int executeFirst() throws MPIException, UsageException {
    boolean silentOthers = ranks > 2 && !usesAllRanks();
    int wrongSizes = 0;
    try (Report report = new Report(System.out, options, figures().size())) {
      if (silentOthers) {
        SilentRank.greetAll(comm);
      }
      report.header(getClass().getName(), figures(), describe(silentOthers));
      beginSchedule();
      for (int size : sizes()) {
        bytes = size;
        double[][] figures = measure();
        int mismatches = options.validate() ? collectMismatches(validate()) : 0;
        wrongSizes += mismatches == 0 ? 0 : 1;
        report.row(bytes, figures, mismatches);
      }
      if (silentOthers) {
        SilentRank.dismissAll(comm);
      }
    } catch (UsageException e) {
      // Unlike a bad command line this is known to rank 0 alone, and the others wait for it.
      System.err.println("osu." + getClass().getSimpleName() + ": " + e.getMessage());
      comm.abort(2);
    }
    return wrongSizes == 0 ? 0 : 1;
  }

  private int executeOther() throws MPIException {
    if (ranks > 2 && !usesAllRanks()) {
      SilentRank.greetAll(comm);
    }
    beginSchedule();
    for (int size : sizes()) {
      bytes = size;
      measure();
      if (options.validate()) {
        comm.send(new int[] {validate()}, 1, MPI.INT, 0, MISMATCH_TAG);
      }
    }
    return 0;
  }

  private String describe(boolean silentOthers) {
    return (how() + ", " + options.kind() + " buffers" + layoutText()).toLowerCase(Locale.ROOT)
        + (silentOthers ? ", " + (ranks - 2) + " silent ranks" : "");
  }

  private String layoutText() {
    return options.layout() == Layout.CONTIGUOUS
        ? ""
        : ", " + options.layout() + " of blocks of " + Layout.BLOCK_DOUBLES + " doubles";
  }

  /** Figures by chunk and column. */
  private double[][] measure() throws MPIException {
    boolean windowed = slots() > 1;
    int iterations = options.schedule().iterationsFor(bytes, windowed);
    boolean first = bytes == sizes().get(0);
    int warmUp = options.schedule().warmUpIterationsFor(bytes, windowed, first);
    if (!options.schedule().isSteady()) {
      double[][] figures = {chunk(warmUp, iterations)};
      if (ranks == 2 || usesAllRanks()) {
        comm.barrier();
      }
      return figures;
    }
    for (int left = warmUp; left > 0; left -= iterations) {
      chunk(0, Math.min(left, iterations));
    }
    double[][] figures = new double[options.chunks()][];
    for (int chunk = 0; chunk < figures.length; chunk++) {
      figures[chunk] = chunk(0, iterations);
    }
    return figures;
  }

  private double[] chunk(int warmUp, int iterations) throws MPIException {
    return figures(iterate(warmUp, iterations) * 1e-9, iterations);
  }

  private void beginSchedule() throws MPIException {
    if (!options.schedule().isSteady()) {
      bytes = Math.min(FIRST_BYTES, options.largestBytes());
      begin();
    }
  }

  private int validate() throws MPIException {
    int mismatches = 0;
    for (int round = 0; round < VALIDATION_ROUNDS; round++) {
      mismatches += validate(round);
    }
    return mismatches;
  }

  /** Runs one iteration with known bytes, and counts those that are wrong afterwards. */
  protected int validate(int round) throws MPIException {
    int mismatches = 0;
    for (int slot = 0; slot < sendPayloads.length; slot++) {
      sendPayloads[slot].fill(seed(rank, round, slot), bytes, options.layout());
      receivePayloads[slot].spoil(seed(expectedSource(), round, slot), bytes, options.layout());
    }
    iterate(0, 1);
    for (int slot = 0; slot < receivePayloads.length && expectedSource() != NO_SOURCE; slot++) {
      mismatches +=
          receivePayloads[slot].mismatches(
              seed(expectedSource(), round, slot), bytes, options.layout());
    }
    return mismatches;
  }

  protected static int seed(int source, int round, int slot) {
    return (source * VALIDATION_ROUNDS + round) * 65_537 + slot;
  }

  private int collectMismatches(int own) throws MPIException {
    int total = own;
    int participants = usesAllRanks() ? ranks : 2;
    for (int source = 1; source < participants; source++) {
      int[] theirs = new int[1];
      comm.recv(theirs, 1, MPI.INT, source, MISMATCH_TAG);
      total += theirs[0];
    }
    return total;
  }

  /**
   * OSU's benchmarks in Java have a buffer for each message of a window, those in C one for all,
   * and so has the steady state; to validate, each message needs its own.
   */
  private void allocate() {
    int apart = Math.max(1, VALIDATION_BYTES / Math.max(1, options.largestBytes()));
    int count =
        options.validate() ? Math.min(slots(), apart) : options.schedule().isSteady() ? 1 : slots();
    sendPayloads = new Payload[count];
    receivePayloads = new Payload[count];
    for (int slot = 0; slot < count; slot++) {
      sendPayloads[slot] = options.kind().allocate(options.layout().span(options.largestBytes()));
      receivePayloads[slot] =
          options.kind().allocate(options.layout().span(options.largestBytes()));
    }
  }

  protected final Object sendBuffer() {
    return sendPayloads[0].buffer();
  }

  protected final Object receiveBuffer() {
    return receivePayloads[0].buffer();
  }

  protected final Object[] sendSlots() {
    return slots(sendPayloads);
  }

  protected final Object[] receiveSlots() {
    return slots(receivePayloads);
  }

  private Object[] slots(Payload[] payloads) {
    Object[] buffers = new Object[slots()];
    for (int slot = 0; slot < buffers.length; slot++) {
      buffers[slot] = payloads[slot % payloads.length].buffer();
    }
    return buffers;
  }
}
