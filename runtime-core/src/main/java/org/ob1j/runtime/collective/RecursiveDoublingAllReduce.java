package org.ob1j.runtime.collective;

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
final class RecursiveDoublingAllReduce extends Algorithm {
  private enum Stage {
    FOLD,
    EXCHANGE,
    UNFOLD,
    DONE
  }

  private final Accumulator accumulator;
  private final int pairs;
  private final int active;
  private final int place;
  private Stage stage = Stage.FOLD;
  private int distance = 1;
  private boolean combines;
  private boolean adopts;
  private boolean incomingIsLower;

  RecursiveDoublingAllReduce(
      Members members, Blocks own, Blocks result, int count, Reduction reduction) {
    super(members);
    accumulator = new Accumulator(workspace, reduction, own, result, count);
    active = Integer.highestOneBit(size);
    pairs = size - active;
    place = rank >= 2 * pairs ? rank - pairs : (rank & 1) != 0 ? rank / 2 : -1;
  }

  @Override
  boolean begin(int number, Round round) {
    if (combines) {
      combines = false;
      accumulator.combine(incomingIsLower);
    }
    if (adopts) {
      accumulator.adopt();
      adopts = false;
    }
    if (stage == Stage.FOLD) {
      stage = Stage.EXCHANGE;
      if (fold(round)) {
        return true;
      }
    }
    if (stage == Stage.EXCHANGE) {
      if (place >= 0 && distance < active) {
        exchange(round);
        return true;
      }
      stage = Stage.UNFOLD;
    }
    if (stage == Stage.UNFOLD) {
      stage = Stage.DONE;
      if (unfold(round)) {
        return true;
      }
    }
    accumulator.finish();
    return false;
  }

  private boolean fold(Round round) {
    if (rank >= 2 * pairs) {
      return false;
    }
    if (place < 0) {
      accumulator.send(round, rank + 1);
    } else {
      accumulator.receive(round, rank - 1);
      combines = true;
      incomingIsLower = true;
    }
    return true;
  }

  private void exchange(Round round) {
    int other = place ^ distance;
    int partner = other < pairs ? 2 * other + 1 : other + pairs;
    distance <<= 1;
    accumulator.receive(round, partner);
    accumulator.send(round, partner);
    combines = true;
    incomingIsLower = partner < rank;
  }

  private boolean unfold(Round round) {
    if (rank >= 2 * pairs) {
      return false;
    }
    if (place < 0) {
      accumulator.receive(round, rank + 1);
      adopts = true;
    } else {
      accumulator.send(round, rank - 1);
    }
    return true;
  }

  @Override
  void release() {
    accumulator.release();
  }
}
