package mpi;

import org.ob1j.runtime.collective.Collectives;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlException;
import org.ob1j.runtime.pml.SendMode;

/**
 * How some processes of a communicator find the greatest of the numbers that each has, while the
 * others do something else. The first of them, the leader, hears the numbers and tells the
 * greatest.
 *
 * <pre>
 *   2 ──┐             ┌──► 2
 *   3 ──┼──► leader ──┼──► 3
 *   5 ──┘             └──► 5
 * </pre>
 *
 * On the context of collectives, with tags of which those use none.
 */
final class GroupAgreement {
  private static final TypeMap LONG = TypeMap.of(PrimitiveType.LONG);

  private final PmlCommunicator context;
  private final int[] ranks;
  private final int own;
  private final int tag;
  private final long[] number = new long[1];
  private final MessageStatus status = new MessageStatus();

  /**
   * An agreement that this process takes part in.
   *
   * @param members who takes part; this process is among them
   * @param userTag tells it apart from others at the same time; its lowest 30 bits do
   */
  GroupAgreement(Communicator communicator, Group members, int userTag) {
    context = communicator.collectiveContext();
    own = members.rank();
    ranks = communicator.group().ranksOf(members);
    tag = Collectives.FIRST_FREE_TAG | userTag & Collectives.FIRST_FREE_TAG - 1;
  }

  /** The greatest number of all. Every process that takes part calls it. */
  long greatest(long ownNumber) {
    if (own != 0) {
      send(ownNumber, ranks[0]);
      return receive(ranks[0]);
    }
    long greatest = ownNumber;
    for (int i = 1; i < ranks.length; i++) {
      greatest = Math.max(greatest, receive(ranks[i]));
    }
    for (int i = 1; i < ranks.length; i++) {
      send(greatest, ranks[i]);
    }
    return greatest;
  }

  private void send(long value, int destination) {
    number[0] = value;
    context.send(SendMode.STANDARD, number, 1, LONG, destination, tag);
  }

  private long receive(int source) {
    context.recv(number, 1, LONG, source, tag, status);
    if (status.error != PmlError.NONE) {
      throw new PmlException(
          PmlException.Reason.FAILED,
          "rank " + source + " failed before the processes of the group had agreed");
    }
    return number[0];
  }
}
