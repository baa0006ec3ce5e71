package org.ob1j.runtime.pml;

import java.util.function.Consumer;
import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.memory.SharedRegions;
import org.ob1j.runtime.parameter.ParameterSet;

/** A kind of point-to-point engine. Found through {@link java.util.ServiceLoader}. */
public interface PmlComponent {
  /** The name it is chosen by, such as {@code ob1j}. */
  String name();

  /**
   * Starts an engine: opens the transports, publishes their addresses, and returns after the modex
   * fence, so every rank of the job must call it.
   *
   * @param beforeFence may publish more; is given the memory that transports have for the ranks of
   *     a host, or null. Not called in a job of one rank. Null for nothing
   * @throws PmlException if no transport can be used
   * @throws org.ob1j.runtime.parameter.ParameterException if a parameter cannot be used
   */
  Pml start(JobControl job, ParameterSet parameters, Consumer<SharedRegions> beforeFence);
}
