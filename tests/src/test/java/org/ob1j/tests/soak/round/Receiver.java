package org.ob1j.tests.soak.round;

import java.nio.Buffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
import org.ob1j.tests.soak.plan.SoakCommunicators;

/**
 * Receives one rank's messages of a round and verifies them.
 *
 * <p>Messages with the same source, tag and communicator must reach receives in the order in which
 * the receives were posted, wildcards or not. So the receives are verified in that order, each
 * against the first message of its source, tag and communicator that is left.
 */
final class Receiver {
  /** Elements of a receive's buffer beyond the longest message. */
  private static final int SPARE_ELEMENTS = 5;

  private static final int MAX_CANCELLED = 3;

  /** Messages of which none may overtake another. */
  record Envelope(SoakCommunicators.Choice communicator, int source, int tag) {
    static Envelope of(RankContext context, PlannedMessage message) {
      return new Envelope(message.communicator(), context.sourceRank(message), message.tag());
    }
  }

  private final RankContext context;
  private final Datatype type;
  private final List<PlannedMessage> messages;
  private final Map<Envelope, ArrayDeque<PlannedMessage>> awaited = new HashMap<>();
  private final MatchedReceives matched;
  private final List<Receive> posted = new ArrayList<>();
  private final List<Receive> unwanted = new ArrayList<>();

  Receiver(RankContext context) {
    this.context = context;
    type = context.plan().type().datatype();
    matched = new MatchedReceives(context);
    messages =
        context.plan().messages().stream()
            .filter(message -> message.destination() == context.rank())
            .toList();
    for (PlannedMessage message : messages) {
      awaited.computeIfAbsent(Envelope.of(context, message), e -> new ArrayDeque<>()).add(message);
    }
  }

  /** The messages that come here, with the most specific receives first. */
  List<PlannedMessage> inPostingOrder() {
    return messages.stream().sorted(Comparator.comparing(PlannedMessage::wildcard)).toList();
  }

  /** Posts a non-blocking receive. */
  void post(PlannedMessage message) {
    context.coverage().count(PlannedMessage.ReceiveForm.IRECV);
    MessageBuffer buffer = newBuffer(message, capacityFor(message));
    posted.add(
        newReceive(message, buffer)
            .by(
                start(
                    context.communicator(message),
                    buffer,
                    context.wantedSource(message),
                    context.wantedTag(message))));
  }

  /** Starts a persistent receive. */
  void start(PlannedMessage message, MessageBuffer buffer, Prequest receive) {
    context.coverage().count(Coverage.Action.PERSISTENT_RECEIVE);
    buffer.fill(~message.key());
    receive.start();
    posted.add(newReceive(message, buffer).by(receive));
  }

  /** Posts receives that nothing matches. */
  void postUnwanted() {
    for (int i = context.random().nextInt(MAX_CANCELLED); i > 0; i--) {
      long key = context.random().nextLong();
      MessageBuffer buffer = context.newBuffer(MessageBuffer.Kind.ARRAY, 10, key);
      Request request = start(MPI.COMM_WORLD, buffer, MPI.ANY_SOURCE, RoundPlan.UNUSED_TAG);
      unwanted.add(new Receive(null, buffer, key).by(request));
    }
  }

  private Request start(Comm comm, MessageBuffer buffer, int source, int tag) {
    return buffer.isBuffer()
        ? comm.iRecv((Buffer) buffer.object(), buffer.capacity(), type, source, tag)
        : comm.iRecv(buffer.object(), buffer.capacity(), type, source, tag);
  }

  /** Receives in the form that the plan says. */
  void receive(PlannedMessage message) {
    PlannedMessage.ReceiveForm form = message.receiveForm();
    if (form == PlannedMessage.ReceiveForm.IRECV) {
      post(message);
      return;
    }
    context.coverage().count(form);
    posted.add(
        switch (form) {
          case RECV -> receiveAtOnce(message);
          case PROBE ->
              receiveProbed(
                  message,
                  context
                      .communicator(message)
                      .probe(context.wantedSource(message), context.wantedTag(message)));
          case IPROBE -> receiveProbed(message, probeRepeatedly(message));
          default -> matched.receive(message);
        });
  }

  /** Claims the messages that have been taken and not been claimed. */
  void claimTheRest() {
    matched.claimTheRest();
  }

  private Receive receiveAtOnce(PlannedMessage message) {
    MessageBuffer buffer = newBuffer(message, capacityFor(message));
    Status status =
        context
            .communicator(message)
            .recv(
                buffer.object(),
                buffer.capacity(),
                type,
                context.wantedSource(message),
                context.wantedTag(message));
    return newReceive(message, buffer).ended(Receive.Outcome.of(status, type));
  }

  private Status probeRepeatedly(PlannedMessage message) {
    Comm comm = context.communicator(message);
    int source = context.wantedSource(message);
    int tag = context.wantedTag(message);
    Status found = comm.iProbe(source, tag);
    while (found == null) {
      Thread.yield();
      found = comm.iProbe(source, tag);
    }
    return found;
  }

