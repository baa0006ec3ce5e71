package org.ob1j.pml;

import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.PayloadTarget;
import org.ob1j.pml.header.CreditHeader;
import org.ob1j.pml.header.FragmentHeader;
import org.ob1j.pml.header.HeaderType;
import org.ob1j.pml.header.MatchHeader;
import org.ob1j.pml.header.MessageFlags;
import org.ob1j.pml.header.RendezvousHeader;
import org.ob1j.pml.match.MatchingEngine;
import org.ob1j.pml.select.SendProtocol;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.memory.Memory;

/**
 * What arrives: each frame is checked, and then goes by its type to matching or to the request that
 * it names. A frame that cannot be right is rejected before it has changed anything.
 */
final class FrameDispatcher implements BtlReceiver {
  private final Ob1Pml pml;
  private final Contexts contexts;
  private final Arrivals arrivals;
  private final ReplyDispatcher replies;
  private final MessageCounts counts = new MessageCounts();

  FrameDispatcher(Ob1Pml pml, Contexts contexts, Arrivals arrivals) {
    this.pml = pml;
    this.contexts = contexts;
    this.arrivals = arrivals;
    replies = new ReplyDispatcher(pml);
  }

  MessageCounts counts() {
    return counts;
  }

  @Override
  public void receive(
      BtlEndpoint from,
      Memory header,
      int headerOffset,
      int headerBytes,
      Memory payload,
      int payloadOffset,
      int payloadBytes) {
    Peer peer = pml.peer(from.peer());
    long first = firstWord(header, headerOffset, headerBytes);
    if (HeaderType.of(first) == HeaderType.MATCH
        && headerBytes == MatchHeader.BYTES
        && MessageFlags.isEager(HeaderType.flagsOf(first))) {
      receiveMessage(
          peer,
          from,
          first,
          header.getLong(headerOffset + MatchHeader.SECOND_WORD_OFFSET),
          header.getLong(headerOffset + MatchHeader.THIRD_WORD_OFFSET),
          payloadBytes,
          0,
          payload,
          payloadOffset,
          payloadBytes);
    } else if (!peer.hasFailed()) {
      receiveByType(
          peer,
          from,
          FrameChecks.typeOf(first, headerBytes),
          first,
          header,
          headerOffset,
          payload,
          payloadOffset,
          payloadBytes);
    }
  }

  private void receiveByType(
      Peer peer,
      BtlEndpoint from,
      int type,
      long first,
      Memory header,
      int headerOffset,
      Memory payload,
      int payloadOffset,
      int payloadBytes) {
    switch (type) {
      case HeaderType.FRAG -> {
        long messageOffset = FragmentHeader.messageOffset(header, headerOffset);
        fragmentRequest(peer, first, header, headerOffset, messageOffset, payloadBytes)
            .receiveFragment(messageOffset, payload, payloadOffset, payloadBytes);
      }
      case HeaderType.RNDV -> receiveRendezvous(
          peer, from, first, header, headerOffset, payload, payloadOffset, payloadBytes);
      case HeaderType.RGET -> {
        FrameChecks.checkRegistration(
            from,
            RendezvousHeader.messageBytes(header, headerOffset),
            payload,
            payloadOffset,
            payloadBytes);
        receiveRendezvous(
            peer, from, first, header, headerOffset, payload, payloadOffset, payloadBytes);
      }
      case HeaderType.ACK -> replies.receiveAck(peer, header, headerOffset, payloadBytes);
      case HeaderType.PUT -> replies.receivePut(
          from, peer, header, headerOffset, payload, payloadOffset, payloadBytes);
      case HeaderType.FIN -> replies.receiveFinish(peer, header, headerOffset, payloadBytes);
      case HeaderType.DISCARD -> replies.receiveDiscard(peer, header, headerOffset, payloadBytes);
      default -> receiveCredit(peer, header, headerOffset, payloadBytes);
    }
  }

  private static long firstWord(Memory header, int offset, int headerBytes) {
    if (headerBytes < Long.BYTES) {
      throw FrameChecks.tooShort(0, headerBytes, Long.BYTES);
    }
    return header.getLong(offset);
  }

