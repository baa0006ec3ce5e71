package org.ob1j.runtime.topology;

/** An arrangement of a communicator's processes. */
public interface Topology {
  /** What MPI calls it. */
  enum Kind {
    CARTESIAN,
    GRAPH,
    DISTRIBUTED_GRAPH
  }

  /** Which of them it is. */
  Kind kind();

  /**
   * Whom a process exchanges blocks with.
   *
   * @param rank a rank of the communicator; of a distributed graph only this process's
   */
  Neighbors neighbors(int rank);

  /** Why processes cannot exchange blocks with their neighbors; null if they can. */
  default String objection() {
    return null;
  }
}
