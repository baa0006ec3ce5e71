package mpi;

import java.nio.ByteBuffer;
import org.ob1j.IncomingMessage;
import org.ob1j.MessageWindows;
import org.ob1j.runtime.pml.PmlMessage;

/** A message that has been taken out of matching for a user of {@code org.ob1j}. */
final class HeldMessage implements IncomingMessage {
  private final Communicator communicator;
  private final PmlMessage message;
  private final boolean variable;
  private Object context;
  private boolean unclaimed = true;

  HeldMessage(Communicator communicator, PmlMessage message, boolean variable, Object context) {
    this.communicator = communicator;
    this.message = message;
    this.variable = variable;
    this.context = context;
  }

  @Override
  public int source() {
    return message.source();
  }

  @Override
  public int tag() {
    return message.tag();
  }

  @Override
  public long lengthBytes() {
    return message.lengthBytes();
  }

  @Override
  public boolean isVariable() {
    return variable;
  }

  @Override
  public Object context() {
    return context;
  }

  @Override
  public void setContext(Object newContext) {
    context = newContext;
  }

  @Override
  public boolean isUnclaimed() {
    return unclaimed;
  }

  @Override
  public Status receive(Object buffer, int count, Datatype type) {
    String operation = "IncomingMessage.receive";
    return start(operation, buffer, count, type).finishWithStatus(operation);
  }

  @Override
  public Request iReceive(Object buffer, int count, Datatype type) {
    return start("IncomingMessage.iReceive", buffer, count, type);
  }

  @Override
  public ByteBuffer receive() {
    String operation = "IncomingMessage.receive";
    requireUnclaimed(operation);
    if (lengthBytes() > Integer.MAX_VALUE) {
      throw communicator.raise(
          operation,
          ErrorClass.COUNT,
          "the message has "
              + lengthBytes()
              + " bytes; a buffer has at most "
              + Integer.MAX_VALUE
              + ". Receive it into an array of longs, or in windows");
    }
    ByteBuffer buffer = MPI.newByteBuffer((int) lengthBytes());
    start(operation, buffer, buffer.capacity(), MPI.BYTE).finishWithStatus(operation);
    return buffer;
  }

  @Override
  public MessageWindows windows(int windowBytes) {
    String operation = "IncomingMessage.windows";
    requireUnclaimed(operation);
    if (windowBytes < 1) {
      throw communicator.raise(
          operation,
          ErrorClass.COUNT,
          "the window has " + windowBytes + " bytes; it must have at least 1");
    }
    ByteBuffer window = MPI.newByteBuffer((int) Math.min(windowBytes, lengthBytes()));
    unclaimed = false;
    return new Windows(communicator, message, window);
  }

  @Override
  public void discard() {
    requireUnclaimed("IncomingMessage.discard");
    unclaimed = false;
    message.discard();
    communicator.requestEnded();
  }

  private Request start(String operation, Object buffer, int count, Datatype type) {
    requireUnclaimed(operation);
    Request request =
        MatchedTransfers.startReceive(communicator, operation, message, buffer, count, type);
    unclaimed = false;
    return request;
  }

  private void requireUnclaimed(String operation) {
    communicator.process().requireRunning();
    if (!unclaimed) {
      throw communicator.raise(
          operation, ErrorClass.REQUEST, "the message has been claimed or discarded already");
    }
  }
}
