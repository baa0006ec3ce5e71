package mpi;

import org.ob1j.runtime.datatype.BufferException;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlException;
import org.ob1j.runtime.pml.PmlMessage;
import org.ob1j.runtime.pml.PmlRequest;

/**
 * Messages that are taken out of matching on a communicator and received later. A communicator that
 * is freed meanwhile stays until they are.
 */
final class MatchedTransfers {
  private MatchedTransfers() {}

  /** Waits for a message and takes it. The source is not PROC_NULL. */
  static PmlMessage await(Communicator communicator, String operation, int source, int tag) {
    require(communicator, operation, source, tag);
    try {
      return held(communicator, communicator.pointToPoint().match(source, tag));
    } catch (PmlException failure) {
      throw communicator.raise(operation, failure);
    }
  }

  /** Takes a message if there is one, else returns null. The source is not PROC_NULL. */
  static PmlMessage poll(Communicator communicator, String operation, int source, int tag) {
    require(communicator, operation, source, tag);
    try {
      return held(communicator, communicator.pointToPoint().matchNow(source, tag));
    } catch (PmlException failure) {
      throw communicator.raise(operation, failure);
    }
  }

  private static void require(Communicator communicator, String operation, int source, int tag) {
    Violation violation = Arguments.ofProbe(source, tag, communicator.pointToPoint().size());
    if (violation != null) {
      throw communicator.raise(operation, violation);
    }
  }

  private static PmlMessage held(Communicator communicator, PmlMessage message) {
    if (message != null) {
      communicator.requestStarted();
    }
    return message;
  }

  /** What a probe says of a message. */
  static Status status(PmlMessage message) {
    MessageStatus found = new MessageStatus();
    found.set(message.source(), message.tag(), message.lengthBytes(), false, PmlError.NONE);
    return new Status(found);
  }

  /** Starts to receive a message. If an argument is wrong, the message can still be received. */
  static Request startReceive(
      Communicator communicator,
      String operation,
      PmlMessage message,
      Object buffer,
      int count,
      Datatype type) {
    requireBuffer(communicator, operation, buffer, count, type);
    PmlRequest receive;
    try {
      receive = message.receive(buffer, count, type.typeMap());
    } catch (PmlException | BufferException failure) {
      throw communicator.raise(operation, failure);
    }
    Request request = new Request(communicator, receive);
    communicator.requestEnded();
    return request;
  }

  static void requireBuffer(
      Communicator communicator, String operation, Object buffer, int count, Datatype type) {
    Violation violation =
        Arguments.ofReceive(
            buffer, count, type, SpecialValues.ANY_SOURCE, SpecialValues.ANY_TAG, 0);
    if (violation != null) {
      throw communicator.raise(operation, violation);
    }
  }
}
