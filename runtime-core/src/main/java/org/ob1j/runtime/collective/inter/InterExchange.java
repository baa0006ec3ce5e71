package org.ob1j.runtime.collective.inter;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;

/**
 * Blocks that ranks of two groups send each other directly, all at a time: what moves data between
 * groups. Which ranks of the other group a rank sends to, and which it receives from, makes the
 * difference.
 *
 * <pre>
 *                    sends to     receives from
 *   broadcast        root: all    others: the root
 *   gather           others: the root    root: all
 *   scatter          root: all    others: the root
 *   all to all,
 *   allgather        all          all
 * </pre>
 */
public final class InterExchange extends MemberAlgorithm {
  /** Ranks of the other group that follow each other. */
  public record Peers(int first, int end) {
    public static final Peers NONE = new Peers(0, 0);

    public static Peers one(int rank) {
      return new Peers(rank, rank + 1);
    }

    public static Peers all(int size) {
      return new Peers(0, size);
    }
  }

  private final Blocks outgoing;
  private final Peers destinations;
  private final Blocks incoming;
  private final Peers sources;

  /**
   * @param outgoing the block for each rank of the other group; null if there are no destinations
   * @param incoming where each rank's block goes; null if there are no sources
   */
  public InterExchange(
      Members members, Blocks outgoing, Peers destinations, Blocks incoming, Peers sources) {
    super(members);
    this.outgoing = outgoing;
    this.destinations = destinations;
    this.incoming = incoming;
    this.sources = sources;
  }

  @Override
  public boolean begin(int number, Round round) {
    if (number != 0) {
      return false;
    }
    for (int source = sources.first; source < sources.end; source++) {
      round.receiveBlock(incoming, source, source);
    }
    for (int destination = destinations.first; destination < destinations.end; destination++) {
      round.sendBlock(outgoing, destination, destination);
    }
    return true;
  }
}
