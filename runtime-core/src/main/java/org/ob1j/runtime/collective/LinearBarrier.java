package org.ob1j.runtime.collective;

import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

/**
 * Waits for all ranks: each tells rank 0, which tells each once all have come. Twice size - 1
 * messages, fewer than by dissemination for three ranks and more, and each rank but 0 waits for one
 * message only, so that ranks which share cores change places less often.
 *
 * <pre>
 *   1 ──┐        ┌──► 1
 *   2 ──┼──► 0 ──┼──► 2
 *   3 ──┘        └──► 3
 * </pre>
 */
final class LinearBarrier extends Algorithm {
  private static final TypeMap NOTHING = TypeMap.of(PrimitiveType.BYTE);
  private static final int ROOT = 0;

  LinearBarrier(Members members) {
    super(members);
  }

  @Override
  boolean begin(int number, Round round) {
    if (rank != ROOT) {
      if (number == 0) {
        round.receive(null, 0, 0, NOTHING, ROOT);
        round.send(null, 0, 0, NOTHING, ROOT);
      }
      return number == 0;
    }
    for (int other = ROOT + 1; other < size; other++) {
      if (number == 0) {
        round.receive(null, 0, 0, NOTHING, other);
      } else if (number == 1) {
        round.send(null, 0, 0, NOTHING, other);
      }
    }
    return number <= 1;
  }
}
