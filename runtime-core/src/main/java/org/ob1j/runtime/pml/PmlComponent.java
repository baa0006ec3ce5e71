package org.ob1j.runtime.pml;

import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.parameter.ParameterSet;

/** A kind of point-to-point engine. Found through {@link java.util.ServiceLoader}. */
public interface PmlComponent {
  /** The name it is chosen by, such as {@code ob1j}. */
  String name();

  /**
   * Starts an engine: opens the transports, publishes their addresses, and returns after the modex
   * fence, so every rank of the job must call it.
   *
   * @throws PmlException if no transport can be used
   * @throws org.ob1j.runtime.parameter.ParameterException if a parameter cannot be used
   */
  Pml start(JobControl job, ParameterSet parameters);
}
