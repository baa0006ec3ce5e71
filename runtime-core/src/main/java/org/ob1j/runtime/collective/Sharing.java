package org.ob1j.runtime.collective;

import org.ob1j.runtime.collective.shared.SharedArea;
import org.ob1j.runtime.job.NodeMap;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * Whether the ranks of a communicator may try to share memory for collectives. All come to the same
 * answer, as they see the same.
 */
final class Sharing {
  private Sharing() {}

  /**
   * Whether they may.
   *
   * @param nodes where the job's ranks are; null if nobody knows
   * @param processes the job's rank of each rank; null if nobody knows
   */
  static boolean isPossible(NodeMap nodes, int[] processes) {
    return processes != null
        && processes.length > 1
        && processes.length <= SharedArea.MOST_RANKS
        && isOneNode(nodes, processes);
  }

  private static boolean isOneNode(NodeMap nodes, int[] processes) {
    if (nodes == null) {
      return true;
    }
    for (int process : processes) {
      if (process >= nodes.size() || nodes.nodeOf(process) != nodes.nodeOf(processes[0])) {
        return false;
      }
    }
    return true;
  }

  /** Named algorithms send messages. */
  private static boolean isAnyNamed(ParameterSet named) {
    for (int i = 0; i < CollectiveParameters.ALGORITHMS.size(); i++) {
      Parameter<String> each = CollectiveParameters.ALGORITHMS.get(i);
      if (!named.get(each).equals(CollectiveParameters.AUTO)) {
        return true;
      }
    }
    return false;
  }

  /**
   * What the data of one operation may take of an area, in bytes; 0 if this rank wants none, which
   * others may not know.
   *
   * @param named has {@link CollectiveParameters}; null if none is given
   */
  static int setBytes(ParameterSet named) {
    if (named == null) {
      return CollectiveParameters.FRAGMENT_BYTES & -Long.BYTES;
    }
    long bytes = named.get(CollectiveParameters.FRAGMENT_SIZE);
    return isAnyNamed(named) ? 0 : (int) bytes & -Long.BYTES;
  }
}
