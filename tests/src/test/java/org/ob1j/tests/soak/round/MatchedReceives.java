package org.ob1j.tests.soak.round;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.Datatype;
import mpi.Message;
import mpi.Status;
import org.ob1j.IncomingMessage;
import org.ob1j.IncomingMessages;
import org.ob1j.MessageWindows;
import org.ob1j.tests.soak.message.MessageBuffer;
import org.ob1j.tests.soak.message.Received;
import org.ob1j.tests.soak.message.ReceivedBytes;
import org.ob1j.tests.soak.message.SoakFailure;
import org.ob1j.tests.soak.plan.Coverage;
import org.ob1j.tests.soak.plan.PlannedMessage;
import org.ob1j.tests.soak.plan.RoundPlan;

/** Receives of messages that are first taken out of matching: matched probes and claims. */
final class MatchedReceives {
  /** Elements of a buffer beyond the message. */
  private static final int SPARE_ELEMENTS = 3;

  private static final int MOST_WINDOWS = 8;

  private final RankContext context;
  private final Datatype type;
  private final List<Runnable> later = new ArrayList<>();

  MatchedReceives(RankContext context) {
    this.context = context;
    type = context.plan().type().datatype();
  }

  /** Takes a message; it may be claimed later, see {@link #claimTheRest}. */
  Receive receive(PlannedMessage message) {
    return switch (message.receiveForm()) {
      case MPROBE -> probed(message);
      case IMPROBE -> probedRepeatedly(message);
      default -> claimed(message);
    };
  }

  private Receive probed(PlannedMessage message) {
    Message found = new Message();
    Comm comm = context.communicator(message);
    Status status = found.mProbe(context.wantedSource(message), context.wantedTag(message), comm);
    int count = status.getCount(type);
    MessageBuffer buffer = buffer(message, count);
    Status received = found.mRecv(buffer.object(), buffer.capacity(), type);
    SoakFailure.requireEqual("count after matched probe", count, received.getCount(type));
    return newReceive(message, buffer).ended(Receive.Outcome.of(received, type));
  }

  private Receive probedRepeatedly(PlannedMessage message) {
    Message found = new Message();
    Comm comm = context.communicator(message);
    int source = context.wantedSource(message);
    int tag = context.wantedTag(message);
    Status status = found.imProbe(source, tag, comm);
    while (status == null) {
      Thread.yield();
      status = found.imProbe(source, tag, comm);
    }
    MessageBuffer buffer = buffer(message, status.getCount(type));
    return newReceive(message, buffer).by(found.imRecv(buffer.object(), buffer.capacity(), type));
  }

  private Receive claimed(PlannedMessage message) {
    IncomingMessage found = next(message);
    long threshold = context.communicators().announced().thresholdBytes();
    if (found.isVariable() != found.lengthBytes() > threshold) {
      throw new SoakFailure(found.lengthBytes() + " bytes of data were moved before the claim");
    }
    if (found.context() != message) {
      throw new SoakFailure("a message has lost its context");
    }
    int count = (int) (found.lengthBytes() / context.plan().type().sizeBytes());
    Receive receive = newReceive(message, null);
    receive.ended(new Receive.Outcome(found.source(), found.tag(), count, 0, false));
    // No sender may wait for something that this rank does before it claims.
    boolean waits = context.plan().kind() == RoundPlan.Kind.SENT_FIRST;
    if (waits && context.random().nextBoolean()) {
      context.coverage().count(Coverage.Action.CLAIM_LATER);
      later.add(() -> claim(found, receive, count));
    } else {
      claim(found, receive, count);
    }
    return receive;
  }

  private IncomingMessage next(PlannedMessage message) {
    IncomingMessages announced = context.communicators().announced();
    int source = context.wantedSource(message);
    int tag = context.wantedTag(message);
    if (message.index() % 2 == 0) {
      return announced.await(source, tag, message);
    }
    IncomingMessage found = announced.poll(source, tag, message);
    while (found == null) {
      Thread.yield();
      found = announced.poll(source, tag, message);
    }
    return found;
  }

  /** Claims what was kept, in any order. */
  void claimTheRest() {
    while (!later.isEmpty()) {
      later.remove(context.random().nextInt(later.size())).run();
    }
  }

  private void claim(IncomingMessage found, Receive receive, int count) {
    switch (receive.message().receiveForm()) {
      case CLAIM -> {
        MessageBuffer buffer = buffer(receive.message(), count);
        receive.into(buffer);
        Status status = found.receive(buffer.object(), buffer.capacity(), type);
        receive.ended(Receive.Outcome.of(status, type));
      }
      case CLAIM_STARTED -> {
        MessageBuffer buffer = buffer(receive.message(), count);
        receive.into(buffer);
        receive.by(found.iReceive(buffer.object(), buffer.capacity(), type));
      }
      case CLAIM_TO_FIT -> {
        ByteBuffer fitting = found.receive();
        SoakFailure.requireEqual("length of the buffer", found.lengthBytes(), fitting.remaining());
        receive.into(new ReceivedBytes(take(fitting)));
      }
      case CLAIM_WINDOWS -> receive.into(new ReceivedBytes(throughWindows(found)));
      default -> {
        found.discard();
        receive.into(new ReceivedBytes(new byte[0]));
      }
    }
  }

  /** All of it, or its beginning. */
  private byte[] throughWindows(IncomingMessage found) {
    long lengthBytes = found.lengthBytes();
    int windowBytes = 1 + (int) (lengthBytes / (1 + context.random().nextInt(MOST_WINDOWS)));
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    boolean toTheEnd = context.random().nextBoolean();
    try (MessageWindows windows = found.windows(windowBytes)) {
      ByteBuffer window = windows.next();
      while (window != null) {
        all.writeBytes(take(window));
        SoakFailure.requireEqual("position", all.size(), windows.position());
        window = toTheEnd || context.random().nextBoolean() ? windows.next() : null;
      }
    }
    if (all.size() < lengthBytes) {
      context.coverage().count(Coverage.Action.CLOSE_WINDOWS_EARLY);
    }
    if (toTheEnd) {
      SoakFailure.requireEqual("bytes through windows", lengthBytes, all.size());
    }
    return all.toByteArray();
  }

  private static byte[] take(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private Receive newReceive(PlannedMessage message, Received content) {
    return new Receive(message, content, ~message.key());
  }

  private MessageBuffer buffer(PlannedMessage message, int count) {
    int spare = message.index() % 3 == 0 ? SPARE_ELEMENTS : 0;
    return context.newBuffer(message.receiveKind(), count + spare, ~message.key());
  }
}
