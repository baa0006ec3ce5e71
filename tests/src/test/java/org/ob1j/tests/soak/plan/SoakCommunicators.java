package org.ob1j.tests.soak.plan;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import org.ob1j.IncomingMessages;
import org.ob1j.tests.soak.message.SoakFailure;

/** The communicators that one thread's messages go by. */
public final class SoakCommunicators {
  /** Which communicator. */
  public enum Choice {
    /** Threads of a process share it, and have tags of their own. */
    WORLD,
    /** A copy, which is freed and made again now and then. */
    DUPLICATE,
    /** The even or the odd ranks, in reverse order. */
    HALF,
    /** Where messages above a threshold are only announced. */
    ANNOUNCED;

    /** The rank in this communicator of a rank of COMM_WORLD. */
    public int rankOf(int worldRank, int worldSize) {
      return this == HALF ? (worldSize - 1 - worldRank) / 2 : worldRank;
    }

    /** The number of ranks of the communicator that has this rank of COMM_WORLD. */
    int size(int worldRank, int worldSize) {
      return this == HALF ? rankOf(worldRank % 2, worldSize) + 1 : worldSize;
    }

    /** The rank of COMM_WORLD that has a rank of a communicator together with another. */
    int worldRank(int rank, int otherWorldRank, int worldSize) {
      return this == HALF
          ? otherWorldRank % 2 + 2 * (size(otherWorldRank, worldSize) - 1 - rank)
          : rank;
    }
  }

  /** Above this length the data waits for the claim. */
  public static final int THRESHOLD_BYTES = 2000;

  private final Intracomm base;
  private final Intracomm half;
  private final Intracomm announced;
  private final IncomingMessages incoming;
  private Intracomm duplicate;

  /**
   * Makes them.
   *
   * @param base of all ranks, for what this thread does together with that of the other ranks
   */
  public SoakCommunicators(Intracomm base) {
    this.base = base;
    int rank = base.getRank();
    duplicate = base.dup();
    half = base.split(rank % 2, -rank);
    announced = base.dup();
    incoming = IncomingMessages.open(announced, THRESHOLD_BYTES);
    int size = base.getSize();
    SoakFailure.requireEqual("size of the half", Choice.HALF.size(rank, size), half.getSize());
    SoakFailure.requireEqual("rank in the half", Choice.HALF.rankOf(rank, size), half.getRank());
  }

  public Comm get(Choice choice) {
    return switch (choice) {
      case WORLD -> MPI.COMM_WORLD;
      case DUPLICATE -> duplicate;
      case HALF -> half;
      case ANNOUNCED -> announced;
    };
  }

  /** For collectives. */
  public Intracomm base() {
    return base;
  }

  /** What comes by {@link Choice#ANNOUNCED}. */
  public IncomingMessages announced() {
    return incoming;
  }

  /** Frees the duplicate and makes another; messages may come here before the call has returned. */
  public void renewDuplicate() {
    duplicate.free();
    duplicate = base.dup();
  }

  /** Frees all but the base. */
  public void free() {
    duplicate.free();
    half.free();
    announced.free();
  }
}
