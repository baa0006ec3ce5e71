package org.ob1j.runtime.collective.movement;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;
import org.ob1j.runtime.topology.Neighbors;

/**
 * Blocks exchanged with the neighbors in a topology, all at a time. Blocks may differ in length.
 * {@link Neighbors} says whom they go to, and which message goes to which block.
 *
 * <pre>
 *   destination 0 ◄── outgoing block 0    incoming block 0 ◄── source 0
 *   destination 1 ◄── outgoing block 1    incoming block 1 ◄── source 1
 * </pre>
 */
public final class NeighborExchange extends MemberAlgorithm {
  private final Neighbors neighbors;
  private final Blocks outgoing;
  private final Blocks incoming;

  /**
   * @param outgoing the block for each destination
   * @param incoming where each source's block goes
   */
  public NeighborExchange(Members members, Neighbors neighbors, Blocks outgoing, Blocks incoming) {
    super(members);
    this.neighbors = neighbors;
    this.outgoing = outgoing;
    this.incoming = incoming;
  }

  @Override
  public boolean begin(int number, Round round) {
    if (number != 0) {
      return false;
    }
    for (int position = 0; position < neighbors.sourceCount(); position++) {
      int block = neighbors.postedAt(position);
      if (neighbors.source(block) != Neighbors.NOBODY) {
        round.receiveBlock(incoming, block, neighbors.source(block));
      }
    }
    for (int block = 0; block < neighbors.destinationCount(); block++) {
      if (neighbors.destination(block) != Neighbors.NOBODY) {
        round.sendBlock(outgoing, block, neighbors.destination(block));
      }
    }
    return true;
  }
}
