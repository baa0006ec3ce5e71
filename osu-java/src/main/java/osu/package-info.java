/**
 * Benchmarks in the style of the OSU micro-benchmarks, written against package {@code mpi} alone.
 *
 * <p>{@link osu.Latency}, {@link osu.Bandwidth}, {@link osu.BiBandwidth}, {@link osu.MessageRate}
 * and {@link osu.TokenRing} are what a user starts; each holds its timed loops and what its figure
 * means. {@link osu.Benchmark} holds what they share: sizes, warm-up, chunks, validation. The same
 * class files run on ob1j and on Open MPI's own Java bindings, which is how the two are compared
 * (package {@code osu.compare}).
 */
package osu;
