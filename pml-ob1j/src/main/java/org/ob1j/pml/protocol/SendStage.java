package org.ob1j.pml.protocol;

/**
 * Where a send is on its way.
 *
 * <pre>
 *   FREE -> STARTING -> AWAITING_ACK -> TRANSFERRING -> DRAINING -> FINISHED -> FREE
 *               \-----------------------------------------^  ^
 *                            \--------------------------------+
 * </pre>
 */
public enum SendStage {
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

  private static final SendStage[] STAGES = values();

  /** What a request keeps: a stage is entered for each message, several times. */
  final int number = ordinal();

  /** A bit for the number of each stage that this one may follow. */
  int predecessors;

  static {
    for (SendStage stage : STAGES) {
      for (SendStage before : STAGES) {
        if (stage.follows(before)) {
          stage.predecessors |= 1 << before.number;
        }
      }
    }
  }

  /** The stage that a request keeps as a number, so that changing it stores no reference. */
  static SendStage of(int ordinal) {
    return STAGES[ordinal];
  }

  private boolean follows(SendStage before) {
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
