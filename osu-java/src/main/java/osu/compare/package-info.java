/**
 * The comparison behind {@code ./bench}: ob1j and Open MPI run the same loops, in turn, and the
 * ratio of their medians is held against a target. {@link osu.compare.Comparison} is the program.
 *
 * <p>Each package knows only those above it:
 *
 * <pre>
 * machine  what is measured on
 * run      one run of a command, and its samples
 * launch   who is compared, and their command lines
 * row      what is run for a line, and what is made of it
 * table    all rows
 * report   what is printed, drawn and kept
 * </pre>
 */
package osu.compare;
