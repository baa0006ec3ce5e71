package org.ob1j.runtime.collective;

import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

/**
 * Waits for all ranks, by dissemination: in round k a rank tells the rank 2^k above it that it, and
 * all it has heard of, have come. ⌈log2 n⌉ rounds of empty messages; two ranks need one.
 *
 * <pre>
 *   rank      0    1    2    3    4
 *   round 0   0→1  1→2  2→3  3→4  4→0
 *   round 1   0→2  1→3  2→4  3→0  4→1
 *   round 2   0→4  1→0  2→1  3→2  4→3
 * </pre>
 */
final class DisseminationBarrier extends Algorithm {
  private static final TypeMap NOTHING = TypeMap.of(PrimitiveType.BYTE);

  DisseminationBarrier(Members members) {
    super(members);
  }

  @Override
  boolean begin(int number, Round round) {
    int distance = 1 << number;
    if (distance >= size || number >= Integer.SIZE - 1) {
      return false;
    }
    round.receive(null, 0, 0, NOTHING, wrappedBelow(rank - distance));
    round.send(null, 0, 0, NOTHING, wrapped((long) rank + distance));
    return true;
  }
}
