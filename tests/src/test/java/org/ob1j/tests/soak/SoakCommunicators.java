package org.ob1j.tests.soak;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;

/** The communicators that messages go by. */
final class SoakCommunicators {
  /** Which communicator. */
  enum Choice {
    WORLD,
    /** A copy, which is freed and made again now and then. */
    DUPLICATE,
    /** The even or the odd ranks, in reverse order. */
    HALF;

    /** The rank in this communicator of a rank of COMM_WORLD. */
    int rankOf(int worldRank, int worldSize) {
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

  private final Intracomm half;
  private Intracomm duplicate;

  SoakCommunicators() {
    int rank = MPI.COMM_WORLD.getRank();
    duplicate = MPI.COMM_WORLD.dup();
    half = MPI.COMM_WORLD.split(rank % 2, -rank);
    int size = MPI.COMM_WORLD.getSize();
    SoakFailure.requireEqual("size of the half", Choice.HALF.size(rank, size), half.getSize());
    SoakFailure.requireEqual("rank in the half", Choice.HALF.rankOf(rank, size), half.getRank());
  }

  Comm get(Choice choice) {
    return switch (choice) {
      case WORLD -> MPI.COMM_WORLD;
      case DUPLICATE -> duplicate;
      case HALF -> half;
    };
  }

  /** Frees the duplicate and makes another; messages may come here before the call has returned. */
  void renewDuplicate() {
    duplicate.free();
    duplicate = MPI.COMM_WORLD.dup();
  }

  void free() {
    duplicate.free();
    half.free();
  }
}
