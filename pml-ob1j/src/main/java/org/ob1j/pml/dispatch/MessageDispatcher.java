package org.ob1j.pml.dispatch;

import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.PayloadTarget;
import org.ob1j.pml.header.HeaderType;
import org.ob1j.pml.header.MatchHeader;
import org.ob1j.pml.match.MatchingEngine;
import org.ob1j.pml.peer.Peer;
import org.ob1j.pml.protocol.MessageStart;
import org.ob1j.pml.protocol.ReceiveRequest;
import org.ob1j.runtime.memory.Memory;

/**
 * What begins a message, beyond the short path that {@link FrameDispatcher} has for most: each is
 * checked, and matched when it is its turn. Those whose turn has not come, for which no receive is
 * posted, or whose communicator is not open yet are kept.
 */
public final class MessageDispatcher {
  private final Contexts contexts;
  private final Arrivals arrivals;
  private final MessageCounts counts;

  MessageDispatcher(Contexts contexts, Arrivals arrivals, MessageCounts counts) {
    this.contexts = contexts;
    this.arrivals = arrivals;
    this.counts = counts;
  }

  /** How many messages have come, by this way and by the short one. */
  public MessageCounts counts() {
    return counts;
  }

  /** Keeps a message whose turn it is, and for which no receive is posted. */
  void keepUnexpected(
      MatchingContext communicator, Arrival arrival, Memory payload, int offset, int payloadBytes) {
    counts.countUnexpected(arrival.flags);
    arrivals.keep(arrival, payload, offset, payloadBytes);
    communicator.keepUnexpected(arrival);
  }

