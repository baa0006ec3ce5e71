package org.ob1j.pml.protocol;

/**
 * Where a receive is on its way.
 *
 * <pre>
 *   FREE -> POSTED -> TRANSFERRING -> FINISHED -> FREE
 *               \-----------------------^
 * </pre>
 */
public enum ReceiveStage {
  /** In the pool. */
  FREE,
  /** Waiting for a message to match. */
  POSTED,
  /** Matched; fragments are to come, or all of it. */
  TRANSFERRING,
  /** All there, failed or cancelled. */
  FINISHED;

  private static final ReceiveStage[] STAGES = values();

  /** What a request keeps: a stage is entered for each message, several times. */
  final int number = ordinal();

  /** A bit for the number of each stage that this one may follow. */
  int predecessors;

  static {
    for (ReceiveStage stage : STAGES) {
      for (ReceiveStage before : STAGES) {
        if (stage.follows(before)) {
          stage.predecessors |= 1 << before.number;
        }
      }
    }
  }

  /** The stage that a request keeps as a number, so that changing it stores no reference. */
  static ReceiveStage of(int ordinal) {
    return STAGES[ordinal];
  }

  private boolean follows(ReceiveStage before) {
    return switch (this) {
      case FREE -> before == FINISHED;
      case POSTED -> before == FREE;
      case TRANSFERRING -> before == POSTED;
      case FINISHED -> before == POSTED || before == TRANSFERRING;
    };
  }
}
