/**
 * Benchmarks in the style of the OSU micro-benchmarks, written against package {@code mpi} alone.
 *
 * <p>The classes of this package are what a user starts; each holds its timed loops and what its
 * figure means. The same class files run on ob1j and on Open MPI's own Java bindings, which is how
 * the two are compared. Each package knows only those above it:
 *
 * <pre>
 * message    where messages lie
 * options    the command line
 * report     what is printed
 * benchmark  what the benchmarks share
 * window     those that have many messages under way
 * cost       programs without sizes
 * cold       whole jobs, for the comparison
 * count      what is counted in a job
 * compare    the comparison behind ./bench
 * </pre>
 */
package osu;
