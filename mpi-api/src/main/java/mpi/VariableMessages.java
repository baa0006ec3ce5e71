package mpi;

import org.ob1j.IncomingMessage;
import org.ob1j.IncomingMessages;
import org.ob1j.runtime.pml.PmlMessage;

/** A communicator whose ranks have agreed from which length on messages are only announced. */
final class VariableMessages implements IncomingMessages {
  private static final String OPEN = "IncomingMessages.open";

  private final Communicator communicator;
  private final long thresholdBytes;

  private VariableMessages(Communicator communicator, long thresholdBytes) {
    this.communicator = communicator;
    this.thresholdBytes = thresholdBytes;
  }

  /** How package {@code org.ob1j} gets at this class, which package mpi does not show. */
  public static final class Provider implements IncomingMessages.Provider {
    /** For the service loader. */
    public Provider() {}

    @Override
    public IncomingMessages open(Comm comm) {
      Communicator communicator = live(comm);
      return agree(communicator, communicator.process().pml().variableThreshold());
    }

    @Override
    public IncomingMessages open(Comm comm, long thresholdBytes) {
      return agree(live(comm), thresholdBytes);
    }

    private static Communicator live(Comm comm) {
      if (comm == null) {
        throw MPI.raise(OPEN, ErrorClass.COMM, "the communicator is null");
      }
      return comm.live(OPEN);
    }
  }

  /** A rank with a wrong threshold takes part all the same: the others would wait for it. */
  private static IncomingMessages agree(Communicator communicator, long thresholdBytes) {
    // The greatest of the negated ones tells the least.
    long[] own = {thresholdBytes, -thresholdBytes};
    long[] limits;
    try {
      limits = GreatestOfAll.of(communicator, own);
    } catch (RuntimeException failure) {
      throw communicator.collectiveFailure(OPEN, failure);
    }
    if (limits[0] != -limits[1] || thresholdBytes < 0) {
      throw communicator.raise(
          OPEN,
          ErrorClass.ARG,
          "the threshold is "
              + thresholdBytes
              + " bytes; it must be at least 0 and the same on all ranks, which have from "
              + -limits[1]
              + " to "
              + limits[0]);
    }
    communicator.pointToPoint().setVariableThreshold(thresholdBytes);
    return new VariableMessages(communicator, thresholdBytes);
  }

  @Override
  public long thresholdBytes() {
    return thresholdBytes;
  }

  @Override
  public IncomingMessage await(int source, int tag, Object context) {
    String operation = "IncomingMessages.await";
    requireSender(operation, source);
    return hold(MatchedTransfers.await(communicator, operation, source, tag), context);
  }

  @Override
  public IncomingMessage poll(int source, int tag, Object context) {
    String operation = "IncomingMessages.poll";
    requireSender(operation, source);
    PmlMessage found = MatchedTransfers.poll(communicator, operation, source, tag);
    return found == null ? null : hold(found, context);
  }

  private void requireSender(String operation, int source) {
    communicator.process().requireRunning();
    if (source == SpecialValues.PROC_NULL) {
      throw communicator.raise(
          operation, ErrorClass.RANK, "the source is MPI.PROC_NULL, from which nothing comes");
    }
  }

  private IncomingMessage hold(PmlMessage found, Object context) {
    boolean variable = found.lengthBytes() > thresholdBytes && found.arrivedBytes() == 0;
    return new HeldMessage(communicator, found, variable, context);
  }
}
