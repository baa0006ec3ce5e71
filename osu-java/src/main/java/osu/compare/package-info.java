/**
 * The comparison behind {@code ./bench}: ob1j and Open MPI run the same loops, in turn, and the
 * ratio of their medians is held against a target.
 *
 * <p>{@link osu.compare.RowTable} is the data: what is measured and what must be reached. {@link
 * osu.compare.Launch} knows the command lines, {@link osu.compare.Runner} runs one and reads its
 * samples, {@link osu.compare.Verdict} compares, {@link osu.compare.Comparison} is the program.
 */
package osu.compare;
