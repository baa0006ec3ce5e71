package org.ob1j.tests.allocation;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * What a blocking send and a blocking receive allocate, by JMH's gc profiler. A job of two ranks:
 * rank 0 runs JMH inside its own process, as a fork of it would be no rank; rank 1 serves it
 * ({@link AllocationServer}).
 *
 * <p>The profiler's {@code gc.alloc.rate.norm} is what the <em>whole JVM</em> has allocated,
 * divided by the number of operations: JMH's own threads and the control connection's heartbeat are
 * in it. They cost some thousand bytes in an iteration, whatever its length, so 0 bytes an
 * operation show as a small fraction of a byte that shrinks with longer iterations. An object for
 * each operation would be 16 bytes at least.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AllocationBenchmark {
  private static final String NORM = "gc.alloc.rate.norm";
  private static final double SMALLEST_OBJECT_BYTES = 16;
  private static final int WARM_UP_ITERATIONS = 5;
  private static final int ITERATIONS = 5;

  /** What messages are sent from and received into. */
  @Param({"byte[]", "double[]", "direct"})
  public String kind;

  /** The length of a message in bytes. */
  @Param({"8", "1024"})
  public int bytes;

  private Comm comm;
  private Object buffer;
  private int count;
  private Datatype type;

  /** Starts the job's rank: JMH in rank 0, what serves it in rank 1. */
  public static void main(String[] arguments) throws MPIException, RunnerException {
    MPI.InitThread(arguments, MPI.THREAD_SERIALIZED);
    if (MPI.COMM_WORLD.getSize() != 2) {
      System.err.println("AllocationBenchmark needs 2 ranks");
      MPI.COMM_WORLD.abort(2);
    }
    boolean free = true;
    if (MPI.COMM_WORLD.getRank() == 0) {
      try {
        free = report(measure());
      } finally {
        AllocationServer.command(MPI.COMM_WORLD, AllocationServer.END, 0);
      }
    } else {
      AllocationServer.serve(MPI.COMM_WORLD);
    }
    MPI.Finalize();
    System.exit(free ? 0 : 1);
  }

  private static Collection<RunResult> measure() throws RunnerException {
    return new Runner(
            new OptionsBuilder()
                .include(AllocationBenchmark.class.getName())
                .forks(0)
                .warmupIterations(WARM_UP_ITERATIONS)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(ITERATIONS)
                .measurementTime(TimeValue.seconds(1))
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .build())
        .run();
  }

  /** Prints a line for each benchmark; true if none but the keeping one allocates. */
  private static boolean report(Collection<RunResult> results) {
    boolean free = true;
    System.out.printf("%n%-20s %-10s %6s %14s%n", "operation", "buffer", "bytes", "allocated B/op");
    for (RunResult result : results) {
      Map<String, ?> secondary = result.getSecondaryResults();
      double allocated = ((Result<?>) secondary.get(NORM)).getScore();
      String operation = result.getParams().getBenchmark().replaceAll(".*\\.", "");
      System.out.printf(
          Locale.ROOT,
          "%-20s %-10s %6s %14.4f%n",
          operation,
          result.getParams().getParam("kind"),
          result.getParams().getParam("bytes"),
          allocated);
      free &= operation.equals("recvAndKeepStatus") || allocated < SMALLEST_OBJECT_BYTES / 16;
    }
    return free;
  }

  /** Makes the buffer. */
  @Setup(Level.Trial)
  public void allocate() throws MPIException {
    comm = MPI.COMM_WORLD;
    boolean doubles = kind.equals("double[]");
    count = doubles ? bytes / Double.BYTES : bytes;
    type = doubles ? MPI.DOUBLE : MPI.BYTE;
    buffer =
        switch (kind) {
          case "byte[]" -> new byte[count];
          case "double[]" -> new double[count];
          default -> MPI.newByteBuffer(count);
        };
  }

  /** Messages that rank 1 receives. */
  @State(Scope.Thread)
  public static class ToSink {
    /** Tells rank 1 to receive. */
    @Setup(Level.Iteration)
    public void begin(AllocationBenchmark benchmark) throws MPIException {
      AllocationServer.command(benchmark.comm, AllocationServer.SINK, benchmark.bytes);
    }

    /** Tells it to stop. */
    @TearDown(Level.Iteration)
    public void end(AllocationBenchmark benchmark) throws MPIException {
      AllocationServer.stopSink(benchmark.comm);
    }
  }

  /** Messages that rank 1 sends. */
  @State(Scope.Thread)
  public static class FromSource {
    /** Tells rank 1 to send. */
    @Setup(Level.Iteration)
    public void begin(AllocationBenchmark benchmark) throws MPIException {
      AllocationServer.command(benchmark.comm, AllocationServer.SOURCE, benchmark.bytes);
    }

    /** Tells it to stop. */
    @TearDown(Level.Iteration)
    public void end(AllocationBenchmark benchmark) throws MPIException {
      AllocationServer.stopSource(benchmark.comm, benchmark.bytes);
    }
  }

  /** A blocking send. */
  @Benchmark
  public void send(ToSink sink) throws MPIException {
    comm.send(buffer, count, type, 1, AllocationServer.DATA_TAG);
  }

  /** A blocking receive whose Status is not looked at. */
  @Benchmark
  public void recv(FromSource source) throws MPIException {
    comm.recv(buffer, count, type, 1, AllocationServer.DATA_TAG);
  }

  /** A blocking receive whose Status is looked at and dropped. */
  @Benchmark
  public int recvAndAskStatus(FromSource source) throws MPIException {
    return comm.recv(buffer, count, type, 1, AllocationServer.DATA_TAG).getSource();
  }

  /** A blocking receive whose Status is kept: shows that the profiler sees what there is. */
  @Benchmark
  public Status recvAndKeepStatus(FromSource source) throws MPIException {
    return comm.recv(buffer, count, type, 1, AllocationServer.DATA_TAG);
  }
}
