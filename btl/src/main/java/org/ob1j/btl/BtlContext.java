package org.ob1j.btl;

import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.job.Modex;
import org.ob1j.runtime.job.Processes;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.progress.Doorbell;

/**
 * What a transport is given to work with.
 *
 * @param identity this process
 * @param modex where to publish addresses
 * @param processes whom there may be endpoints to, and what those have published, from the modex
 *     fence on
 * @param secret the job's secret, for authenticating connections; not to be changed
 * @param parameters what the user set
 * @param receiver whom frames and failures are delivered to
 * @param doorbell what wakes this process when it sleeps
 */
public record BtlContext(
    JobIdentity identity,
    Modex modex,
    Processes processes,
    byte[] secret,
    ParameterSet parameters,
    BtlReceiver receiver,
    Doorbell doorbell) {

  /** For a process that knows those of its job. */
  public BtlContext(
      JobIdentity identity,
      Modex modex,
      byte[] secret,
      ParameterSet parameters,
      BtlReceiver receiver,
      Doorbell doorbell) {
    this(identity, modex, new Processes(identity, modex), secret, parameters, receiver, doorbell);
  }

  /** For a process that never sleeps. */
  public BtlContext(
      JobIdentity identity,
      Modex modex,
      byte[] secret,
      ParameterSet parameters,
      BtlReceiver receiver) {
    this(identity, modex, secret, parameters, receiver, Doorbell.SILENT);
  }
}
