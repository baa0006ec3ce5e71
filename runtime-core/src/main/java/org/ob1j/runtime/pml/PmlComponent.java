package org.ob1j.runtime.pml;

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
   * @param meanwhile what else is done; null for nothing
   * @throws PmlException if no transport can be used
   * @throws org.ob1j.runtime.parameter.ParameterException if a parameter cannot be used
   */
  Pml start(JobControl job, ParameterSet parameters, Meanwhile meanwhile);

  /** What a process does while an engine starts, which calls each method once, in this order. */
  interface Meanwhile {
    /**
     * The process is about to come to the fence, and may publish more.
     *
     * @param regions the memory that transports have for the ranks of a host; null for none. Not
     *     called in a job of one rank
     */
    void beforeFence(SharedRegions regions);

    /**
     * The process has come to the fence, and waits for others.
     *
     * @param engine which exchanges nothing with others before they have come, too
     */
    void atFence(Pml engine);
  }
}
