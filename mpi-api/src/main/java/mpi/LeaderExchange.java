package mpi;

import org.ob1j.runtime.collective.Collectives;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlException;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;

/**
 * What the leaders of two groups tell each other, in a communicator that both are in. On the
 * context of collectives, with tags of which those use none.
 */
final class LeaderExchange {
  private static final TypeMap INT = TypeMap.of(PrimitiveType.INT);
  private static final TypeMap LONG = TypeMap.of(PrimitiveType.LONG);

  private final Pml pml;
  private final PmlCommunicator context;
  private final int other;
  private final int tag;

  /**
   * An exchange with another leader.
   *
   * @param other the other's rank
   * @param userTag tells it apart from others at the same time; its lowest 29 bits do
   */
  LeaderExchange(Communicator peers, int other, int userTag) {
    pml = peers.process().pml();
    context = peers.collectiveContext();
    this.other = other;
    tag = Collectives.FIRST_FREE_TAG | userTag & Collectives.FIRST_FREE_TAG - 1;
  }

  /** Sends numbers and receives so many of the other leader's. */
  int[] swap(int[] own, int count) {
    int[] theirs = new int[count];
    swap(own, own.length, theirs, count, INT);
    return theirs;
  }

  /** Sends numbers and receives as many of the other leader's. */
  long[] swap(long[] own) {
    long[] theirs = new long[own.length];
    swap(own, own.length, theirs, theirs.length, LONG);
    return theirs;
  }

  private void swap(Object own, int ownCount, Object theirs, int count, TypeMap type) {
    PmlRequest receive = context.irecv(theirs, count, type, other, tag);
    boolean sent = false;
    try {
      context.send(SendMode.STANDARD, own, ownCount, type, other, tag);
      sent = true;
    } finally {
      if (!sent) {
        pml.cancel(receive, receive.generation());
        pml.release(receive);
      }
    }
    pml.await(receive);
    MessageStatus status = new MessageStatus();
    receive.copyStatus(status);
    pml.release(receive);
    if (status.error != PmlError.NONE) {
      throw new PmlException(
          PmlException.Reason.FAILED,
          "the leaders of the groups cannot agree: " + context.failureOf(other));
    }
  }
}
