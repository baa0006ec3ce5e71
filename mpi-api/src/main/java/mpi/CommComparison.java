package mpi;

/** How two communicators are alike (MPI standard, MPI_Comm_compare). */
final class CommComparison {
  private CommComparison() {}

  static int of(Comm one, Comm other) {
    if (one == null || other == null) {
      throw MPI.raise("Comm.compare", ErrorClass.COMM, "the communicator is null");
    }
    Communicator first = one.live("Comm.compare");
    Communicator second = other.live("Comm.compare");
    if (first == second) {
      return MPI.IDENT;
    }
    if (first.isInter() != second.isInter()) {
      return MPI.UNEQUAL;
    }
    // The constants grow from IDENT to UNEQUAL.
    int groups = Group.compare(first.group(), second.group());
    if (first.isInter()) {
      groups = Math.max(groups, Group.compare(first.remoteGroup(), second.remoteGroup()));
    }
    return groups == MPI.IDENT ? MPI.CONGRUENT : groups;
  }
}