  /** Receives exactly what a probe has found. */
  private Receive receiveProbed(PlannedMessage message, Status found) {
    int count = found.getCount(type);
    MessageBuffer buffer = newBuffer(message, count);
    Status status =
        context
            .communicator(message)
            .recv(buffer.object(), count, type, found.getSource(), found.getTag());
    SoakFailure.requireEqual("count after probe", count, status.getCount(type));
    return newReceive(message, buffer).ended(Receive.Outcome.of(status, type));
  }

  /** Sends a message and receives another in one call, and verifies what came. */
  void exchange(PlannedMessage outgoing, PlannedMessage incoming) {
    boolean replaces = outgoing.blocking();
    context
        .coverage()
        .count(replaces ? Coverage.Action.EXCHANGE_IN_PLACE : Coverage.Action.EXCHANGE);
    MessageBuffer sent = context.newBuffer(outgoing.sendKind(), outgoing.count(), outgoing.key());
    MessageBuffer buffer = replaces ? sent : newBuffer(incoming, capacityFor(incoming));
    Comm comm = context.communicator(outgoing);
    int destination = context.destinationRank(outgoing);
    int source = context.wantedSource(incoming);
    int tag = context.wantedTag(incoming);
    Status status =
        replaces
            ? comm.sendRecvReplace(
                sent.object(), outgoing.count(), type, destination, outgoing.tag(), source, tag)
            : comm.sendRecv(
                sent.object(),
                outgoing.count(),
                type,
                destination,
                outgoing.tag(),
                buffer.object(),
                buffer.capacity(),
                type,
                source,
                tag);
    posted.add(
        new Receive(incoming, buffer, replaces ? outgoing.key() : ~incoming.key())
            .ended(Receive.Outcome.of(status, type)));
  }

  /** Waits for all receives, cancels those that nothing matches, and verifies everything. */
  void completeAndVerify() {
    List<Receive> pending = posted.stream().filter(receive -> receive.request() != null).toList();
    Request[] requests = pending.stream().map(Receive::request).toArray(Request[]::new);
    Status[] statuses = RequestCompletion.completeWithStatus(requests, context.random());
    for (int i = 0; i < statuses.length; i++) {
      pending.get(i).ended(Receive.Outcome.of(statuses[i], type));
    }
    posted.forEach(this::verify);
    cancelUnwanted();
    awaited.forEach(
        (envelope, left) ->
            SoakFailure.requireEqual("messages left of " + envelope, 0, left.size()));
  }

  private void cancelUnwanted() {
    for (Receive receive : unwanted) {
      context.coverage().count(Coverage.Action.CANCEL_UNMATCHED);
      receive.request().cancel();
      Status status = receive.request().waitStatus();
      if (!status.isCancelled()) {
        throw new SoakFailure("a receive that nothing matches was not cancelled");
      }
      receive.verifyUntouched();
    }
  }

  private void verify(Receive receive) {
    PlannedMessage wanted = receive.message();
    Receive.Outcome outcome = receive.outcome();
    Envelope envelope = new Envelope(wanted.communicator(), outcome.source(), outcome.tag());
    ArrayDeque<PlannedMessage> left = awaited.get(envelope);
    if (left == null || left.isEmpty()) {
      throw new SoakFailure("nobody sent " + envelope + ", received for " + wanted);
    }
    PlannedMessage message = left.poll();
    String where = "message " + message + " received for number " + wanted.index();
    if (context.wantedSource(wanted) != MPI.ANY_SOURCE) {
      SoakFailure.requireEqual("source of " + where, context.sourceRank(wanted), outcome.source());
    }
    if (context.wantedTag(wanted) != MPI.ANY_TAG) {
      SoakFailure.requireEqual("tag of " + where, wanted.tag(), outcome.tag());
    }
    if (context.plan().kind() == RoundPlan.Kind.IN_ORDER) {
      SoakFailure.requireEqual("number of " + where, wanted.index(), message.index());
    }
    SoakFailure.requireEqual("error of " + where, MPI.SUCCESS, outcome.error());
    SoakFailure.requireEqual("count of " + where, message.count(), outcome.count());
    if (outcome.cancelled()) {
      throw new SoakFailure("cancelled: " + where);
    }
    receive.verify(message.key(), message.count(), where);
  }

  private Receive newReceive(PlannedMessage message, MessageBuffer buffer) {
    return new Receive(message, buffer, ~message.key());
  }

  private MessageBuffer newBuffer(PlannedMessage message, int capacity) {
    return context.newBuffer(message.receiveKind(), capacity, ~message.key());
  }

  /** Room for any message that the receive may get. */
  int capacityFor(PlannedMessage message) {
    int longest =
        messages.stream()
            .filter(other -> other.communicator() == message.communicator())
            .filter(
                other ->
                    context.wantedSource(message) == MPI.ANY_SOURCE
                        || other.source() == message.source())
            .filter(
                other -> context.wantedTag(message) == MPI.ANY_TAG || other.tag() == message.tag())
            .mapToInt(PlannedMessage::count)
            .max()
            .orElse(0);
    return message.index() % 2 == 0 ? longest : longest + SPARE_ELEMENTS;
  }
}
