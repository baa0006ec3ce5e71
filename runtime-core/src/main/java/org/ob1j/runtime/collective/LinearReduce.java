package org.ob1j.runtime.collective;

/**
 * Combines all ranks' elements at one rank, in the order of the ranks but that the root's come
 * first, and sends the result to all if all are to have it. For few ranks: each but the root sends
 * one message and waits for one at most, so that ranks which share cores change places less often
 * than where they exchange partial results.
 *
 * <pre>
 *   1 ──┐        ┌──► 1
 *   2 ──┼──► 0 ──┼──► 2
 *   3 ──┘        └──► 3
 * </pre>
 *
 * For operands that may change places, unless the root is rank 0.
 */
final class LinearReduce extends Algorithm {
  private final Blocks own;
  private final Blocks result;
  private final int root;
  private final boolean forAll;

  /** Null but at the root. */
  private final Accumulator accumulator;

  /**
   * @param result where the result goes; not used on ranks that get none
   * @param forAll whether all ranks get the result
   */
  LinearReduce(
      Members members, Blocks own, Blocks result, Reduction reduction, int root, boolean forAll) {
    super(members);
    this.own = own;
    this.result = result;
    this.root = root;
    this.forAll = forAll;
    accumulator = rank == root ? new Accumulator(workspace, reduction, own, result) : null;
  }

  @Override
  boolean begin(int number, Round round) {
    return accumulator != null ? lead(number, round) : follow(number, round);
  }

  private boolean follow(int number, Round round) {
    if (number == 0) {
      round.sendBlock(own, 0, root);
      return true;
    }
    if (number == 1 && forAll) {
      round.receiveBlock(result, 0, root);
      return true;
    }
    return false;
  }

  /** Takes the operand of the next rank in each round; those of the others wait unexpected. */
  private boolean lead(int number, Round round) {
    if (number > 0 && number < size) {
      accumulator.combine(false);
    }
    if (number < size - 1) {
      accumulator.receive(round, number < root ? number : number + 1);
      return true;
    }
    if (number > size - 1 || !forAll) {
      accumulator.finish();
      return false;
    }
    for (int other = 0; other < size; other++) {
      if (other != root) {
        accumulator.send(round, other);
      }
    }
    return true;
  }

  @Override
  void release() {
    if (accumulator != null) {
      accumulator.release();
    }
  }
}
