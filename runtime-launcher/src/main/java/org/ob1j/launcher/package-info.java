/**
 * {@code mpirun}: starts the ranks of a job, serves their control connections, forwards their
 * output and signals, and cleans up after them. docs/launcher.md tells users what it does.
 *
 * <p>{@link org.ob1j.launcher.Mpirun} is the program; {@code Job} runs one job on one thread, to
 * which everything that happens comes as a {@code JobEvent}; {@code JobState} decides what it
 * means.
 */
package org.ob1j.launcher;
