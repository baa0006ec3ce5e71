package org.ob1j.btl;

import org.ob1j.runtime.progress.Progressable;

/**
 * What a process polls for a module: delivers what has come, and goes on with what is under way.
 * Other than any {@link Progressable} it is polled for ever, unless it says that it can wake the
 * process.
 */
public interface BtlPoller extends Progressable {
  /**
   * For how long the module need not be polled: see "Sleeping" in the package documentation.
   *
   * @return nanoseconds; 0, the default, if the process cannot be woken by all that the module may
   *     bring, or if there is something to do
   */
  @Override
  default long maxSleepNanos() {
    return 0;
  }
}
