package org.ob1j.pml;

/**
 * Where a send is on its way.
 *
 * <pre>
 *   FREE -> STARTING -> AWAITING_ACK -> TRANSFERRING -> DRAINING -> FINISHED -> FREE
 *               \-----------------------------------------^  ^
 *                            \--------------------------------+
 * </pre>
 */
enum SendStage {
  /** In the pool. */
  FREE,
  /** The first frame has not left: the transport is busy or has not been asked. */
  STARTING,
  /** A rendezvous has left; the receiver has not matched it. */
  AWAITING_ACK,
  /** Fragments are leaving. */
  TRANSFERRING,
  /** Everything has been handed to the transport, which has not finished with the memory. */
  DRAINING,
  /** Nothing of this message is left to do here. */
  FINISHED;

  boolean mayFollow(SendStage before) {
    return switch (this) {
      case FREE -> before == FINISHED;
      case STARTING -> before == FREE;
      case AWAITING_ACK -> before == STARTING;
      case TRANSFERRING -> before == AWAITING_ACK;
      case DRAINING -> before == STARTING || before == TRANSFERRING;
      case FINISHED -> before != FREE && before != FINISHED;
    };
  }
}
