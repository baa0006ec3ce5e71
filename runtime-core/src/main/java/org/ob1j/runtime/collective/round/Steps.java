package org.ob1j.runtime.collective.round;

/**
 * Collective operations that belong together, of which each is prepared when the one before is
 * done: see {@link CollectiveDriver#sequence}. All ranks have the same ones.
 *
 * <p>Thread rules: called by whoever carries the operation out; for one that was started, by the
 * thread that polls. Must not wait.
 */
public interface Steps {
  /** The next operation; null if there is none. What the one before gave is there. */
  Algorithm next();

  /** The last has been done, or one has failed. Called once. */
  void end();
}
