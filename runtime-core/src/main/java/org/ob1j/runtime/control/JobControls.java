package org.ob1j.runtime.control;

import java.security.SecureRandom;
import java.util.Map;
import org.ob1j.runtime.control.handshake.SystemRandom;
import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.job.JobException;
import org.ob1j.runtime.job.ProcessId;

/** How a process joins its job. */
public final class JobControls {
  private JobControls() {}

  /**
   * Joins the job that mpirun started this process for, or, without mpirun, makes one of one rank.
   * The process halts when the job ends, and with a sentence if it cannot join: the environment is
   * incomplete, or mpirun cannot be reached or refuses.
   *
   * @param environment the process's environment
   */
  public static JobControl join(Map<String, String> environment) {
    return join(environment, JobEnd.halt());
  }

  /**
   * The same, with another way to end.
   *
   * @throws JobException if it cannot join, after that end
   */
  public static JobControl join(Map<String, String> environment, JobEnd jobEnd) {
    if (JobEnvironment.isPresent(environment)) {
      return client(environment, jobEnd);
    }
    String wrong = ProcessEnvironment.whyUnreadable(environment);
    if (wrong != null) {
      throw end(jobEnd, new JobException(wrong));
    }
    SecureRandom random = SystemRandom.open();
    return new SingletonJob(newJobId(random), random, jobEnd);
  }

  private static JobControl client(Map<String, String> environment, JobEnd jobEnd) {
    try {
      return new ControlClient(JobEnvironment.read(environment), jobEnd);
    } catch (JobException kept) {
      throw end(jobEnd, kept);
    }
  }

  /** Ends a process that is kept from its job: its program can do nothing about it. */
  private static JobException end(JobEnd jobEnd, JobException reason) {
    jobEnd.end(1, reason.getMessage());
    return reason;
  }

  /** A new job id: short, of letters and digits, and unlike any other on this host. */
  public static String newJobId(SecureRandom random) {
    long unlike = (ProcessId.current() << 40) ^ random.nextLong();
    return "j" + Long.toString(unlike & Long.MAX_VALUE, Character.MAX_RADIX);
  }
}
