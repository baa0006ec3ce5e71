package org.ob1j.runtime.collective;

import org.ob1j.runtime.collective.host.HostSharing;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.shared.MessageAlgorithms;
import org.ob1j.runtime.collective.shared.Participants;
import org.ob1j.runtime.collective.shared.SharedArea;
import org.ob1j.runtime.collective.shared.SharedCollectives;
import org.ob1j.runtime.job.NodeMap;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;

/**
 * Memory for the collectives of a communicator: for all its ranks, where they are on one host, or
 * for those of each host. All come to the same answer, as they see the same.
 */
final class Sharing implements HostSharing {
  private final Pml pml;
  private final PmlCommunicator communicator;
  private final int[] processes;
  private final int setBytes;

  /**
   * That of a communicator.
   *
   * @param communicator the context of its collectives
   * @param processes the job's rank of each rank; null if nobody knows
   * @param named has {@link CollectiveParameters}; null if none is given
   */
  Sharing(Pml pml, PmlCommunicator communicator, int[] processes, ParameterSet named) {
    this.pml = pml;
    this.communicator = communicator;
    this.processes = processes;
    setBytes = setBytes(named);
  }

  /**
   * What goes through memory that all ranks share.
   *
   * @param nodes where the job's ranks are; null if nobody knows
   * @param messages what these do by messages
   * @return null if they do not even try
   */
  SharedCollectives amongAll(Members members, NodeMap nodes, MessageAlgorithms messages) {
    return isPossible(nodes, processes)
        ? new SharedCollectives(
            pml, new Participants(communicator, members, null, processes), messages, setBytes)
        : null;
  }

  @Override
  public SharedCollectives among(Members members, int[] ranks) {
    if (!isPossible(members.size())) {
      return null;
    }
    int[] processesOnHost = new int[ranks.length];
    for (int member = 0; member < ranks.length; member++) {
      processesOnHost[member] = processes[ranks[member]];
    }
    return new SharedCollectives(
        pml,
        new Participants(communicator, members, ranks, processesOnHost),
        new MessagesOnDemand(members, null, null, null),
        setBytes);
  }

  /** Whether all ranks of a communicator may try; the arguments may be null as above. */
  static boolean isPossible(NodeMap nodes, int[] processes) {
    return processes != null && isPossible(processes.length) && isOneNode(nodes, processes);
  }

  private static boolean isPossible(int ranks) {
    return ranks > 1 && ranks <= SharedArea.MOST_RANKS;
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
