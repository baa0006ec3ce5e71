package org.ob1j.runtime.collective.movement;

import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

/**
 * Waits for all ranks. It keeps nothing between rounds, so one object serves all barriers of a
 * communicator.
 *
 * <p>Either each tells rank 0, which tells each once all have come: twice size - 1 messages, and
 * each rank but 0 waits for one only, so that ranks which share cores change places less often.
 *
 * <pre>
 *   1 ──┐        ┌──► 1
 *   2 ──┼──► 0 ──┼──► 2
 *   3 ──┘        └──► 3
 * </pre>
 *
 * Or by dissemination: in round k a rank tells the rank 2^k above it that it, and all it has heard
 * of, have come. ⌈log2 n⌉ rounds of empty messages; two ranks need one.
 *
 * <pre>
 *   rank      0    1    2    3    4
 *   round 0   0→1  1→2  2→3  3→4  4→0
 *   round 1   0→2  1→3  2→4  3→0  4→1
 *   round 2   0→4  1→0  2→1  3→2  4→3
 * </pre>
 */
public class Barrier extends MemberAlgorithm {
  private static final TypeMap NOTHING = TypeMap.of(PrimitiveType.BYTE);
  private static final int ROOT = 0;

  private final boolean linear;

  /** By rank 0 if it is linear, else by dissemination. */
  public Barrier(Members members, boolean linear) {
    super(members);
    this.linear = linear;
  }

  @Override
  public String name() {
    return linear ? "linear barrier" : "dissemination barrier";
  }

  @Override
  public boolean begin(int number, Round round) {
    if (linear && rank == ROOT) {
      return lead(number, round);
    }
    int distance = 1 << number;
    if (linear ? number != 0 : distance >= size || number >= Integer.SIZE - 1) {
      return false;
    }
    round.receive(null, 0, 0, NOTHING, linear ? ROOT : wrappedBelow(rank - distance));
    round.send(null, 0, 0, NOTHING, linear ? ROOT : wrapped((long) rank + distance));
    return true;
  }

  /** How many rounds this rank has. */
  public final int rounds() {
    if (linear) {
      return rank == ROOT ? 2 : 1;
    }
    return Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
  }

  /** Awaits an empty message. */
  protected static void hearFrom(int source, Round round) {
    round.receive(null, 0, 0, NOTHING, source);
  }

  /** Sends an empty message. */
  protected static void tell(int destination, Round round) {
    round.send(null, 0, 0, NOTHING, destination);
  }

  private boolean lead(int number, Round round) {
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
