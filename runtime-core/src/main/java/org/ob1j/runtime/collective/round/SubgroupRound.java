package org.ob1j.runtime.collective.round;

import org.ob1j.runtime.datatype.TypeMap;

/** Begins messages of a round for an algorithm that knows ranks of a {@link Subgroup} only. */
final class SubgroupRound extends Round {
  private final Round messages;
  private final int[] ranks;

  /**
   * @param messages what has the messages
   * @param ranks the communicator's rank of each of the subgroup
   */
  SubgroupRound(Round messages, int[] ranks) {
    super(messages);
    this.messages = messages;
    this.ranks = ranks;
  }

  @Override
  public void receive(Object storage, long offsetBytes, int elements, TypeMap type, int source) {
    messages.receive(storage, offsetBytes, elements, type, ranks[source]);
  }

  @Override
  public void send(Object storage, long offsetBytes, int elements, TypeMap type, int destination) {
    messages.send(storage, offsetBytes, elements, type, ranks[destination]);
  }
}
