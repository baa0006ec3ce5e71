package org.ob1j.runtime.collective;

/**
 * Combines all ranks' elements at rank 0, in the order of the ranks, and sends the result to all.
 * For short operands of a few ranks: each rank but 0 waits for one message only, so that ranks
 * which share cores change places less often than where they exchange partial results.
 *
 * <pre>
 *   1 ──┐        ┌──► 1
 *   2 ──┼──► 0 ──┼──► 2
 *   3 ──┘        └──► 3
 * </pre>
 */
final class LinearAllReduce extends Algorithm {
  private static final int ROOT = 0;

  private final Accumulator accumulator;

  LinearAllReduce(Members members, Blocks own, Blocks result, int count, Reduction reduction) {
    super(members);
    accumulator = new Accumulator(workspace, reduction, own, result, count);
  }

  @Override
  boolean begin(int number, Round round) {
    boolean goesOn = rank == ROOT ? combine(number, round) : contribute(number, round);
    if (!goesOn) {
      accumulator.finish();
    }
    return goesOn;
  }

  /** Takes the operand of the next rank in each round; those of the others wait unexpected. */
  private boolean combine(int number, Round round) {
    if (number > 0 && number < size) {
      accumulator.combine(false);
    }
    int next = number + 1;
    if (next < size) {
      accumulator.receive(round, next);
    } else if (next == size) {
      for (int other = ROOT + 1; other < size; other++) {
        accumulator.send(round, other);
      }
    }
    return next <= size;
  }

  private boolean contribute(int number, Round round) {
    if (number > 0) {
      accumulator.adopt();
      return false;
    }
    accumulator.receive(round, ROOT);
    accumulator.send(round, ROOT);
    return true;
  }

  @Override
  void release() {
    accumulator.release();
  }
}
