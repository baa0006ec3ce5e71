package org.ob1j.tests.soak.round;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mpi.Comm;
import mpi.Datatype;
import mpi.Request;
import org.ob1j.tests.soak.message.MessageBuffer;
import org.ob1j.tests.soak.message.SoakFailure;
import org.ob1j.tests.soak.plan.Coverage;
import org.ob1j.tests.soak.plan.PlannedMessage;

/** Sends one rank's messages of a round. */
final class Sender {
  private static final int FORGETS_ONE_OF = 6;

  private final RankContext context;
  private final List<Request> started = new ArrayList<>();

  Sender(RankContext context) {
    this.context = context;
  }

  /** Sends a message with the blocking call of its mode. */
  void send(PlannedMessage message) {
    context.coverage().count(message.mode(), Coverage.SendForm.BLOCKING);
    Comm comm = context.communicator(message);
    Object buffer = content(message).object();
    Datatype type = context.plan().type().datatype();
    int destination = context.destinationRank(message);
    switch (message.mode()) {
      case STANDARD -> comm.send(buffer, message.count(), type, destination, message.tag());
      case SYNCHRONOUS -> comm.sSend(buffer, message.count(), type, destination, message.tag());
      case BUFFERED -> {
        comm.bSend(buffer, message.count(), type, destination, message.tag());
        overwrite(buffer);
      }
      default -> comm.rSend(buffer, message.count(), type, destination, message.tag());
    }
  }

  /** After a buffered send the buffer is the user's again, delivered or not. */
  private static void overwrite(Object buffer) {
    if (buffer instanceof byte[] bytes && bytes.length != 0) {
      Arrays.fill(bytes, (byte) 0x55);
    } else if (buffer instanceof ByteBuffer bytes && bytes.isDirect()) {
      for (int i = 0; i < Math.min(bytes.capacity(), 1 << 16); i++) {
        bytes.put(i, (byte) 0x55);
      }
    }
  }

  /** Starts a message with the non-blocking call of its mode. */
  void start(PlannedMessage message) {
    MessageBuffer buffer = content(message);
    Request request =
        buffer.isBuffer()
            ? startBuffer(message, (Buffer) buffer.object())
            : startArray(message, buffer.object());
    if (mayForget(message) && context.random().nextInt(FORGETS_ONE_OF) == 0) {
      forget(request);
      context.coverage().count(message.mode(), Coverage.SendForm.FORGOTTEN);
    } else {
      started.add(request);
      context.coverage().count(message.mode(), Coverage.SendForm.STARTED);
    }
  }

  /** Direct buffers are used again, and nobody learns when a forgotten send has done with one. */
  private static boolean mayForget(PlannedMessage message) {
    return message.sendKind() != MessageBuffer.Kind.DIRECT_BUFFER;
  }

  /** The message has to arrive all the same. */
  private static void forget(Request request) {
    request.free();
    if (!request.isNull()) {
      throw new SoakFailure("a request is not null although it was freed");
    }
  }

  private Request startBuffer(PlannedMessage message, Buffer buffer) {
    Comm comm = context.communicator(message);
    Datatype type = context.plan().type().datatype();
    int count = message.count();
    int destination = context.destinationRank(message);
    return switch (message.mode()) {
      case STANDARD -> comm.iSend(buffer, count, type, destination, message.tag());
      case SYNCHRONOUS -> comm.isSend(buffer, count, type, destination, message.tag());
      case BUFFERED -> comm.ibSend(buffer, count, type, destination, message.tag());
      case READY -> comm.irSend(buffer, count, type, destination, message.tag());
    };
  }

  private Request startArray(PlannedMessage message, Object array) {
    Comm comm = context.communicator(message);
    Datatype type = context.plan().type().datatype();
    int count = message.count();
    int destination = context.destinationRank(message);
    return switch (message.mode()) {
      case STANDARD -> comm.iSend(array, count, type, destination, message.tag());
      case SYNCHRONOUS -> comm.isSend(array, count, type, destination, message.tag());
      case BUFFERED -> comm.ibSend(array, count, type, destination, message.tag());
      case READY -> comm.irSend(array, count, type, destination, message.tag());
    };
  }

  /** Waits for what was started. */
  void complete() {
    RequestCompletion.complete(started.toArray(new Request[0]), context.random());
    started.clear();
  }

  private MessageBuffer content(PlannedMessage message) {
    return context.newBuffer(message.sendKind(), message.count(), message.key());
  }
}
