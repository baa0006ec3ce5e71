package mpi;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Intercommunicators for tests. */
final class Intercomms {
  private static final int TAG = 77;

  private Intercomms() {}

  /**
   * Joins the ranks of a communicator that belong to one side with those that belong to the other.
   *
   * @param sides for each rank, which side it is on: 0, 1, or something else for none
   * @return null for a rank that is on no side
   */
  static Intercomm join(Intracomm world, int... sides) {
    int rank = world.getRank();
    int own = sides[rank];
    Intracomm local = world.split(own == 0 || own == 1 ? own : MPI.UNDEFINED, rank);
    if (local.isNull()) {
      return null;
    }
    int[] others = ranksOn(1 - own, sides);
    // Any rank may lead: the last one here.
    int leader = others[others.length - 1];
    Intercomm made = world.createIntercomm(local, local.getSize() - 1, leader, TAG);
    local.free();
    return made;
  }

  /** The ranks that are on a side. */
  static int[] ranksOn(int side, int... sides) {
    return IntStream.range(0, sides.length).filter(rank -> sides[rank] == side).toArray();
  }

  /** The first so many ranks on one side, the others on the other. */
  static int[] divided(int ranks, int first) {
    int[] sides = new int[ranks];
    Arrays.fill(sides, first, ranks, 1);
    return sides;
  }
}
