package org.ob1j.launcher.host;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.BooleanSupplier;
import org.ob1j.launcher.system.LaunchException;

/**
 * A host of a job, as mpirun sees it: mpirun's own, or another through its agent. Whatever happens
 * there is told to its {@link HostEvents}. Any thread may call, {@link #start} apart.
 */
public interface JobHost {
  /** The host's name. */
  String name();

  /**
   * Starts the ranks of this host; call it on a thread that lives as long as mpirun.
   *
   * @throws IOException if one cannot be started; those before it run
   */
  void start() throws IOException, LaunchException;

  /** What a rank of this host reads as its standard input, if that is sent to it. */
  OutputStream input(int rank);

  /** Sends a signal, by its name without SIG, to the process group of every rank. */
  void signal(String name) throws IOException;

  /** While paused (the ranks are stopped by a signal) silence is no sign of death. */
  void pauseHeartbeat(boolean pause);

  /** Asks the ranks to end: SIGTERM, and SIGCONT for those that are stopped. */
  void terminate();

  /** Kills the ranks and all that they have started, and removes their files. */
  void sweep();

  /** Waits until what a rank has written has been passed on, or a deadline has come. */
  void drain(int rank, long deadlineNanos) throws InterruptedException;

  /**
   * Ends everything that is left.
   *
   * @param drainNanos how long what ranks have written last may take to come
   * @param patient asked whether to wait for longer where it has come and nobody takes it
   */
  void close(long drainNanos, BooleanSupplier patient) throws InterruptedException;
}