  /**
   * The beginning of a message is here; or a whole one that is wrong, that nobody may take any
   * more, or whose turn has not come, so that it is not delivered now.
   */
  void receive(MessageStart start, Memory payload, int offset, int payloadBytes) {
    if (start.peer().hasFailed()) {
      // By another rail than the one that has failed. All that concerns the peer has ended.
      return;
    }
    MatchingContext context = contextOf(start);
    // Only an RGET may be shorter than what its frame brings along: where the message is.
    if (start.messageBytes() < (start.isGet() ? 0 : payloadBytes)) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH,
          "a message of " + start.messageBytes() + " bytes that begins with " + payloadBytes);
    }
    if (context == null || !FrameChecks.isInTurn(context, start.source(), start.sequence())) {
      Arrival early = arrivals.take(start);
      arrivals.keep(early, payload, offset, payloadBytes);
      putAside(context, early);
      return;
    }
    context.matching().advance(start.source());
    ReceiveRequest receive = context.matching().takePosted(start.source(), start.tag());
    if (receive == null) {
      keepUnexpected(context, arrivals.take(start), payload, offset, payloadBytes);
    } else {
      counts.countExpected(start.flags());
      deliver(receive, start, payload, offset, payloadBytes);
    }
    deliverEarly(context, start.source());
  }

  /** Hands a whole message to its receive. */
  public static void deliverWhole(
      ReceiveRequest receive,
      Peer peer,
      int source,
      int tag,
      Memory payload,
      int offset,
      int payloadBytes) {
    receive.receiveEager(source, tag, payload, offset, payloadBytes);
    peer.consumed(payloadBytes);
  }

  /** Hands the beginning of a message to its receive. */
  public static void deliver(
      ReceiveRequest receive, MessageStart start, Memory payload, int offset, int payloadBytes) {
    receive.receiveRendezvous(start, payload, offset, payloadBytes);
    if (payloadBytes != 0 && !start.isGet()) {
      start.peer().consumed(payloadBytes);
    }
  }

  /**
   * The context a message belongs to, or null if it is not open yet; checks everything that needs
   * no more than the header.
   */
  private MatchingContext contextOf(MessageStart start) {
    if (start.tag() < 0) {
      throw new FrameRejectedException(Rejection.BAD_TAG, "tag " + start.tag() + " is negative");
    }
    MatchingContext context = contexts.find(start.context());
    if (context == null) {
      contexts.checkHoldable(start.context());
    } else if (!FrameChecks.isFrom(context, start.source(), start.peer())) {
      throw new FrameRejectedException(
          Rejection.BAD_SOURCE, "rank " + start.peer().rank() + " is not source " + start.source());
    }
    return context;
  }

  private void putAside(MatchingContext communicator, Arrival arrival) {
    if (communicator == null) {
      contexts.hold(arrival);
    } else if (!communicator.matching().holdEarly(arrival)) {
      int sequence = arrival.sequence();
      arrivals.give(arrival);
      throw new FrameRejectedException(
          Rejection.BAD_SEQUENCE,
          "sequence " + Integer.toUnsignedString(sequence) + " came twice before its turn");
    }
  }

  /**
   * A tagged message of a source has had its turn, so that frames may come that were sent after it.
   * Of one source tagged messages have their turns in the order of sending, but may be told in
   * another: it is their number that counts.
   */
  public void hadTagged(MatchingContext communicator, int source) {
    communicator.matching().advance(source);
    deliverEarly(communicator, source);
  }

  /** Matches what was held because the message that has come now had not come. */
  void deliverEarly(MatchingContext communicator, int source) {
    Arrival early = communicator.matching().takeEarly(source);
    while (early != null) {
      matchInTurn(communicator, early);
      early = communicator.matching().takeEarly(source);
    }
  }

  private void matchInTurn(MatchingContext communicator, Arrival arrival) {
    communicator.matching().advance(arrival.source());
    ReceiveRequest receive = communicator.matching().takePosted(arrival.source(), arrival.tag());
    if (receive != null) {
      counts.countExpected(arrival.flags);
      deliver(arrival, receive);
    } else {
      counts.countUnexpected(arrival.flags);
      communicator.keepUnexpected(arrival);
    }
  }

  /** Takes in what was held for a context that is open now. */
  public void deliverHeld(MatchingContext communicator, Iterable<Arrival> held) {
    for (Arrival arrival : held) {
      if (arrival.isTagged) {
        communicator.adopt(arrival);
        continue;
      }
      boolean valid = FrameChecks.isFrom(communicator, arrival.source(), arrival.peer);
      int distance =
          valid ? communicator.matching().distance(arrival.source(), arrival.sequence()) : -1;
      if (distance == 0) {
        matchInTurn(communicator, arrival);
        deliverEarly(communicator, arrival.source());
      } else if (distance < 0
          || distance > FrameChecks.MAX_EARLY_DISTANCE
          || !communicator.matching().holdEarly(arrival)) {
        counts.countRefused();
        arrivals.give(arrival);
      }
    }
  }

  /** Hands a message that was kept to its receive. */
  public void deliver(Arrival arrival, ReceiveRequest receive) {
    if (arrival.peer.isSelf()) {
      SelfMessages.deliver(arrival, receive);
    } else {
      Memory payload = arrival.payload == null ? null : arrival.payload.memory();
      int offset = arrival.payload == null ? 0 : arrival.payload.offset();
      if (arrival.type == HeaderType.MATCH) {
        deliverWhole(
            receive,
            arrival.peer,
            arrival.source(),
            arrival.tag(),
            payload,
            offset,
            arrival.payloadBytes);
      } else {
        deliver(receive, arrival.start(), payload, offset, arrival.payloadBytes);
      }
    }
    arrivals.give(arrival);
  }

  /**
   * Matches a message whose payload is not here yet, if it is in turn and there is a receive that
   * all of it can go to as it is.
   */
  PayloadTarget place(
      Peer peer, BtlEndpoint from, long first, Memory header, int headerOffset, int payloadBytes) {
    long second = header.getLong(headerOffset + MatchHeader.SECOND_WORD_OFFSET);
    long third = header.getLong(headerOffset + MatchHeader.THIRD_WORD_OFFSET);
    FrameChecks.requireLength(MatchHeader.lengthBytesOf(third), payloadBytes);
    MatchingContext communicator =
        contextOf(MessageStart.of(peer, from, first, second, third, payloadBytes, 0));
    int source = MatchHeader.sourceOf(second);
    int tag = MatchHeader.tagOf(second);
    if (peer.hasFailed()
        || communicator == null
        || !communicator.matchesHere()
        || !FrameChecks.isInTurn(communicator, source, MatchHeader.sequenceOf(third))) {
      return null;
    }
    MatchingEngine<ReceiveRequest, Arrival> matching = communicator.matching();
    ReceiveRequest receive = matching.findPosted(source, tag);
    PayloadTarget target = receive == null ? null : receive.targetOfWhole(from, payloadBytes);
    if (target == null) {
      return null;
    }
    matching.takePosted(source, tag);
    matching.advance(source);
    counts.countExpected(HeaderType.flagsOf(first));
    receive.awaitWhole(peer, source, tag, payloadBytes);
    return new MessageTarget(target, () -> placed(peer, communicator, source, payloadBytes));
  }

  /** A message that was matched before it was there is there. */
  private void placed(Peer peer, MatchingContext communicator, int source, int payloadBytes) {
    if (!peer.hasFailed()) {
      peer.consumed(payloadBytes);
      if (communicator.matching().earlyCount() != 0) {
        deliverEarly(communicator, source);
      }
    }
  }
}
