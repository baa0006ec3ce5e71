/**
 * {@code mpirun}: starts the ranks of a job, serves their control connections, forwards their
 * output and signals, and cleans up after them. docs/launcher.md tells users what it does.
 *
 * <p>{@link org.ob1j.launcher.Mpirun} is the program; {@code Job} runs one job on one thread, to
 * which everything that happens comes as a {@code JobEvent}; {@code JobState} decides what it
 * means. Each package knows only those above it:
 *
 * <pre>
 * system       text, exit codes
 * option       options of any command line
 * placement    which CPUs ranks run on
 * commandline  what mpirun's options say
 * stdio        input and output of the ranks
 * program      the ranks' program, and java's options
 * allocation   which hosts there are, and how they are reached
 * plan         all that is decided before the start
 * process      what processes are started with, and the watchdog
 * host         what is done on each host
 * engine       how agents are started on others
 * agent        what agents and mpirun say to each other
 * state        what happens to the job
 * stall        why it gets nowhere
 * </pre>
 */
package org.ob1j.launcher;
