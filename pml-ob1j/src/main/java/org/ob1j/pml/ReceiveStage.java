package org.ob1j.pml;

/**
 * Where a receive is on its way.
 *
 * <pre>
 *   FREE -> POSTED -> TRANSFERRING -> FINISHED -> FREE
 *               \-----------------------^
 * </pre>
 */
enum ReceiveStage {
  /** In the pool. */
  FREE,
  /** Waiting for a message to match. */
  POSTED,
  /** Matched; fragments are to come. */
  TRANSFERRING,
  /** All there, failed or cancelled. */
  FINISHED;

  boolean mayFollow(ReceiveStage before) {
    return switch (this) {
      case FREE -> before == FINISHED;
      case POSTED -> before == FREE;
      case TRANSFERRING -> before == POSTED;
      case FINISHED -> before == POSTED || before == TRANSFERRING;
    };
  }
}