  // Messages

  private void receiveRendezvous(
      Peer peer,
      BtlEndpoint from,
      long first,
      Memory header,
      int headerOffset,
      Memory payload,
      int payloadOffset,
      int payloadBytes) {
    receiveMessage(
        peer,
        from,
        first,
        header.getLong(headerOffset + MatchHeader.SECOND_WORD_OFFSET),
        header.getLong(headerOffset + MatchHeader.THIRD_WORD_OFFSET),
        RendezvousHeader.messageBytes(header, headerOffset),
        RendezvousHeader.sendName(header, headerOffset),
        payload,
        payloadOffset,
        payloadBytes);
  }

  /**
   * The hot path: a message, or the beginning of one, is here; the words are those of its match
   * header. The one place that takes a posted receive for what has just come.
   */
  private void receiveMessage(
      Peer peer,
      BtlEndpoint from,
      long first,
      long second,
      long third,
      long messageBytes,
      long sendName,
      Memory payload,
      int payloadOffset,
      int payloadBytes) {
    int source = MatchHeader.sourceOf(second);
    int tag = MatchHeader.tagOf(second);
    int sequence = MatchHeader.sequenceOf(third);
    Ob1Communicator communicator = contexts.find(MatchHeader.contextOf(first));
    if (communicator == null
        || tag < 0
        || MatchHeader.lengthBytesOf(third) != payloadBytes
        || messageBytes < payloadBytes
        || source < 0
        || source >= communicator.size()
        || communicator.process(source) != peer.rank()
        || peer.hasFailed()
        || sequence != communicator.matching().expected(source)) {
      receiveUnusual(
          peer,
          from,
          first,
          second,
          third,
          messageBytes,
          sendName,
          payload,
          payloadOffset,
          payloadBytes);
      return;
    }
    MatchingEngine<ReceiveRequest, Arrival> matching = communicator.matching();
    matching.advance(source);
    ReceiveRequest receive = matching.takePosted(source, tag);
    if (receive == null) {
      keepUnexpected(
          communicator,
          arrivals.take(peer, from, first, second, third, messageBytes, sendName),
          payload,
          payloadOffset,
          payloadBytes);
    } else {
      communicator.takeBack(receive);
      counts.countExpected(HeaderType.flagsOf(first));
      if (HeaderType.of(first) == HeaderType.MATCH) {
        Convertor target = receive.convertor();
        int fitting = (int) Math.min(payloadBytes, target.lengthBytes());
        if (fitting != 0) {
          target.unpack(0, payload, payloadOffset, fitting);
        }
        receive.finishEager(source, tag, fitting, payloadBytes);
        peer.consumed(payloadBytes);
      } else {
        beginRendezvous(
            receive,
            peer,
            from,
            first,
            source,
            tag,
            sequence,
            messageBytes,
            sendName,
            payload,
            payloadOffset,
            payloadBytes);
      }
    }
    if (matching.earlyCount() != 0) {
      deliverEarly(communicator, source);
    }
  }

  private void keepUnexpected(
      Ob1Communicator communicator,
      Arrival arrival,
      Memory payload,
      int payloadOffset,
      int payloadBytes) {
    counts.countUnexpected(arrival.flags);
    arrivals.keep(arrival, payload, payloadOffset, payloadBytes);
    communicator.keepUnexpected(arrival);
  }

