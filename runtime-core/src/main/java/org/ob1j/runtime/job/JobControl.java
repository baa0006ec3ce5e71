package org.ob1j.runtime.job;

/**
 * A rank's connection to whoever started the job.
 *
 * <p>Under mpirun this is the control connection; a program started without mpirun is a job of one
 * rank, whose control is in memory. The connection is established when this object exists.
 */
public interface JobControl extends AutoCloseable {
  /** Who this process is. */
  JobIdentity identity();

  /** Where endpoint addresses are published. */
  Modex modex();

  /** The job's secret, for authenticating data connections. A copy: the caller owns it. */
  byte[] secret();

  /**
   * Waits until every rank of the job has called it.
   *
   * @throws JobException if the job ends first
   */
  void barrier();

  /**
   * Waits until every rank of the job has called this or {@link #barrier()}, and meanwhile does
   * something over and over, on the calling thread.
   *
   * @param released called by another thread when all have come, for a {@code meanwhile} that waits
   * @throws JobException if the job ends first
   */
  void barrierWhile(Runnable meanwhile, Runnable released);

  /**
   * Ends the whole job with an exit code and does not return: the launcher is told, then this
   * process halts, without finally blocks or shutdown hooks.
   *
   * @param code the job's exit code, 0 to 255
   * @param reason one line for the user
   */
  void abort(int code, String reason);

  /** Sets who answers when the launcher asks what this rank does. */
  void onReport(RankReporter reporter);

  /** Leaves the job in good order: after it, the end of this process is not a failure. */
  @Override
  void close();
}
