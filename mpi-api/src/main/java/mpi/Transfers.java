package mpi;

import org.ob1j.runtime.datatype.BufferException;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlException;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;

/**
 * Sends, receives and probes on one communicator: checks arguments, keeps PROC_NULL from the
 * engine, and turns what goes wrong into errors of the communicator.
 *
 * <p>A blocking send or receive allocates nothing here.
 */
final class Transfers {
  private final Communicator communicator;
  private final PmlCommunicator channel;
  private final int size;
  private final boolean shared;

  /** Filled again and again, unless several threads may receive at once. */
  private final MessageStatus soleOutcome = new MessageStatus();

  Transfers(Communicator communicator) {
    this.communicator = communicator;
    this.channel = communicator.pointToPoint();
    this.size = channel.size();
    this.shared = communicator.process().isShared();
  }

  private MessageStatus outcome() {
    return shared ? new MessageStatus() : soleOutcome;
  }

  void send(SendMode mode, Object buffer, int count, Datatype type, int destination, int tag) {
    Violation violation = Arguments.ofSend(buffer, count, type, destination, tag, size);
    if (violation != null) {
      throw communicator.raise(Operations.send(mode), violation);
    }
    if (destination == SpecialValues.PROC_NULL) {
      return;
    }
    try {
      channel.send(mode, buffer, count, type.typeMap(), destination, tag);
    } catch (PmlException | BufferException failure) {
      throw communicator.raise(Operations.send(mode), failure);
    }
  }

  Request startSend(
      SendMode mode, Object buffer, int count, Datatype type, int destination, int tag) {
    Violation violation = Arguments.ofSend(buffer, count, type, destination, tag, size);
    if (violation != null) {
      throw communicator.raise(Operations.startSend(mode), violation);
    }
    if (destination == SpecialValues.PROC_NULL) {
      return new Request(communicator, null);
    }
    try {
      return new Request(
          communicator, channel.isend(mode, buffer, count, type.typeMap(), destination, tag));
    } catch (PmlException | BufferException failure) {
      throw communicator.raise(Operations.startSend(mode), failure);
    }
  }

  /** Returns what came, in an object that the next receive on this communicator may fill again. */
  MessageStatus recv(Object buffer, int count, Datatype type, int source, int tag) {
    Violation violation = Arguments.ofReceive(buffer, count, type, source, tag, size);
    if (violation != null) {
      throw communicator.raise("Comm.recv", violation);
    }
    if (source == SpecialValues.PROC_NULL) {
      return fromNobody();
    }
    MessageStatus outcome = outcome();
    try {
      channel.recv(buffer, count, type.typeMap(), source, tag, outcome);
    } catch (PmlException | BufferException failure) {
      throw communicator.raise("Comm.recv", failure);
    }
    if (outcome.error != PmlError.NONE) {
      throw communicator.raise("Comm.recv", outcome);
    }
    return outcome;
  }

  Request startReceive(Object buffer, int count, Datatype type, int source, int tag) {
    Violation violation = Arguments.ofReceive(buffer, count, type, source, tag, size);
    if (violation != null) {
      throw communicator.raise("Comm.iRecv", violation);
    }
    if (source == SpecialValues.PROC_NULL) {
      return new Request(communicator, null);
    }
    try {
      return new Request(communicator, channel.irecv(buffer, count, type.typeMap(), source, tag));
    } catch (PmlException | BufferException failure) {
      throw communicator.raise("Comm.iRecv", failure);
    }
  }

  /** Describes a send that is started later. */
  Prequest initSend(
      SendMode mode, Object buffer, int count, Datatype type, int destination, int tag) {
    String operation = Operations.initSend(mode);
    Violation violation = Arguments.ofSend(buffer, count, type, destination, tag, size);
    if (violation != null) {
      throw communicator.raise(operation, violation);
    }
    if (destination == SpecialValues.PROC_NULL) {
      return new Prequest(communicator, operation, () -> null);
    }
    // The type may be freed before the request is.
    TypeMap map = type.typeMap();
    requireLongEnough(operation, buffer, count, map);
    return new Prequest(
        communicator, operation, () -> channel.isend(mode, buffer, count, map, destination, tag));
  }

  /** Describes a receive that is started later. */
  Prequest initReceive(Object buffer, int count, Datatype type, int source, int tag) {
    String operation = "Comm.recvInit";
    Violation violation = Arguments.ofReceive(buffer, count, type, source, tag, size);
    if (violation != null) {
      throw communicator.raise(operation, violation);
    }
    if (source == SpecialValues.PROC_NULL) {
      return new Prequest(communicator, operation, () -> null);
    }
    TypeMap map = type.typeMap();
    requireLongEnough(operation, buffer, count, map);
    return new Prequest(
        communicator, operation, () -> channel.irecv(buffer, count, map, source, tag));
  }

