package org.ob1j.runtime.collective.movement;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;

/**
 * A block of every rank for every other, exchanged directly, with so many partners in a round.
 * Blocks may differ in length.
 *
 * <pre>
 *   4 ranks, one partner in a round: who sends to whom
 *   rank      0    1    2    3
 *   round 0   1    2    3    0
 *   round 1   2    3    0    1
 *   round 2   3    0    1    2
 * </pre>
 */
public final class ExchangeAllToAll extends MemberAlgorithm {
  private final Blocks outgoing;
  private final Blocks incoming;
  private final boolean skipsOwn;
  private final int width;

  /**
   * @param outgoing the block for each rank
   * @param incoming where each rank's block goes
   * @param skipsOwn whether this rank's block is where it should be
   * @param width partners in a round
   */
  public ExchangeAllToAll(
      Members members, Blocks outgoing, Blocks incoming, boolean skipsOwn, int width) {
    super(members);
    this.outgoing = outgoing;
    this.incoming = incoming;
    this.skipsOwn = skipsOwn;
    this.width = width;
  }

  @Override
  public boolean begin(int number, Round round) {
    long first = 1 + (long) number * width;
    int end = (int) Math.min(size, first + width);
    for (int distance = (int) first; distance < end; distance++) {
      int source = wrappedBelow(rank - distance);
      round.receiveBlock(incoming, source, source);
    }
    for (int distance = (int) first; distance < end; distance++) {
      int destination = wrapped((long) rank + distance);
      round.sendBlock(outgoing, destination, destination);
    }
    if (number == 0 && !skipsOwn) {
      workspace.copy(
          outgoing.storage,
          outgoing.offsetBytes(rank),
          incoming.storage,
          incoming.offsetBytes(rank),
          outgoing.bytes(rank));
    }
    return first < size;
  }
}