  /** A message that is wrong, that nobody may take any more, or whose turn has not come. */
  private void receiveUnusual(
      Peer peer,
      BtlEndpoint from,
      long first,
      long second,
      long third,
      long messageBytes,
      long sendName,
      Memory payload,
      int payloadOffset,
      int payloadBytes) {
    if (peer.hasFailed()) {
      // By another rail than the one that has failed. All that concerns the peer has ended.
      return;
    }
    Ob1Communicator communicator = contextOf(peer, first, second, third, payloadBytes);
    boolean isGet = HeaderType.of(first) == HeaderType.RGET;
    if (messageBytes < (isGet ? 0 : payloadBytes)) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH,
          "a message of " + messageBytes + " bytes that begins with " + payloadBytes);
    }
    if (communicator != null
        && FrameChecks.isInTurn(
            communicator, MatchHeader.sourceOf(second), MatchHeader.sequenceOf(third))) {
      // Only an RGET may be shorter than what its frame brings along: where the message is.
      matchInTurn(
          communicator,
          kept(
              arrivals.take(peer, from, first, second, third, messageBytes, sendName),
              payload,
              payloadOffset,
              payloadBytes));
      deliverEarly(communicator, MatchHeader.sourceOf(second));
      return;
    }
    putAside(
        communicator,
        kept(
            arrivals.take(peer, from, first, second, third, messageBytes, sendName),
            payload,
            payloadOffset,
            payloadBytes));
  }

  private Arrival kept(Arrival arrival, Memory payload, int payloadOffset, int payloadBytes) {
    arrivals.keep(arrival, payload, payloadOffset, payloadBytes);
    return arrival;
  }

  /** Hands a message, or its beginning, to its receive. */
  static void deliver(
      ReceiveRequest receive,
      Peer peer,
      BtlEndpoint from,
      long first,
      int source,
      int tag,
      int sequence,
      long messageBytes,
      long sendName,
      Memory payload,
      int payloadOffset,
      int payloadBytes) {
    if (HeaderType.of(first) == HeaderType.MATCH) {
      receive.receiveEager(source, tag, payload, payloadOffset, payloadBytes);
      peer.consumed(payloadBytes);
    } else {
      beginRendezvous(
          receive,
          peer,
          from,
          first,
          source,
          tag,
          sequence,
          messageBytes,
          sendName,
          payload,
          payloadOffset,
          payloadBytes);
    }
  }

  private static void beginRendezvous(
      ReceiveRequest receive,
      Peer peer,
      BtlEndpoint from,
      long first,
      int source,
      int tag,
      int sequence,
      long messageBytes,
      long sendName,
      Memory payload,
      int payloadOffset,
      int payloadBytes) {
    SendProtocol announced = MessageFlags.protocol(HeaderType.flagsOf(first));
    receive.receiveRendezvous(
        new Rendezvous(peer, from, announced, source, tag, sequence, messageBytes, sendName),
        payload,
        payloadOffset,
        payloadBytes);
    if (payloadBytes != 0 && HeaderType.of(first) == HeaderType.RNDV) {
      peer.consumed(payloadBytes);
    }
  }

  /**
   * The context a message belongs to, or null if it is not open yet; checks everything that needs
   * no more than the header.
   */
  private Ob1Communicator contextOf(
      Peer peer, long first, long second, long third, int payloadBytes) {
    if (MatchHeader.lengthBytesOf(third) != payloadBytes) {
      throw FrameChecks.wrongLength(MatchHeader.lengthBytesOf(third), payloadBytes);
    }
    if (MatchHeader.tagOf(second) < 0) {
      throw new FrameRejectedException(
          Rejection.BAD_TAG, "tag " + MatchHeader.tagOf(second) + " is negative");
    }
    int context = MatchHeader.contextOf(first);
    Ob1Communicator communicator = contexts.find(context);
    if (communicator == null) {
      contexts.checkHoldable(context);
    } else if (!FrameChecks.isFrom(communicator, MatchHeader.sourceOf(second), peer)) {
      throw new FrameRejectedException(
          Rejection.BAD_SOURCE,
          "rank " + peer.rank() + " is not source " + MatchHeader.sourceOf(second));
    }
    return communicator;
  }

  private void putAside(Ob1Communicator communicator, Arrival arrival) {
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

  private void deliverEarly(Ob1Communicator communicator, int source) {
    Arrival early = communicator.matching().takeEarly(source);
    while (early != null) {
      matchInTurn(communicator, early);
      early = communicator.matching().takeEarly(source);
    }
  }

  private void matchInTurn(Ob1Communicator communicator, Arrival arrival) {
    communicator.matching().advance(arrival.source());
    ReceiveRequest receive = communicator.matching().takePosted(arrival.source(), arrival.tag());
    if (receive != null) {
      communicator.takeBack(receive);
      counts.countExpected(arrival.flags);
      deliver(arrival, receive);
    } else {
      counts.countUnexpected(arrival.flags);
      communicator.keepUnexpected(arrival);
    }
  }

  /** Takes in what was held for a context that is open now. */
  void deliverHeld(Ob1Communicator communicator, Iterable<Arrival> held) {
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
        pml.countRejection();
        arrivals.give(arrival);
      }
    }
  }

  /** Hands a message that was kept to its receive. */
  void deliver(Arrival arrival, ReceiveRequest receive) {
    if (arrival.peer.isSelf()) {
      SelfMessages.deliver(arrival, receive, pml.scratch());
    } else {
      deliver(
          receive,
          arrival.peer,
          arrival.from,
          arrival.type | arrival.flags << 8,
          arrival.source(),
          arrival.tag(),
          arrival.sequence(),
          arrival.messageBytes,
          arrival.sendName,
          arrival.payload == null ? null : arrival.payload.memory(),
          arrival.payload == null ? 0 : arrival.payload.offset(),
          arrival.payloadBytes);
    }
    arrivals.give(arrival);
  }

  // Frames that name a request

  private ReceiveRequest fragmentRequest(
      Peer peer, long first, Memory header, int offset, long messageOffset, int payloadBytes) {
    if (FragmentHeader.lengthBytesOf(first) != payloadBytes) {
      throw FrameChecks.wrongLength(FragmentHeader.lengthBytesOf(first), payloadBytes);
    }
    long name = FragmentHeader.receiveName(header, offset);
    ReceiveRequest request = pml.receives().find(name);
    if (request == null) {
      throw ReplyDispatcher.unknownRequest("receive", name);
    }
    request.checkFragment(peer, messageOffset, payloadBytes);
    return request;
  }

  private static void receiveCredit(Peer peer, Memory header, int offset, int payloadBytes) {
    ReplyDispatcher.requireNoPayload(payloadBytes);
    long consumed = CreditHeader.consumedBytes(header, offset);
    if (!peer.creditReturned(consumed)) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH, "credit for " + consumed + " bytes, which were never sent");
    }
  }

  @Override
  public PayloadTarget place(
      BtlEndpoint from, Memory header, int headerOffset, int headerBytes, int payloadBytes) {
    long first = firstWord(header, headerOffset, headerBytes);
    Peer peer = pml.peer(from.peer());
    return switch (FrameChecks.typeOf(first, headerBytes)) {
      case HeaderType.MATCH -> placeMessage(peer, from, first, header, headerOffset, payloadBytes);
      case HeaderType.FRAG -> {
        long messageOffset = FragmentHeader.messageOffset(header, headerOffset);
        yield fragmentRequest(peer, first, header, headerOffset, messageOffset, payloadBytes)
            .target(from, messageOffset, payloadBytes);
      }
      default -> null;
    };
  }

  /**
   * Matches a message whose payload is not here yet, if it is in turn and there is a receive that
   * all of it can go to as it is.
   */
  private PayloadTarget placeMessage(
      Peer peer, BtlEndpoint from, long first, Memory header, int headerOffset, int payloadBytes) {
    long second = header.getLong(headerOffset + MatchHeader.SECOND_WORD_OFFSET);
    long third = header.getLong(headerOffset + MatchHeader.THIRD_WORD_OFFSET);
    Ob1Communicator communicator = contextOf(peer, first, second, third, payloadBytes);
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
  private void placed(Peer peer, Ob1Communicator communicator, int source, int payloadBytes) {
    if (!peer.hasFailed()) {
      peer.consumed(payloadBytes);
      if (communicator.matching().earlyCount() != 0) {
        deliverEarly(communicator, source);
      }
    }
  }

  @Override
  public void failed(BtlModule module, int peer, BtlException cause) {
    pml.failed(module, peer, cause);
  }
}
