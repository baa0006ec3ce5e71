package org.ob1j.tests.soak.round;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import mpi.Comm;
import mpi.Datatype;
import mpi.Status;
import org.ob1j.tests.soak.message.MessageBuffer;
import org.ob1j.tests.soak.message.SoakFailure;
import org.ob1j.tests.soak.plan.Coverage;
import org.ob1j.tests.soak.plan.PlannedMessage;
import org.ob1j.tests.soak.plan.RoundPlan;

/**
 * Receives that are cancelled while their messages come: each ends cancelled, its buffer untouched,
 * or with the next message of its source and tag. Messages are sent without waiting, and never are
 * there more receives that are not cancelled than messages to come, so the round ends.
 */
final class CancelRace {
  /** Messages of one source, tag and communicator, of which some have come. */
  private static final class Stream {
    private final List<PlannedMessage> messages;
    private final List<Receive> posted = new ArrayList<>();
    private int come;

    Stream(List<PlannedMessage> messages) {
      this.messages = messages;
    }

    boolean isOver() {
      return come == messages.size();
    }
  }

  /** Receives of one stream at a time. */
  private static final int MOST_POSTED = 4;

  /** Longer receives are into arrays: the pool has its buffers back only when the round ends. */
  private static final int MOST_POOLED_ELEMENTS = 1 << 16;

  private final RankContext context;
  private final Datatype type;
  private final List<Stream> streams;

  CancelRace(RankContext context) {
    this.context = context;
    type = context.plan().type().datatype();
    Map<Receiver.Envelope, List<PlannedMessage>> messages =
        context.plan().messages().stream()
            .filter(message -> message.destination() == context.rank())
            .collect(
                Collectors.groupingBy(
                    message -> Receiver.Envelope.of(context, message),
                    LinkedHashMap::new,
                    Collectors.toList()));
    streams = new ArrayList<>(messages.values().stream().map(Stream::new).toList());
  }

  /**
   * Receives everything.
   *
   * @param sends starts this rank's messages
   */
  void run(Runnable sends) {
    streams.forEach(this::post);
    sends.run();
    while (!streams.isEmpty()) {
      streams.forEach(this::cancelSome);
      streams.forEach(this::complete);
      streams.removeIf(Stream::isOver);
      streams.forEach(this::post);
    }
  }

  private void post(Stream stream) {
    List<PlannedMessage> left = stream.messages.subList(stream.come, stream.messages.size());
    int longest = left.stream().mapToInt(PlannedMessage::count).max().orElse(0);
    PlannedMessage any = left.get(0);
    Comm comm = context.communicator(any);
    for (int i = context.random().nextInt(Math.min(left.size(), MOST_POSTED)); i >= 0; i--) {
      long key = context.random().nextLong();
      MessageBuffer.Kind kind =
          longest > MOST_POOLED_ELEMENTS ? MessageBuffer.Kind.ARRAY : left.get(i).receiveKind();
      MessageBuffer buffer = context.newBuffer(kind, longest, key);
      stream.posted.add(
          new Receive(null, buffer, key)
              .by(comm.iRecv(buffer.object(), longest, type, context.sourceRank(any), any.tag())));
    }
  }

  private void cancelSome(Stream stream) {
    PlannedMessage any = stream.messages.get(0);
    for (Receive receive : stream.posted) {
      if (context.random().nextBoolean()) {
        for (int polls = context.random().nextInt(3); polls > 0; polls--) {
          context.communicator(any).iProbe(context.sourceRank(any), RoundPlan.UNUSED_TAG);
        }
        receive.request().cancel();
      }
    }
  }

  /** In the order of posting, which is that of the messages. */
  private void complete(Stream stream) {
    for (Receive receive : stream.posted) {
      Status status = receive.request().waitStatus();
      if (status.isCancelled()) {
        context.coverage().count(Coverage.Action.CANCEL_IN_TIME);
        receive.verifyUntouched();
      } else {
        context.coverage().count(Coverage.Action.CANCEL_TOO_LATE);
        verify(receive, status, stream.messages.get(stream.come++));
      }
    }
    stream.posted.clear();
  }

  private void verify(Receive receive, Status status, PlannedMessage message) {
    String where = "message " + message + " among receives that are cancelled";
    SoakFailure.requireEqual("source of " + where, context.sourceRank(message), status.getSource());
    SoakFailure.requireEqual("tag of " + where, message.tag(), status.getTag());
    SoakFailure.requireEqual("count of " + where, message.count(), status.getCount(type));
    receive.verify(message.key(), message.count(), where);
  }
}
