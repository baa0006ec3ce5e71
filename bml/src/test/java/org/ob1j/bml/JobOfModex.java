package org.ob1j.bml;

import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.job.Modex;
import org.ob1j.runtime.job.RankReporter;

/** A process whose job has a modex, and whose other ranks are not there. */
record JobOfModex(JobIdentity identity, Modex modex) implements JobControl {
  @Override
  public byte[] secret() {
    return new byte[32];
  }

  @Override
  public void barrier() {
    throw new AssertionError("nobody comes");
  }

  @Override
  public void barrierWhile(Runnable meanwhile, Runnable released) {
    barrier();
  }

  @Override
  public void abort(int code, String reason) {
    throw new AssertionError(reason);
  }

  @Override
  public void onReport(RankReporter reporter) {
    throw new AssertionError("nobody asks");
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