  /** A buffer that cannot be used is refused when it is named, not when the operation starts. */
  private void requireLongEnough(String operation, Object buffer, int count, TypeMap map) {
    try {
      communicator.process().newConvertor().prepare(buffer, count, map);
    } catch (BufferException unusable) {
      throw communicator.raise(operation, unusable);
    }
  }

  MessageStatus sendReceive(
      String operation,
      Object outgoing,
      int sendCount,
      Datatype sendType,
      int destination,
      int sendTag,
      Object incoming,
      int receiveCount,
      Datatype receiveType,
      int source,
      int receiveTag) {
    Violation violation =
        Arguments.ofSend(outgoing, sendCount, sendType, destination, sendTag, size);
    if (violation == null) {
      violation =
          Arguments.ofReceive(incoming, receiveCount, receiveType, source, receiveTag, size);
    }
    if (violation != null) {
      throw communicator.raise(operation, violation);
    }
    if (source == SpecialValues.PROC_NULL) {
      send(SendMode.STANDARD, outgoing, sendCount, sendType, destination, sendTag);
      return fromNobody();
    }
    PmlRequest receive;
    try {
      receive = channel.irecv(incoming, receiveCount, receiveType.typeMap(), source, receiveTag);
    } catch (PmlException | BufferException failure) {
      throw communicator.raise(operation, failure);
    }
    sendWhileReceiving(operation, outgoing, sendCount, sendType, destination, sendTag, receive);
    return awaitReceive(operation, receive);
  }

  /** The receive was posted first, so that ranks that send in a circle cannot wait for ever. */
  private void sendWhileReceiving(
      String operation,
      Object outgoing,
      int count,
      Datatype type,
      int destination,
      int tag,
      PmlRequest receive) {
    if (destination == SpecialValues.PROC_NULL) {
      return;
    }
    boolean sent = false;
    try {
      channel.send(SendMode.STANDARD, outgoing, count, type.typeMap(), destination, tag);
      sent = true;
    } catch (PmlException | BufferException failure) {
      throw communicator.raise(operation, failure);
    } finally {
      if (!sent) {
        communicator.process().pml().cancel(receive, receive.generation());
        communicator.process().pml().release(receive);
      }
    }
  }

  private MessageStatus awaitReceive(String operation, PmlRequest receive) {
    MessageStatus outcome = outcome();
    communicator.process().pml().await(receive);
    receive.copyStatus(outcome);
    communicator.process().pml().release(receive);
    if (outcome.error != PmlError.NONE) {
      throw communicator.raise(operation, outcome);
    }
    return outcome;
  }

  MessageStatus sendReceiveReplace(
      Object buffer,
      int count,
      Datatype type,
      int destination,
      int sendTag,
      int source,
      int receiveTag) {
    String operation = "Comm.sendRecvReplace";
    Violation violation = Arguments.ofSend(buffer, count, type, destination, sendTag, size);
    if (violation == null) {
      violation = Arguments.ofReceive(buffer, count, type, source, receiveTag, size);
    }
    if (violation != null) {
      throw communicator.raise(operation, violation);
    }
    Object outgoing;
    try {
      outgoing =
          BufferCopy.of(buffer, count, type.typeMap(), communicator.process().newConvertor());
    } catch (BufferException failure) {
      throw communicator.raise(operation, failure);
    }
    return sendReceive(
        operation,
        outgoing,
        count,
        type.packed(),
        destination,
        sendTag,
        buffer,
        count,
        type,
        source,
        receiveTag);
  }

  MessageStatus probe(int source, int tag) {
    Violation violation = Arguments.ofProbe(source, tag, size);
    if (violation != null) {
      throw communicator.raise("Comm.probe", violation);
    }
    if (source == SpecialValues.PROC_NULL) {
      return fromNobody();
    }
    MessageStatus outcome = outcome();
    try {
      channel.probe(source, tag, outcome);
    } catch (PmlException failure) {
      throw communicator.raise("Comm.probe", failure);
    }
    return outcome;
  }

  /** Null if there is no such message. */
  MessageStatus probeNow(int source, int tag) {
    Violation violation = Arguments.ofProbe(source, tag, size);
    if (violation != null) {
      throw communicator.raise("Comm.iProbe", violation);
    }
    if (source == SpecialValues.PROC_NULL) {
      return fromNobody();
    }
    MessageStatus outcome = outcome();
    try {
      return channel.iprobe(source, tag, outcome) ? outcome : null;
    } catch (PmlException failure) {
      throw communicator.raise("Comm.iProbe", failure);
    }
  }

  private MessageStatus fromNobody() {
    MessageStatus outcome = outcome();
    outcome.set(SpecialValues.PROC_NULL, SpecialValues.ANY_TAG, 0, false, PmlError.NONE);
    return outcome;
  }
}
