package mpi;

import org.ob1j.runtime.collective.Collectives;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Operator;
import org.ob1j.runtime.collective.op.PredefinedReduction;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

/**
 * Finds the greatest of the numbers that all processes of a communicator have, of both groups where
 * there are two: a reduction gives a process only what the other group has, so a second one brings
 * back what its own has.
 */
final class GreatestOfAll {
  private static final TypeMap LONG = TypeMap.of(PrimitiveType.LONG);
  private static final PredefinedReduction GREATEST =
      new PredefinedReduction(Operator.MAX, PrimitiveType.LONG);

  private final Collectives collectives;
  private final boolean twoGroups;

  /** What has been found; of the other group, where there are two. */
  private long[] found;

  /** What has been found of this group, where there are two; else null. */
  private long[] ofThisGroup;

  GreatestOfAll(Communicator communicator) {
    collectives = communicator.collectives();
    twoGroups = communicator.isInter();
  }

  /** The first operation, with this process's numbers. */
  Algorithm first(long[] own) {
    ofThisGroup = null;
    found = twoGroups ? new long[own.length] : own.clone();
    Blocks result = block(found);
    return collectives.allReduce(twoGroups ? block(own) : result, result, GREATEST);
  }

  /** The next operation; null if there is none. */
  Algorithm next() {
    if (!twoGroups || ofThisGroup != null) {
      return null;
    }
    ofThisGroup = new long[found.length];
    return collectives.allReduce(block(found), block(ofThisGroup), GREATEST);
  }

  /** The greatest numbers, once all is done. */
  long[] result() {
    if (twoGroups) {
      for (int i = 0; i < found.length; i++) {
        found[i] = Math.max(found[i], ofThisGroup[i]);
      }
    }
    return found;
  }

  /** Waits for all operations and returns the greatest numbers. */
  static long[] of(Communicator communicator, long[] own) {
    GreatestOfAll greatest = new GreatestOfAll(communicator);
    Algorithm operation = greatest.first(own);
    while (operation != null) {
      communicator.collectives().run(operation);
      operation = greatest.next();
    }
    return greatest.result();
  }

  private static Blocks block(long[] numbers) {
    return Blocks.same(numbers, numbers.length, LONG);
  }
}
