package osu.mpj;

import mpi.MPI;
import osu.options.UsageException;

/**
 * Runs one benchmark: {@code osu.mpj.Main osu.Latency -a array --samples FILE}.
 *
 * <p>MPJ Express has ranks that are threads of one JVM, each with classes of its own. It takes no
 * notice of one that fails, and the others wait for it: so whatever fails ends the JVM.
 */
public final class Main {
  private Main() {}

  /** The program; exit code 2 for bad usage, 1 if anything fails. */
  public static void main(String[] words) {
    int exitCode = 1;
    try {
      String[] arguments = MPI.Init(words);
      exitCode = 2;
      Benchmark benchmark = benchmark(arguments.length == 0 ? "none" : arguments[0]);
      String[] options = new String[arguments.length - 1];
      System.arraycopy(arguments, 1, options, 0, options.length);
      benchmark.readOptions(options);
      exitCode = 1;
      benchmark.run();
      MPI.Finalize();
      return;
    } catch (Exception | LinkageError | OutOfMemoryError e) {
      e.printStackTrace();
    }
    Runtime.getRuntime().halt(exitCode);
  }

  private static Benchmark benchmark(String name) throws UsageException {
    return switch (name) {
      case "osu.Latency" -> new Latency();
      case "osu.Bandwidth" -> new Bandwidth();
      case "osu.BiBandwidth" -> new BiBandwidth();
      case "osu.Bcast" -> new Collectives.Bcast();
      case "osu.Allreduce" -> new Collectives.Allreduce();
      case "osu.Reduce" -> new Collectives.Reduce();
      case "osu.Allgather" -> new Collectives.Allgather();
      case "osu.Alltoall" -> new Collectives.Alltoall();
      case "osu.Gather" -> new Collectives.Gather();
      case "osu.Scatter" -> new Collectives.Scatter();
      case "osu.ReduceScatter" -> new Collectives.ReduceScatter();
      default -> throw new UsageException("no benchmark " + name + " for MPJ Express");
    };
  }
}
