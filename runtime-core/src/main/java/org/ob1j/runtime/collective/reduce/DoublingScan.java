package org.ob1j.runtime.collective.reduce;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;

/**
 * Combines the elements of all ranks up to each: in round k a rank sends what it has to the rank
 * 2^k above, and puts what comes from the rank 2^k below before its own.
 *
 * <pre>
 *   rank      0     1     2     3     4         has the elements of ranks
 *   start     0     1     2     3     4
 *   round 0   0     0–1   1–2   2–3   3–4
 *   round 1   0     0–1   0–2   0–3   1–4
 *   round 2   0     0–1   0–2   0–3   0–4
 * </pre>
 *
 * Where a rank's own elements are to be left out, all elements move up by one rank first.
 */
public final class DoublingScan extends MemberAlgorithm {
  private final Accumulator accumulator;
  private final boolean exclusive;

  /** How many ranks take part in the doubling, and this rank's place among them. */
  private final int participants;

  private final int place;
  private boolean combines;

  public DoublingScan(
      Members members, Blocks own, Blocks result, Reduction reduction, boolean exclusive) {
    super(members);
    this.exclusive = exclusive;
    participants = exclusive ? size - 1 : size;
    place = exclusive ? rank - 1 : rank;
    accumulator = new Accumulator(workspace, reduction, own, result);
  }

  @Override
  public boolean begin(int number, Round round) {
    if (combines) {
      combines = false;
      accumulator.combine(true);
    }
    if (exclusive && number == 0) {
      moveUp(round);
      return true;
    }
    if (exclusive && number == 1 && rank > 0) {
      accumulator.adopt();
    }
    int step = exclusive ? number - 1 : number;
    int distance = 1 << step;
    if (place < 0 || step >= Integer.SIZE - 1 || distance >= participants) {
      if (place >= 0) {
        accumulator.finish();
      }
      return false;
    }
    if (distance <= place) {
      accumulator.receive(round, rank - distance);
      combines = true;
    }
    if (distance < participants - place) {
      accumulator.send(round, rank + distance);
    }
    return true;
  }

  private void moveUp(Round round) {
    if (rank > 0) {
      accumulator.receive(round, rank - 1);
    }
    if (rank < size - 1) {
      accumulator.send(round, rank + 1);
    }
  }

  @Override
  public void release() {
    accumulator.release();
  }
}
