package org.ob1j.tests.soak.round;

import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import org.ob1j.tests.soak.message.MessageBuffer;
import org.ob1j.tests.soak.message.SoakFailure;
import org.ob1j.tests.soak.plan.Coverage;
import org.ob1j.tests.soak.plan.PlannedMessage;
import org.ob1j.tests.soak.plan.RoundPlan;

/** A round whose messages are sent and received several times, by the same persistent requests. */
final class PersistentRound {
  private static final int REPETITIONS = 3;

  private final RankContext first;
  private final List<MessageBuffer> outgoing = new ArrayList<>();
  private final List<MessageBuffer> incoming = new ArrayList<>();
  private final List<Prequest> sends = new ArrayList<>();
  private final List<Prequest> receives = new ArrayList<>();

  PersistentRound(RankContext context) {
    first = context;
  }

  /** Returns when all has been sent, received and verified. */
  void run() {
    Receiver described = new Receiver(first);
    described.inPostingOrder().forEach(message -> describeReceive(described, message));
    outgoing(first).forEach(this::describeSend);
    for (int repetition = 0; repetition < REPETITIONS; repetition++) {
      once(first.repeated(repetition));
      first.renewAttachedBuffer();
    }
    cancelOne();
    free(sends);
    free(receives);
  }

  private static List<PlannedMessage> outgoing(RankContext context) {
    return context.plan().messages().stream()
        .filter(message -> message.source() == context.rank())
        .toList();
  }

  private void describeReceive(Receiver receiver, PlannedMessage message) {
    int capacity = receiver.capacityFor(message);
    MessageBuffer buffer = first.newBuffer(message.receiveKind(), capacity, 0);
    incoming.add(buffer);
    receives.add(
        first
            .communicator(message)
            .recvInit(
                buffer.object(),
                capacity,
                first.plan().type().datatype(),
                first.wantedSource(message),
                first.wantedTag(message)));
  }

  private void describeSend(PlannedMessage message) {
    MessageBuffer buffer = first.newBuffer(message.sendKind(), message.count(), 0);
    outgoing.add(buffer);
    Comm comm = first.communicator(message);
    Datatype type = first.plan().type().datatype();
    Object object = buffer.object();
    int count = message.count();
    int destination = first.destinationRank(message);
    sends.add(
        switch (message.mode()) {
          case STANDARD -> comm.sendInit(object, count, type, destination, message.tag());
          case SYNCHRONOUS -> comm.sSendInit(object, count, type, destination, message.tag());
          case BUFFERED -> comm.bSendInit(object, count, type, destination, message.tag());
          case READY -> comm.rSendInit(object, count, type, destination, message.tag());
        });
  }

  private void once(RankContext context) {
    Receiver receiver = new Receiver(context);
    List<PlannedMessage> expected = receiver.inPostingOrder();
    for (int i = 0; i < receives.size(); i++) {
      receiver.start(expected.get(i), incoming.get(i), receives.get(i));
    }
    context.communicators().base().barrier();
    List<PlannedMessage> sent = outgoing(context);
    for (int i = 0; i < sends.size(); i++) {
      outgoing.get(i).fill(sent.get(i).key());
      context.coverage().count(sent.get(i).mode(), Coverage.SendForm.PERSISTENT);
    }
    if (context.random().nextBoolean()) {
      Prequest.startAll(sends.toArray(new Prequest[0]));
    } else {
      sends.forEach(Prequest::start);
    }
    if (context.random().nextBoolean()) {
      completeSends(context);
    }
    receiver.completeAndVerify();
    completeSends(context);
  }

  private void completeSends(RankContext context) {
    RequestCompletion.complete(sends.toArray(new Request[0]), context.random());
  }

  private void cancelOne() {
    MessageBuffer buffer = first.newBuffer(MessageBuffer.Kind.ARRAY, 1, 0);
    Prequest unwanted =
        MPI.COMM_WORLD.recvInit(
            buffer.object(),
            1,
            first.plan().type().datatype(),
            MPI.ANY_SOURCE,
            RoundPlan.UNUSED_TAG);
    for (int i = 0; i < 2; i++) {
      unwanted.start();
      unwanted.cancel();
      Status status = unwanted.waitStatus();
      if (!status.isCancelled()) {
        throw new SoakFailure("a persistent receive that nothing matches was not cancelled");
      }
    }
    free(List.of(unwanted));
  }

  private static void free(List<Prequest> requests) {
    for (Prequest request : requests) {
      request.free();
      if (!request.isNull()) {
        throw new SoakFailure("a request is not null although it was freed");
      }
    }
  }
}
