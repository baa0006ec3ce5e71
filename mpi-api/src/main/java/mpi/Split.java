package mpi;

import java.util.Arrays;
import org.ob1j.runtime.collective.Collectives;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.shared.AreaCollectives;
import org.ob1j.runtime.collective.shared.CollectiveKind;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

/**
 * Makes communicators of the ranks of another that give the same color (MPI standard,
 * MPI_Comm_split). All tell each other their choices, in one collective:
 *
 * <pre>
 *   color | key | the id that the rank offers, with the first of a block of ids
 * </pre>
 */
final class Split {
  private static final TypeMap INTS = TypeMap.of(PrimitiveType.INT);

  private Split() {}

  /**
   * A communicator of the ranks that give the same color, in the order of their keys, then of their
   * ranks in the parent; null for those that give UNDEFINED.
   */
  static Communicator of(String operation, Communicator parent, int color, int key) {
    try {
      IdBlock ids = parent.ids(operation);
      int index = ids.take();
      int[] choices;
      int id;
      try {
        choices = choicesOfAll(parent, color, key, index == 0 ? ids : null);
        id = index == 0 ? ids.awaitAfter(greatestOffers(parent, choices)) : ids.await(index);
      } finally {
        ids.end(index);
      }
      if (color == SpecialValues.UNDEFINED) {
        parent.process().communicatorIds().release(id);
        return null;
      }
      int[] members = membersOf(color, choices, parent.group().members());
      return CommunicatorCreation.inheriting(
          parent, id, new Group(parent.process(), members), "SPLIT");
    } catch (RuntimeException failure) {
      throw parent.collectiveFailure(operation, failure);
    }
  }

  /** What all ranks choose, and the ids that they offer if there are any to agree on. */
  private static int[] choicesOfAll(Communicator parent, int color, int key, IdBlock offered) {
    int[] own = offered == null ? new int[] {color, key} : new int[] {color, key, offered.offer()};
    int[] choices = new int[own.length * parent.pointToPoint().size()];
    Collectives collectives = parent.collectives();
    AreaCollectives inArea = collectives.inArea();
    int bytes = own.length * Integer.BYTES;
    if (inArea != null && inArea.fits(CollectiveKind.ALL_GATHER, bytes)) {
      inArea.gather(CollectiveKind.ALL_GATHER, 0, own, 0, choices, 0, bytes);
    } else {
      collectives.runForUser(
          collectives.allGather(
              Blocks.same(own, own.length, INTS), Blocks.uniform(choices, own.length, INTS)));
    }
    return choices;
  }

  /** As {@link IdNegotiation#accept} takes them. */
  private static long[] greatestOffers(Communicator parent, int[] choices) {
    int each = choices.length / parent.pointToPoint().size();
    long greatest = choices[each - 1];
    long smallest = greatest;
    for (int i = each - 1; i < choices.length; i += each) {
      greatest = Math.max(greatest, choices[i]);
      smallest = Math.min(smallest, choices[i]);
    }
    return new long[] {greatest, -smallest};
  }

  /**
   * The processes that chose a color, in order.
   *
   * @param choices of each rank of the parent, first its color and its key
   * @param processes the job's rank of each rank of the parent
   */
  private static int[] membersOf(int color, int[] choices, int[] processes) {
    int each = choices.length / processes.length;
    // Key and rank in one number, so that numbers can be sorted.
    long[] order = new long[processes.length];
    int count = 0;
    for (int rank = 0; rank < processes.length; rank++) {
      if (choices[each * rank] == color) {
        order[count++] = (long) choices[each * rank + 1] << Integer.SIZE | rank;
      }
    }
    Arrays.sort(order, 0, count);
    int[] members = new int[count];
    for (int i = 0; i < count; i++) {
      members[i] = processes[(int) order[i]];
    }
    return members;
  }
}
