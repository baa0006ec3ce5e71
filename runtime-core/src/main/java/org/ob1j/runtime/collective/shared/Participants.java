package org.ob1j.runtime.collective.shared;

import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.pml.PmlCommunicator;

/**
 * The ranks of one host that meet in an area: all of a communicator, or some of them, which are
 * numbered from 0 then.
 *
 * @param communicator the context of its collectives
 * @param members who they are, and which of them is this process
 * @param ranks the communicator's rank of each; null if they are all of it
 * @param processes the job's rank of each
 */
public record Participants(
    PmlCommunicator communicator, Members members, int[] ranks, int[] processes) {

  /** Who that is to the user; one whom there is not is nobody else. */
  int communicatorRank(int member) {
    return ranks == null || member >= ranks.length ? member : ranks[member];
  }

  /** For messages to the user: what they do may not be what he called. */
  String part() {
    return ranks == null ? "" : ", as its part among the ranks of a host";
  }

  /** Why this rank cannot reach that one any more; null if it can. */
  String failureOf(int member) {
    return communicator.failureOf(communicatorRank(member));
  }
}
