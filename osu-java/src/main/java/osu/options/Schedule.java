package osu.options;

import java.util.ArrayList;
import java.util.List;

/**
 * Which sizes a benchmark measures and how often: OSU's schedule, or that of the steady state.
 *
 * @param smallestBytes the first message size, at least 0
 * @param largestBytes the last message size at most
 * @param iterations timed iterations of a size, or of a chunk; 0 for the default of the size
 * @param warmUpIterations iterations before those, or -1 for the default
 * @param chunks timed chunks for each size, of which the median is reported; 0 for OSU's schedule
 */
public record Schedule(
    int smallestBytes, int largestBytes, int iterations, int warmUpIterations, int chunks) {
  /** From here on a message counts as large, and fewer iterations are made, as OSU does. */
  public static final int LARGE_BYTES = 8192;

  /** From here on OSU makes even fewer windows. */
  private static final int HUGE_BYTES = 1 << 20;

  private static final int LARGEST_COUNT = 1_000_000_000;

  /** Whether the steady state is measured, and not by OSU's schedule. */
  public boolean isSteady() {
    return chunks > 0;
  }

  /** Timed iterations of a size, or of a chunk. */
  public int iterationsFor(int bytes, boolean windowed) {
    if (iterations > 0) {
      return iterations;
    }
    if (!isSteady()) {
      return bytes <= LARGE_BYTES ? 10_000 : windowed && bytes >= HUGE_BYTES ? 100 : 500;
    }
    if (bytes <= LARGE_BYTES) {
      return 1000;
    }
    return windowed ? 10 : 100;
  }

  /**
   * Iterations before what is timed.
   *
   * @param first whether nothing has run yet, so that the JIT has everything to do
   */
  public int warmUpIterationsFor(int bytes, boolean windowed, boolean first) {
    if (warmUpIterations >= 0) {
      return warmUpIterations;
    }
    if (!isSteady()) {
      return bytes <= LARGE_BYTES ? 1000 : windowed && bytes >= HUGE_BYTES ? 50 : 100;
    }
    int warmUpChunks = windowed || bytes > LARGE_BYTES ? 10 : first ? 200 : 100;
    long warmUp = (long) warmUpChunks * iterationsFor(bytes, windowed);
    return (int) Math.min(warmUp, LARGEST_COUNT);
  }

  /** The sizes, doubling from the first. */
  public List<Integer> sizes() {
    List<Integer> sizes = new ArrayList<>();
    for (long bytes = smallestBytes; bytes <= largestBytes; bytes = bytes == 0 ? 1 : bytes * 2) {
      sizes.add((int) bytes);
    }
    return sizes;
  }
}
