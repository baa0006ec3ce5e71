package mpi;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * An ordered set of processes (MPI standard, "Groups"). Making groups is local: no messages are
 * exchanged.
 */
public final class Group implements Freeable {
  private final MpiProcess process;

  /** The job's rank of each member; null once freed. Never changed, so groups share it. */
  private int[] members;

  Group(MpiProcess process, int[] members) {
    this.process = process;
    this.members = members;
  }

  /** The job's rank of each member. Not to be changed. */
  int[] members() {
    return members;
  }

  /** This process's rank, or UNDEFINED if it is not a member. */
  int rank() {
    return members.length == 0 ? SpecialValues.UNDEFINED : indexOf(process.rank());
  }

  /** True if a rank of the job is a member. */
  boolean contains(int member) {
    return indexOf(member) != SpecialValues.UNDEFINED;
  }

  /** The ranks in this group of another group's members, all of which are in this one, too. */
  int[] ranksOf(Group others) {
    return Arrays.stream(others.members()).map(this::indexOf).toArray();
  }

  private int indexOf(int member) {
    for (int i = 0; i < members.length; i++) {
      if (members[i] == member) {
        return i;
      }
    }
    return SpecialValues.UNDEFINED;
  }

  /** The number of processes (MPI standard, MPI_Group_size). */
  public int getSize() throws MPIException {
    return live("Group.getSize").length;
  }

  /**
   * This process's rank in the group, or {@link MPI#UNDEFINED} if it is not a member (MPI standard,
   * MPI_Group_rank).
   */
  public int getRank() throws MPIException {
    live("Group.getRank");
    return rank();
  }

  /** True once the group has been freed (MPI standard, MPI_GROUP_NULL). */
  public boolean isNull() {
    return members == null;
  }

  /**
   * Frees the group (MPI standard, MPI_Group_free).
   *
   * @throws MPIException {@link MPI#ERR_GROUP} for {@link MPI#GROUP_EMPTY}, or if it has been freed
   */
  @Override
  public void free() throws MPIException {
    live("Group.free");
    if (this == process.emptyGroup()) {
      throw process.raise(
          "Group.free", ErrorClass.GROUP, "MPI.GROUP_EMPTY is predefined and cannot be freed");
    }
    members = null;
  }

  /**
   * A group of some members, in the order given (MPI standard, MPI_Group_incl).
   *
   * @param ranks ranks in this group, none of them twice
   * @throws MPIException {@link MPI#ERR_RANK} if a rank is out of range or comes twice
   */
  public Group incl(int[] ranks) throws MPIException {
    int[] from = live("Group.incl");
    return new Group(process, membersAt("Group.incl", from, ranks));
  }

  /**
   * A group of the other members, in this group's order (MPI standard, MPI_Group_excl).
   *
   * @param ranks ranks in this group, none of them twice
   * @throws MPIException {@link MPI#ERR_RANK} if a rank is out of range or comes twice
   */
  public Group excl(int[] ranks) throws MPIException {
    int[] from = live("Group.excl");
    int[] excluded = membersAt("Group.excl", from, ranks);
    return new Group(process, without(from, excluded));
  }

  /**
   * A group of the members in some ranges (MPI standard, MPI_Group_range_incl).
   *
   * @param ranges for each range its first rank, its last rank and the stride
   * @throws MPIException {@link MPI#ERR_RANK} if a rank is out of range or comes twice, {@link
   *     MPI#ERR_ARG} if a range has not three numbers or a stride of 0
   */
  public Group rangeIncl(int[][] ranges) throws MPIException {
    int[] from = live("Group.rangeIncl");
    int[] ranks = expand("Group.rangeIncl", ranges, from.length);
    return new Group(process, membersAt("Group.rangeIncl", from, ranks));
  }

  /**
   * A group of the members that are in none of some ranges (MPI standard, MPI_Group_range_excl).
   *
   * @param ranges as for {@link #rangeIncl}
   * @throws MPIException as {@link #rangeIncl}
   */
  public Group rangeExcl(int[][] ranges) throws MPIException {
    int[] from = live("Group.rangeExcl");
    int[] ranks = expand("Group.rangeExcl", ranges, from.length);
    return new Group(process, without(from, membersAt("Group.rangeExcl", from, ranks)));
  }

  /**
   * {@link MPI#IDENT} if both groups have the same processes in the same order, {@link MPI#SIMILAR}
   * if in another order, else {@link MPI#UNEQUAL} (MPI standard, MPI_Group_compare).
   */
  public static int compare(Group group1, Group group2) throws MPIException {
    int[] first = live("Group.compare", group1);
    int[] second = live("Group.compare", group2);
    if (Arrays.equals(first, second)) {
      return MPI.IDENT;
    }
    return Arrays.equals(sorted(first), sorted(second)) ? MPI.SIMILAR : MPI.UNEQUAL;
  }

