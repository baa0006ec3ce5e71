package org.ob1j.runtime.control.ledger;

import java.util.Arrays;

/** Which ranks of a job have come, left and ended. Decisions only; callers synchronise. */
public final class Membership {
  private enum Stage {
    EXPECTED,
    REGISTERED,
    LEFT,
    ENDED
  }

  private final Stage[] stages;

  /** None of so many ranks has come. */
  public Membership(int size) {
    stages = new Stage[size];
    Arrays.fill(stages, Stage.EXPECTED);
  }

  /** Why a rank may not register, or null if it may and now has. */
  public String register(int rank, int theirSize) {
    int size = stages.length;
    if (rank < 0 || rank >= size) {
      return "rank " + rank + " is outside the job of " + size;
    }
    if (theirSize != size) {
      return "rank " + rank + " believes the job has " + theirSize + " ranks, it has " + size;
    }
    if (stages[rank] != Stage.EXPECTED) {
      return "rank "
          + rank
          + " has registered before; a rank is one process, and a program that it starts cannot be"
          + " the same rank";
    }
    stages[rank] = Stage.REGISTERED;
    return null;
  }

  /** The rank leaves in good order. */
  public void leave(int rank) {
    stages[rank] = Stage.LEFT;
  }

  /** The rank's process has ended. True if that was while it belonged to the job. */
  public boolean end(int rank) {
    boolean early = isRegistered(rank);
    stages[rank] = Stage.ENDED;
    return early;
  }

  /** True if the rank has joined the job and not left it. */
  public boolean isRegistered(int rank) {
    return stages[rank] == Stage.REGISTERED;
  }

  /** True if the rank has left the job or its process has ended. */
  public boolean isGone(int rank) {
    return hasLeft(rank) || stages[rank] == Stage.ENDED;
  }

  /** True if the rank has left the job in good order, and its process has not been seen to end. */
  boolean hasLeft(int rank) {
    return stages[rank] == Stage.LEFT;
  }
}
