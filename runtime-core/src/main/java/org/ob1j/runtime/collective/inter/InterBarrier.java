package org.ob1j.runtime.collective.inter;

import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

/**
 * Waits for all ranks of two groups. Each tells rank 0 of the other group, its leader, which then
 * knows that the whole first group is there; the leaders tell each other, and each all others of
 * the other group.
 *
 * <pre>
 *   group a          group b
 *   0, 1, 2 ───────► 0            and the same from b to a
 *   0 ◄────────────► 0
 *   0 ─────────────► 1, 2         and the same from b to a
 * </pre>
 */
public final class InterBarrier extends MemberAlgorithm {
  private static final TypeMap NOTHING = TypeMap.of(PrimitiveType.BYTE);
  private static final int LEADER = 0;

  public InterBarrier(Members members) {
    super(members);
  }

  @Override
  public boolean begin(int number, Round round) {
    if (rank != LEADER) {
      if (number == 0) {
        round.receive(null, 0, 0, NOTHING, LEADER);
        round.send(null, 0, 0, NOTHING, LEADER);
      }
      return number == 0;
    }
    switch (number) {
      case 0 -> {
        for (int other = 0; other < size; other++) {
          round.receive(null, 0, 0, NOTHING, other);
        }
        round.send(null, 0, 0, NOTHING, LEADER);
      }
      case 1 -> {
        round.receive(null, 0, 0, NOTHING, LEADER);
        round.send(null, 0, 0, NOTHING, LEADER);
      }
      case 2 -> {
        for (int other = LEADER + 1; other < size; other++) {
          round.send(null, 0, 0, NOTHING, other);
        }
      }
      default -> {
        return false;
      }
    }
    return true;
  }
}