  /**
   * The ranks in one group of members of another (MPI standard, MPI_Group_translate_ranks).
   *
   * @param ranks1 ranks in {@code group1}, or {@link MPI#PROC_NULL}, which stays what it is
   * @return ranks in {@code group2}; {@link MPI#UNDEFINED} for those that are not in it
   * @throws MPIException {@link MPI#ERR_RANK} if a rank is out of range
   */
  public static int[] translateRanks(Group group1, int[] ranks1, Group group2) throws MPIException {
    int[] from = live("Group.translateRanks", group1);
    live("Group.translateRanks", group2);
    int[] translated = new int[ranks1.length];
    for (int i = 0; i < translated.length; i++) {
      if (ranks1[i] == SpecialValues.PROC_NULL) {
        translated[i] = SpecialValues.PROC_NULL;
      } else {
        group1.requireRank("Group.translateRanks", ranks1[i], from.length);
        translated[i] = group2.indexOf(from[ranks1[i]]);
      }
    }
    return translated;
  }

  /**
   * The first group's members, then those of the second that are not in the first (MPI standard,
   * MPI_Group_union).
   */
  public static Group union(Group group1, Group group2) throws MPIException {
    int[] first = live("Group.union", group1);
    int[] added = without(live("Group.union", group2), first);
    return new Group(
        group1.process, IntStream.concat(Arrays.stream(first), Arrays.stream(added)).toArray());
  }

  /**
   * The first group's members that are also in the second (MPI standard, MPI_Group_intersection).
   */
  public static Group intersection(Group group1, Group group2) throws MPIException {
    int[] first = live("Group.intersection", group1);
    int[] second = sorted(live("Group.intersection", group2));
    return new Group(
        group1.process,
        Arrays.stream(first).filter(each -> Arrays.binarySearch(second, each) >= 0).toArray());
  }

  /** The first group's members that are not in the second (MPI standard, MPI_Group_difference). */
  public static Group difference(Group group1, Group group2) throws MPIException {
    int[] first = live("Group.difference", group1);
    return new Group(group1.process, without(first, live("Group.difference", group2)));
  }

  private static int[] live(String operation, Group group) {
    if (group == null) {
      throw MPI.raise(operation, ErrorClass.GROUP, "the group is null");
    }
    return group.live(operation);
  }

  private int[] live(String operation) {
    process.requireRunning();
    if (members == null) {
      throw process.raise(operation, ErrorClass.GROUP, "the group has been freed");
    }
    return members;
  }

  private int[] membersAt(String operation, int[] from, int[] ranks) {
    boolean[] taken = new boolean[from.length];
    int[] chosen = new int[ranks.length];
    for (int i = 0; i < ranks.length; i++) {
      requireRank(operation, ranks[i], from.length);
      if (taken[ranks[i]]) {
        throw process.raise(operation, ErrorClass.RANK, "rank " + ranks[i] + " comes twice");
      }
      taken[ranks[i]] = true;
      chosen[i] = from[ranks[i]];
    }
    return chosen;
  }

  private void requireRank(String operation, int rank, int size) {
    if (rank < 0 || rank >= size) {
      throw process.raise(
          operation,
          ErrorClass.RANK,
          "the rank is " + rank + "; it must be at least 0 and less than " + size);
    }
  }

  private int[] expand(String operation, int[][] ranges, int size) {
    IntStream ranks = IntStream.empty();
    for (int[] range : ranges) {
      if (range == null || range.length != 3 || range[2] == 0) {
        throw process.raise(
            operation,
            ErrorClass.ARG,
            "the range is "
                + Arrays.toString(range)
                + "; it must be a first rank, a last rank and a stride other than 0");
      }
      int first = range[0];
      int stride = range[2];
      // A range that runs away from its last rank is empty.
      long steps = Math.floorDiv((long) range[1] - first, stride);
      if (steps >= 0) {
        requireRank(operation, first, size);
        requireRank(operation, (int) (first + steps * stride), size);
        ranks =
            IntStream.concat(
                ranks, IntStream.rangeClosed(0, (int) steps).map(step -> first + step * stride));
      }
    }
    return ranks.toArray();
  }

  private static int[] without(int[] from, int[] excluded) {
    int[] out = sorted(excluded);
    return Arrays.stream(from).filter(each -> Arrays.binarySearch(out, each) < 0).toArray();
  }

  private static int[] sorted(int[] ranks) {
    int[] copy = ranks.clone();
    Arrays.sort(copy);
    return copy;
  }
}
