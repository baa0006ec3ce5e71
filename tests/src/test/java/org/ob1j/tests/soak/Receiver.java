package org.ob1j.tests.soak;

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
import mpi.Request;
import mpi.Status;

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

  private record Envelope(SoakCommunicators.Choice communicator, int source, int tag) {}

  /** A receive that has been posted; its request is null if it is complete. */
  private static final class Posted {
    private final PlannedMessage message;
    private final MessageBuffer buffer;
    private final long restKey;
    private Request request;
    private Status status;

    Posted(PlannedMessage message, MessageBuffer buffer, long restKey) {
      this.message = message;
      this.buffer = buffer;
      this.restKey = restKey;
    }
  }

  private final RankContext context;
  private final Datatype type;
  private final List<PlannedMessage> messages;
  private final Map<Envelope, ArrayDeque<PlannedMessage>> awaited = new HashMap<>();
  private final List<Posted> posted = new ArrayList<>();
  private final List<Posted> unwanted = new ArrayList<>();

  Receiver(RankContext context) {
    this.context = context;
    type = context.plan().type().datatype();
    messages =
        context.plan().messages().stream()
            .filter(message -> message.destination() == context.rank())
            .toList();
    for (PlannedMessage message : messages) {
      Envelope envelope =
          new Envelope(message.communicator(), context.sourceRank(message), message.tag());
      awaited.computeIfAbsent(envelope, e -> new ArrayDeque<>()).add(message);
    }
  }

  /** The messages that come here, with the most specific receives first. */
  List<PlannedMessage> inPostingOrder() {
    return messages.stream().sorted(Comparator.comparing(PlannedMessage::wildcard)).toList();
  }

  /** Posts a non-blocking receive. */
  void post(PlannedMessage message) {
    Posted receive = newPosted(message, capacityFor(message));
    receive.request =
        start(
            context.communicator(message),
            receive.buffer,
            context.wantedSource(message),
            context.wantedTag(message));
    posted.add(receive);
  }

  /** Posts receives that nothing matches. */
  void postUnwanted() {
    for (int i = context.random().nextInt(MAX_CANCELLED); i > 0; i--) {
      long key = context.random().nextLong();
      Posted receive = new Posted(null, context.newBuffer(MessageBuffer.Kind.ARRAY, 10, key), key);
      receive.request = start(MPI.COMM_WORLD, receive.buffer, MPI.ANY_SOURCE, RoundPlan.UNUSED_TAG);
      unwanted.add(receive);
    }
  }

  private Request start(Comm comm, MessageBuffer buffer, int source, int tag) {
    return buffer.isBuffer()
        ? comm.iRecv((Buffer) buffer.object(), buffer.capacity(), type, source, tag)
        : comm.iRecv(buffer.object(), buffer.capacity(), type, source, tag);
  }

  /** Receives in the form that the plan says. */
  void receive(PlannedMessage message) {
    switch (message.receiveForm()) {
      case IRECV -> post(message);
      case RECV -> {
        Posted receive = newPosted(message, capacityFor(message));
        receive.status =
            context
                .communicator(message)
                .recv(
                    receive.buffer.object(),
                    receive.buffer.capacity(),
                    type,
                    context.wantedSource(message),
                    context.wantedTag(message));
        posted.add(receive);
      }
      case PROBE -> receiveProbed(
          message,
          context
              .communicator(message)
              .probe(context.wantedSource(message), context.wantedTag(message)));
      default -> receiveProbed(message, probeRepeatedly(message));
    }
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
  private void receiveProbed(PlannedMessage message, Status found) {
    int count = found.getCount(type);
    Posted receive = newPosted(message, count);
    receive.status =
        context
            .communicator(message)
            .recv(receive.buffer.object(), count, type, found.getSource(), found.getTag());
    SoakFailure.requireEqual("count after probe", count, receive.status.getCount(type));
    posted.add(receive);
  }

  /** Sends a message and receives another in one call, and verifies what came. */
  void exchange(PlannedMessage outgoing, PlannedMessage incoming) {
    boolean replaces = outgoing.blocking();
    MessageBuffer sent = context.newBuffer(outgoing.sendKind(), outgoing.count(), outgoing.key());
    Posted receive =
        replaces
            ? new Posted(incoming, sent, outgoing.key())
            : newPosted(incoming, capacityFor(incoming));
    Comm comm = context.communicator(outgoing);
    int destination = context.destinationRank(outgoing);
    int source = context.wantedSource(incoming);
    int tag = context.wantedTag(incoming);
    receive.status =
        replaces
            ? comm.sendRecvReplace(
                sent.object(), outgoing.count(), type, destination, outgoing.tag(), source, tag)
            : comm.sendRecv(
                sent.object(),
                outgoing.count(),
                type,
                destination,
                outgoing.tag(),
                receive.buffer.object(),
                receive.buffer.capacity(),
                type,
                source,
                tag);
    posted.add(receive);
  }

  /** Waits for all receives, cancels those that nothing matches, and verifies everything. */
  void completeAndVerify() {
    List<Posted> pending = posted.stream().filter(receive -> receive.request != null).toList();
    Request[] requests = pending.stream().map(receive -> receive.request).toArray(Request[]::new);
    Status[] statuses = RequestCompletion.completeWithStatus(requests, context.random());
    for (int i = 0; i < statuses.length; i++) {
      pending.get(i).status = statuses[i];
    }
    posted.forEach(this::verify);
    cancelUnwanted();
    awaited.forEach(
        (envelope, left) ->
            SoakFailure.requireEqual("messages left of " + envelope, 0, left.size()));
  }

  private void cancelUnwanted() {
    for (Posted receive : unwanted) {
      receive.request.cancel();
      Status status = receive.request.waitStatus();
      if (!status.isCancelled()) {
        throw new SoakFailure("a receive that nothing matches was not cancelled");
      }
      receive.buffer.verify(0, 0, receive.restKey, "buffer of a cancelled receive");
    }
  }

  private void verify(Posted receive) {
    PlannedMessage wanted = receive.message;
    Status status = receive.status;
    Envelope envelope = new Envelope(wanted.communicator(), status.getSource(), status.getTag());
    ArrayDeque<PlannedMessage> left = awaited.get(envelope);
    if (left == null || left.isEmpty()) {
      throw new SoakFailure("nobody sent " + envelope + ", received for " + wanted);
    }
    PlannedMessage message = left.poll();
    String where = "message " + message + " received for number " + wanted.index();
    if (context.wantedSource(wanted) != MPI.ANY_SOURCE) {
      SoakFailure.requireEqual(
          "source of " + where, context.sourceRank(wanted), status.getSource());
    }
    if (context.wantedTag(wanted) != MPI.ANY_TAG) {
      SoakFailure.requireEqual("tag of " + where, wanted.tag(), status.getTag());
    }
    if (context.plan().kind() == RoundPlan.Kind.IN_ORDER) {
      SoakFailure.requireEqual("number of " + where, wanted.index(), message.index());
    }
    SoakFailure.requireEqual("error of " + where, MPI.SUCCESS, status.getError());
    SoakFailure.requireEqual("count of " + where, message.count(), status.getCount(type));
    if (status.isCancelled()) {
      throw new SoakFailure("cancelled: " + where);
    }
    receive.buffer.verify(message.key(), message.count(), receive.restKey, where);
  }

  private Posted newPosted(PlannedMessage message, int capacity) {
    long restKey = ~message.key();
    return new Posted(
        message, context.newBuffer(message.receiveKind(), capacity, restKey), restKey);
  }

  /** Room for any message that the receive may get. */
  private int capacityFor(PlannedMessage message) {
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
