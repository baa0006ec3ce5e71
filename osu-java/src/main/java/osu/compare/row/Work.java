package osu.compare.row;

/**
 * How much is run: many short chunks, so that the median is that of undisturbed ones.
 *
 * @param iterations iterations in a chunk
 * @param warmUpIterations iterations before the first chunk: enough for the JIT to have finished
 * @param chunks timed chunks
 */
public record Work(int iterations, int warmUpIterations, int chunks) {

  /** A tenth, for a first look. */
  public Work quick() {
    return new Work(iterations, Math.max(1, warmUpIterations / 4), Math.max(5, chunks / 10));
  }
}
