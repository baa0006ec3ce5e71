package org.ob1j.runtime.pml;

/** What can be wrong with one operation while the communicator stays usable. */
public enum PmlError {
  NONE,
  /** The message was longer than the receive buffer; the buffer holds its beginning. */
  TRUNCATED,
  /** The peer cannot be reached any more. */
  PEER_FAILED
}
