package mpi;

import java.util.function.UnaryOperator;
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
 * greatest. They are two at a time.
 *
 * <pre>
 *   2 ──┐             ┌──► 2
 *   3 ──┼──► leader ──┼──► 3
 *   5 ──┘             └──► 5
 * </pre>
 *
 * On the context of collectives, with tags of which those use none.
 */
final class GroupAgreement implements UnaryOperator<long[]> {
  private static final TypeMap LONG = TypeMap.of(PrimitiveType.LONG);
  private static final int COUNT = 2;

  /** What {@link LeaderExchange} uses is below. */
  private static final int FIRST_TAG = 2 * Collectives.FIRST_FREE_TAG;

  private final PmlCommunicator context;
  private final int[] ranks;
  private final int own;
  private final int tag;
  private final long[] numbers = new long[COUNT];
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
    tag = FIRST_TAG | userTag & FIRST_TAG - 1;
  }

  /** The greatest numbers of all. Every process that takes part calls it. */
  @Override
  public long[] apply(long[] proposed) {
    if (own != 0) {
      send(proposed, ranks[0]);
      return receive(ranks[0]).clone();
    }
    long[] greatest = proposed.clone();
    for (int i = 1; i < ranks.length; i++) {
      long[] heard = receive(ranks[i]);
      for (int j = 0; j < COUNT; j++) {
        greatest[j] = Math.max(greatest[j], heard[j]);
      }
    }
    for (int i = 1; i < ranks.length; i++) {
      send(greatest, ranks[i]);
    }
    return greatest;
  }

  private void send(long[] values, int destination) {
    context.send(SendMode.STANDARD, values, COUNT, LONG, destination, tag);
  }

  /** What was received, until the next call. */
  private long[] receive(int source) {
    context.recv(numbers, COUNT, LONG, source, tag, status);
    if (status.error != PmlError.NONE) {
      throw new PmlException(
          PmlException.Reason.FAILED,
          "the processes of the group cannot agree: " + context.failureOf(source));
    }
    return numbers;
  }
}
