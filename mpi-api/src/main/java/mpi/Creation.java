package mpi;

/**
 * What the making of a communicator is called by all processes that take part, of which each may
 * take part in several at a time, in threads or without waiting. The order of two of them is the
 * same on all processes.
 *
 * @param parent the parent's id, or the smaller of two
 * @param kind who takes part
 * @param number tells apart what is made of the same parent by the same processes
 */
record Creation(int parent, int kind, long number) implements Comparable<Creation> {
  private static final int BY_ALL = 0;
  private static final int BY_A_GROUP = 1;
  private static final int BY_TWO_GROUPS = 2;

  /**
   * All processes of the parent make a communicator.
   *
   * @param number how many they have made before
   */
  static Creation byAll(int parent, long number) {
    return new Creation(parent, BY_ALL, number);
  }

  /** Some processes of the parent make one, with the user's tag. */
  static Creation byGroup(int parent, int tag) {
    return new Creation(parent, BY_A_GROUP, tag);
  }

  /**
   * The processes of two communicators make one. Both have one leader, and a process is in no two
   * communicators of the same id, so id and leader name a communicator.
   */
  static Creation byTwoGroups(int id, int leader, int otherId, int otherLeader) {
    if (id > otherId || id == otherId && leader > otherLeader) {
      return byTwoGroups(otherId, otherLeader, id, leader);
    }
    return new Creation(id, BY_TWO_GROUPS + leader, (long) otherId << Integer.SIZE | otherLeader);
  }

  // Written out, as comparators and what a record has by itself would be linked in the first call
  // that makes a communicator, which takes tens of milliseconds.
  @Override
  public int compareTo(Creation other) {
    int order = Integer.compare(parent, other.parent);
    order = order != 0 ? order : Integer.compare(kind, other.kind);
    return order != 0 ? order : Long.compare(number, other.number);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Creation that && compareTo(that) == 0;
  }

  @Override
  public int hashCode() {
    return (31 * parent + kind) * 31 + Long.hashCode(number);
  }
}
