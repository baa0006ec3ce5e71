package osu.compare.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * How long a word takes from one of the first two cores, where the ranks are bound, to the other. A
 * virtual machine's cores may be moved while it runs: figures taken over 50 ns and over 200 ns
 * cannot be compared.
 *
 * @param nanos one way; 0 where it cannot be measured, for want of {@code taskset} or a second core
 */
public record CoreDistance(double nanos) {
  private static final int ROUND_TRIPS = 100;
  private static final int REPETITIONS = 5_000;

  /** Where others want the cores a round trip may take milliseconds. */
  private static final long LONGEST_NANOS = 2_000_000_000L;

  /** What two measurements of the same cores stay below. */
  private static final double ALIKE = 1.5;

  private static final int ASKED = 1;
  private static final int ANSWERED = 2;

  private static volatile int word;

  /** Measures, in a JVM that is bound to the two cores. */
  public static CoreDistance measure() throws IOException, InterruptedException {
    if (Runtime.getRuntime().availableProcessors() < 2) {
      return new CoreDistance(0);
    }
    ProcessBuilder builder =
        new ProcessBuilder(
            "taskset",
            "-c",
            "0,1",
            ProcessHandle.current().info().command().orElse("java"),
            "-cp",
            System.getProperty("java.class.path"),
            CoreDistance.class.getName());
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    Process process;
    try {
      process = builder.start();
    } catch (IOException noTaskset) {
      return new CoreDistance(0);
    }
    String text =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    return new CoreDistance(process.waitFor() == 0 ? Double.parseDouble(text) : 0);
  }

  /** Whether figures taken over the one and the other can be compared. */
  public boolean isLike(CoreDistance other) {
    return nanos == 0
        || other.nanos == 0
        || Math.max(nanos, other.nanos) < ALIKE * Math.min(nanos, other.nanos);
  }

  @Override
  public String toString() {
    return nanos == 0 ? "unknown" : String.format(Locale.ROOT, "%.0f ns", nanos);
  }

  /**
   * Prints the distance in nanoseconds: the least of several measurements, as others only take
   * longer.
   */
  public static void main(String[] arguments) {
    Thread other = new Thread(CoreDistance::answer, "other core");
    other.setDaemon(true);
    other.start();
    double least = Double.MAX_VALUE;
    long end = System.nanoTime() + LONGEST_NANOS;
    for (int i = 0; i < REPETITIONS && System.nanoTime() - end < 0; i++) {
      long start = System.nanoTime();
      for (int trip = 0; trip < ROUND_TRIPS; trip++) {
        word = ASKED;
        await(ANSWERED);
      }
      least = Math.min(least, (System.nanoTime() - start) / 2.0 / ROUND_TRIPS);
    }
    System.out.printf(Locale.ROOT, "%.1f%n", least);
  }

  private static void answer() {
    while (true) {
      await(ASKED);
      word = ANSWERED;
    }
  }

  private static void await(int value) {
    for (int spins = 1; word != value; spins++) {
      // Where others want the cores, too, both threads may be on one.
      if (spins % 10_000 == 0) {
        Thread.yield();
      }
    }
  }
}
