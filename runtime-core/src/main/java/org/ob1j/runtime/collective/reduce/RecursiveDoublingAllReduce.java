package org.ob1j.runtime.collective.reduce;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;

/**
 * Combines all ranks' elements at all ranks: in each round pairs of ranks exchange what they have,
 * and each combines both, lower rank's part first. Where n is no power of two, the first ranks pair
 * up at the beginning, and one of each pair sits the exchange out.
 *
 * <pre>
 *   5 ranks     0 ──► 1                       rank 0 sits out
 *   round 0     (1 2) (3 4)                   1 has 0–2, 3 has 3–4
 *   round 1     (1 3) (2 4)                   all have 0–4
 *               0 ◄── 1
 * </pre>
 *
 * Neighbouring parts are combined throughout, so operands keep the order of the ranks.
 */
public final class RecursiveDoublingAllReduce extends MemberAlgorithm {
  private static final int NOBODY = -1;

  private final Accumulator accumulator;

  /** Pairs of ranks at the beginning. */
  private final int pairs;

  /** How many ranks exchange. */
  private final int active;

  /** This rank's place among them, or -1. */
  private final int place;

  /** Whose elements come in this round. */
  private int awaited = NOBODY;

  public RecursiveDoublingAllReduce(
      Members members, Blocks own, Blocks result, Reduction reduction) {
    super(members);
    accumulator = new Accumulator(workspace, reduction, own, result);
    active = Integer.highestOneBit(size);
    pairs = size - active;
    place = rank >= 2 * pairs ? rank - pairs : (rank & 1) != 0 ? rank / 2 : -1;
  }

  @Override
  public boolean begin(int number, Round round) {
    if (awaited != NOBODY) {
      takeIn();
    }
    int distance = 1 << number;
    if (pairs == 0 && distance < size) {
      exchange(rank ^ distance, round);
      return true;
    }
    if (pairs != 0 && foldOrExchange(number, round)) {
      return true;
    }
    accumulator.finish();
    return false;
  }

  private void takeIn() {
    if (place < 0) {
      accumulator.adopt();
    } else {
      accumulator.combine(awaited < rank);
    }
    awaited = NOBODY;
  }

  private void exchange(int partner, Round round) {
    accumulator.receive(round, partner);
    accumulator.send(round, partner);
    awaited = partner;
  }

  /** For numbers of ranks that are no power of two. */
  private boolean foldOrExchange(int number, Round round) {
    boolean paired = rank < 2 * pairs;
    if (place < 0) {
      return sitOut(number, round);
    }
    int distance = paired ? 1 << number >> 1 : 1 << number;
    if (distance == 0) {
      accumulator.receive(round, rank - 1);
      awaited = rank - 1;
    } else if (distance < active) {
      int other = place ^ distance;
      exchange(other < pairs ? 2 * other + 1 : other + pairs, round);
    } else if (paired && distance == active) {
      accumulator.send(round, rank - 1);
    } else {
      return false;
    }
    return true;
  }

  private boolean sitOut(int number, Round round) {
    if (number == 0) {
      accumulator.send(round, rank + 1);
    } else if (number == 1) {
      accumulator.receive(round, rank + 1);
      awaited = rank + 1;
    }
    return number < 2;
  }

  @Override
  public void release() {
    accumulator.release();
  }
}
