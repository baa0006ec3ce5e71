/**
 * Benchmarks by OSU's schedule on MPJ Express, whose package {@code mpi} has the names of mpiJava
 * 1.2: {@code prepare.sh} compiles them where it is installed. What they do, and in which order, is
 * what package {@code osu} does; options and report are the very same classes.
 */
package osu.mpj;
