package org.ob1j.btl;

import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.job.Modex;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.progress.Doorbell;

/**
 * What a transport is given to work with.
 *
 * @param identity this process
 * @param modex where to publish addresses, and after the fence to look up those of others
 * @param secret the job's secret, for authenticating connections; not to be changed
 * @param parameters what the user set
 * @param receiver whom frames and failures are delivered to
 * @param doorbell what wakes this process when it sleeps
 */
public record BtlContext(
    JobIdentity identity,
    Modex modex,
    byte[] secret,
    ParameterSet parameters,
    BtlReceiver receiver,
    Doorbell doorbell) {

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
