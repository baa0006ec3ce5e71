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
  /** Matched; fragments are to come, or all of it. */
  TRANSFERRING,
  /** All there, failed or cancelled. */
  FINISHED;

  private static final ReceiveStage[] STAGES = values();
  private static final int[] PREDECESSORS = new int[STAGES.length];

  static {
    for (ReceiveStage stage : STAGES) {
      for (ReceiveStage before : STAGES) {
        if (stage.follows(before)) {
          PREDECESSORS[stage.ordinal()] |= 1 << before.ordinal();
        }
      }
    }
  }

  /** The stage that a request keeps as a number, so that changing it stores no reference. */
  static ReceiveStage of(int ordinal) {
    return STAGES[ordinal];
  }

  /** Whether the stage of that number may be followed by this one. */
  boolean mayFollow(int ordinal) {
    return (PREDECESSORS[ordinal()] >>> ordinal & 1) != 0;
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
