package org.ob1j.pml;

import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.PayloadTarget;
import org.ob1j.pml.header.AckHeader;
import org.ob1j.pml.header.CreditHeader;
import org.ob1j.pml.header.FragmentHeader;
import org.ob1j.pml.header.HeaderType;
import org.ob1j.pml.header.MatchHeader;
import org.ob1j.pml.header.MessageFlags;
import org.ob1j.pml.header.RendezvousHeader;
import org.ob1j.pml.match.MatchingEngine;
import org.ob1j.runtime.memory.Memory;

/**
 * What arrives: each frame is checked, and then goes by its type to matching or to the request that
 * it names. A frame that cannot be right is rejected before it has changed anything.
 */
final class FrameDispatcher implements BtlReceiver {
  /** A message this far ahead of its turn cannot come from a working peer. */
  private static final int MAX_EARLY_DISTANCE = 1 << 24;

  private final Ob1Pml pml;
  private final Contexts contexts;
  private final Arrivals arrivals;
  private final MessageCounts counts = new MessageCounts();

  FrameDispatcher(Ob1Pml pml, Contexts contexts, Arrivals arrivals) {
    this.pml = pml;
    this.contexts = contexts;
    this.arrivals = arrivals;
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
    int type = typeOf(header, headerOffset, headerBytes);
    switch (type) {
      case HeaderType.MATCH, HeaderType.RNDV -> receiveMessage(
          peer, type, header, headerOffset, payload, payloadOffset, payloadBytes);
      case HeaderType.FRAG -> {
        ReceiveRequest request = fragmentRequest(peer, header, headerOffset, payloadBytes);
        request.receiveFragment(
            FragmentHeader.messageOffset(header, headerOffset),
            payload,
            payloadOffset,
            payloadBytes);
      }
      case HeaderType.ACK -> receiveAck(peer, header, headerOffset, payloadBytes);
      default -> receiveCredit(peer, header, headerOffset, payloadBytes);
    }
  }

  /** The type, if it is one of ours and its header is all there. */
  private static int typeOf(Memory header, int offset, int headerBytes) {
    if (headerBytes < Long.BYTES) {
      throw tooShort(0, headerBytes, Long.BYTES);
    }
    int type = HeaderType.of(header, offset);
    int needed =
        switch (type) {
          case HeaderType.MATCH -> MatchHeader.BYTES;
          case HeaderType.FRAG -> FragmentHeader.BYTES;
          case HeaderType.RNDV -> RendezvousHeader.BYTES;
          case HeaderType.ACK -> AckHeader.BYTES;
          case HeaderType.CREDIT -> CreditHeader.BYTES;
          default -> throw new FrameRejectedException(
              Rejection.UNKNOWN_TYPE, "header type 0x" + Integer.toHexString(type));
        };
    if (headerBytes != needed) {
      throw tooShort(type, headerBytes, needed);
    }
    if (!flagsAreValid(type, HeaderType.flagsOf(header, offset))) {
      throw new FrameRejectedException(
          Rejection.UNKNOWN_FLAGS,
          "flags 0x" + Integer.toHexString(HeaderType.flagsOf(header, offset)));
    }
    return type;
  }

  private static boolean flagsAreValid(int type, int flags) {
    return switch (type) {
      case HeaderType.MATCH -> MessageFlags.isEager(flags);
      case HeaderType.RNDV -> MessageFlags.isRendezvous(flags);
      default -> flags == 0;
    };
  }

  private static FrameRejectedException tooShort(int type, int headerBytes, int needed) {
    return new FrameRejectedException(
        Rejection.HEADER_TOO_SHORT,
        "a header of type 0x"
            + Integer.toHexString(type)
            + " has "
            + headerBytes
            + " bytes; it must have "
            + needed);
  }

  // Messages

