package org.ob1j.runtime.control;

/**
 * Told what happens to ranks. Called on the server's threads, one call at a time for each rank;
 * implementations must return soon.
 */
public interface ControlListener {
  /** A rank has joined the job. */
  void registered(int rank, long processId);

  /** A rank has left the job in good order. */
  void left(int rank);

  /** A rank wants the job to end. */
  void aborted(int rank, int code, String reason);

  /** A registered rank's connection is of no use any more, or its heart has stopped. */
  void lost(int rank, String reason);

  /** Ranks wait in a fence or barrier that can never be complete. */
  void hopeless(String reason);

  /** Something that is no rank of this job connected, and was refused. */
  void refused(String address, String reason);
}
