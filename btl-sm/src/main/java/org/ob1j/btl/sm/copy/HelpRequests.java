package org.ob1j.btl.sm.copy;

/**
 * By what a process asks a peer for help with a get: the control message {@link PeerMemory#HELP}.
 */
public interface HelpRequests {
  /**
   * Asks for help.
   *
   * @param board on which the copy is described
   * @return false if that cannot be sent now; then the copy is not shared
   */
  boolean send(int board, long operation);
}