  private void receiveMessage(
      Peer peer,
      int type,
      Memory header,
      int offset,
      Memory payload,
      int payloadOffset,
      int payloadBytes) {
    Ob1Communicator communicator = contextOf(peer, header, offset, payloadBytes);
    int source = MatchHeader.source(header, offset);
    if (type == HeaderType.RNDV) {
      checkMessageLength(header, offset, payloadBytes);
    }
    if (communicator == null
        || !isInTurn(communicator, source, MatchHeader.sequence(header, offset))) {
      putAside(
          communicator, arrivals.keep(peer, header, offset, payload, payloadOffset, payloadBytes));
      return;
    }
    MatchingEngine<ReceiveRequest, Arrival> matching = communicator.matching();
    matching.advance(source);
    ReceiveRequest receive = matching.takePosted(source, MatchHeader.tag(header, offset));
    if (receive == null) {
      counts.countUnexpected(HeaderType.flagsOf(header, offset));
      matching.addUnexpected(
          arrivals.keep(peer, header, offset, payload, payloadOffset, payloadBytes));
    } else {
      counts.countExpected(HeaderType.flagsOf(header, offset));
      deliver(peer, type, header, offset, payload, payloadOffset, payloadBytes, receive);
    }
    if (matching.earlyCount() != 0) {
      deliverEarly(communicator, source);
    }
  }

  /** Hands a message that has just come to its receive. */
  private static void deliver(
      Peer peer,
      int type,
      Memory header,
      int offset,
      Memory payload,
      int payloadOffset,
      int payloadBytes,
      ReceiveRequest receive) {
    int source = MatchHeader.source(header, offset);
    int tag = MatchHeader.tag(header, offset);
    if (type == HeaderType.MATCH) {
      receive.receiveEager(source, tag, payload, payloadOffset, payloadBytes);
      peer.consumed(payloadBytes);
      return;
    }
    receive.receiveRendezvous(
        peer,
        source,
        tag,
        RendezvousHeader.messageBytes(header, offset),
        new Peer.SendName(
            RendezvousHeader.sendSlot(header, offset),
            RendezvousHeader.sendGeneration(header, offset)),
        payload,
        payloadOffset,
        payloadBytes);
    if (payloadBytes != 0) {
      peer.consumed(payloadBytes);
    }
  }

  private static void checkMessageLength(Memory header, int offset, int payloadBytes) {
    if (RendezvousHeader.messageBytes(header, offset) < payloadBytes) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH,
          "a message of "
              + RendezvousHeader.messageBytes(header, offset)
              + " bytes that begins with "
              + payloadBytes);
    }
  }

  /**
   * The context a message belongs to, or null if it is not open yet; checks everything that needs
   * no more than the header.
   */
  private Ob1Communicator contextOf(Peer peer, Memory header, int offset, int payloadBytes) {
    if (MatchHeader.lengthBytes(header, offset) != payloadBytes) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH,
          "the header says "
              + MatchHeader.lengthBytes(header, offset)
              + " bytes, the frame has "
              + payloadBytes);
    }
    if (MatchHeader.tag(header, offset) < 0) {
      throw new FrameRejectedException(
          Rejection.BAD_TAG, "tag " + MatchHeader.tag(header, offset) + " is negative");
    }
    int context = MatchHeader.context(header, offset);
    Ob1Communicator communicator = contexts.find(context);
    if (communicator == null) {
      contexts.checkHoldable(context);
    } else if (!isFrom(communicator, MatchHeader.source(header, offset), peer)) {
      throw new FrameRejectedException(
          Rejection.BAD_SOURCE,
          "rank " + peer.rank() + " is not source " + MatchHeader.source(header, offset));
    }
    return communicator;
  }

  private static boolean isFrom(Ob1Communicator communicator, int source, Peer peer) {
    return source >= 0
        && source < communicator.size()
        && communicator.process(source) == peer.rank();
  }

  private static boolean isInTurn(Ob1Communicator communicator, int source, int sequence) {
    int distance = communicator.matching().distance(source, sequence);
    if (distance < 0 || distance > MAX_EARLY_DISTANCE) {
      throw new FrameRejectedException(
          Rejection.BAD_SEQUENCE,
          "sequence "
              + Integer.toUnsignedString(sequence)
              + " of source "
              + source
              + " is "
              + distance
              + " away from its turn");
    }
    return distance == 0;
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
      counts.countExpected(arrival.flags);
      deliver(arrival, receive);
    } else {
      counts.countUnexpected(arrival.flags);
      communicator.matching().addUnexpected(arrival);
    }
  }

  /** Takes in what was held for a context that is open now. */
  void deliverHeld(Ob1Communicator communicator, Iterable<Arrival> held) {
    for (Arrival arrival : held) {
      boolean valid = isFrom(communicator, arrival.source(), arrival.peer);
      int distance =
          valid ? communicator.matching().distance(arrival.source(), arrival.sequence()) : -1;
      if (distance == 0) {
        matchInTurn(communicator, arrival);
        deliverEarly(communicator, arrival.source());
      } else if (distance < 0
          || distance > MAX_EARLY_DISTANCE
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
      Memory payload = arrival.payload == null ? null : arrival.payload.memory();
      int offset = arrival.payload == null ? 0 : arrival.payload.offset();
      if (arrival.type == HeaderType.MATCH) {
        receive.receiveEager(
            arrival.source(), arrival.tag(), payload, offset, arrival.payloadBytes);
        arrival.peer.consumed(arrival.payloadBytes);
      } else {
        receive.receiveRendezvous(
            arrival.peer,
            arrival.source(),
            arrival.tag(),
            arrival.messageBytes,
            new Peer.SendName(arrival.sendSlot, arrival.sendGeneration),
            payload,
            offset,
            arrival.payloadBytes);
        if (arrival.payloadBytes != 0) {
          arrival.peer.consumed(arrival.payloadBytes);
        }
      }
    }
    arrivals.give(arrival);
  }

  // Frames that name a request

  private ReceiveRequest fragmentRequest(Peer peer, Memory header, int offset, int payloadBytes) {
    if (FragmentHeader.lengthBytes(header, offset) != payloadBytes) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH,
          "the header says "
              + FragmentHeader.lengthBytes(header, offset)
              + " bytes, the frame has "
              + payloadBytes);
    }
    int slot = FragmentHeader.receiveSlot(header, offset);
    int generation = FragmentHeader.receiveGeneration(header, offset);
    ReceiveRequest request = pml.receives().find(slot, generation);
    if (request == null) {
      throw unknownRequest("receive", slot, generation);
    }
    request.checkFragment(peer, FragmentHeader.messageOffset(header, offset), payloadBytes);
    return request;
  }

  private void receiveAck(Peer peer, Memory header, int offset, int payloadBytes) {
    requireNoPayload(payloadBytes);
    int slot = AckHeader.sendSlot(header, offset);
    int generation = AckHeader.sendGeneration(header, offset);
    SendRequest request = pml.sends().find(slot, generation);
    if (request == null) {
      throw unknownRequest("send", slot, generation);
    }
    if (request.stage() != SendStage.AWAITING_ACK || request.peer() != peer) {
      throw new FrameRejectedException(
          Rejection.WRONG_STATE,
          "an acknowledgement from rank "
              + peer.rank()
              + " for send "
              + slot
              + ", which is "
              + request.stage());
    }
    long firstByte = AckHeader.firstByte(header, offset);
    long wanted = AckHeader.wantedBytes(header, offset);
    long lengthBytes = request.convertor().lengthBytes();
    if (firstByte < 0
        || firstByte > lengthBytes
        || wanted < 0
        || wanted > lengthBytes - firstByte) {
      throw new FrameRejectedException(
          Rejection.BAD_OFFSET,
          wanted + " bytes from " + firstByte + " of a message of " + lengthBytes + " are wanted");
    }
    SendReceivePipeline.acknowledged(
        request,
        AckHeader.receiveSlot(header, offset),
        AckHeader.receiveGeneration(header, offset),
        firstByte,
        wanted);
  }

  private static void receiveCredit(Peer peer, Memory header, int offset, int payloadBytes) {
    requireNoPayload(payloadBytes);
    long consumed = CreditHeader.consumedBytes(header, offset);
    if (!peer.creditReturned(consumed)) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH, "credit for " + consumed + " bytes, which were never sent");
    }
  }

  private static void requireNoPayload(int payloadBytes) {
    if (payloadBytes != 0) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH, "a header that carries no data with " + payloadBytes + " bytes");
    }
  }

  private static FrameRejectedException unknownRequest(String kind, int slot, int generation) {
    return new FrameRejectedException(
        Rejection.UNKNOWN_REQUEST,
        "no " + kind + " request has slot " + slot + " and generation " + generation);
  }

  @Override
  public PayloadTarget place(
      BtlEndpoint from, Memory header, int headerOffset, int headerBytes, int payloadBytes) {
    if (typeOf(header, headerOffset, headerBytes) != HeaderType.FRAG) {
      return null;
    }
    Peer peer = pml.peer(from.peer());
    return fragmentRequest(peer, header, headerOffset, payloadBytes)
        .target(FragmentHeader.messageOffset(header, headerOffset), payloadBytes);
  }

  @Override
  public void failed(BtlModule module, int peer, BtlException cause) {
    pml.failed(module, peer, cause);
  }
}
