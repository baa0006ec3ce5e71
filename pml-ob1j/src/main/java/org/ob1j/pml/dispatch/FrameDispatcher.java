package org.ob1j.pml.dispatch;

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
import org.ob1j.pml.peer.FailureListener;
import org.ob1j.pml.peer.Peer;
import org.ob1j.pml.peer.Peers;
import org.ob1j.pml.protocol.MessageStart;
import org.ob1j.pml.protocol.ReceiveRequest;
import org.ob1j.pml.protocol.Requests;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.memory.Memory;

/**
 * What arrives: each frame is checked, and then goes by its type to matching or to the request that
 * it names. A frame that cannot be right is rejected before it has changed anything.
 *
 * <p>A whole message whose turn it is, as most are, is matched and unpacked right here; whatever
 * else begins a message is for {@link MessageDispatcher}.
 */
public final class FrameDispatcher implements BtlReceiver {
  private final Peers peers;
  private final Requests requests;
  private final FailureListener failures;
  private final Contexts contexts;
  private final Arrivals arrivals;
  private final MessageCounts counts;
  private final MessageDispatcher messages;
  private final ReplyDispatcher replies;

  /**
   * For one process.
   *
   * @param contexts those that are open, and where messages wait for others
   * @param arrivals for messages that are kept
   * @param failures hears of peers that fail
   */
  public FrameDispatcher(
      Peers peers,
      Requests requests,
      Contexts contexts,
      Arrivals arrivals,
      FailureListener failures) {
    this.peers = peers;
    this.requests = requests;
    this.failures = failures;
    this.contexts = contexts;
    this.arrivals = arrivals;
    counts = new MessageCounts();
    messages = new MessageDispatcher(contexts, arrivals, counts);
    replies = new ReplyDispatcher(requests);
  }

  /** What begins a message by another way than a frame. */
  public MessageDispatcher messages() {
    return messages;
  }

  /**
   * The hot path, for which no object is made: a whole message is here and the receive for it is
   * posted. It is one method, which C2 does not inline for its length (see {@code
   * MethodLengthsTest}), so that it is not compiled with each poll of a transport.
   */
  @Override
  public void receive(
      BtlEndpoint from,
      Memory header,
      int headerOffset,
      int headerBytes,
      Memory payload,
      int payloadOffset,
      int payloadBytes) {
    Peer peer = peers.of(from);
    long first = firstWord(header, headerOffset, headerBytes);
    if (HeaderType.of(first) != HeaderType.MATCH
        || headerBytes != MatchHeader.BYTES
        || !MessageFlags.isEager(HeaderType.flagsOf(first))) {
      if (!peer.hasFailed()) {
        int type = FrameChecks.typeOf(first, headerBytes);
        receiveByType(
            peer, from, type, first, header, headerOffset, payload, payloadOffset, payloadBytes);
      }
      return;
    }
    long second = header.getLong(headerOffset + MatchHeader.SECOND_WORD_OFFSET);
    long third = header.getLong(headerOffset + MatchHeader.THIRD_WORD_OFFSET);
    Memory data = payload == null ? header : payload;
    int offset = payload == null ? headerOffset : payloadOffset;
    int source = MatchHeader.sourceOf(second);
    int tag = MatchHeader.tagOf(second);
    MatchingContext context = contexts.find(MatchHeader.contextOf(first));
    if (context == null
        || tag < 0
        || MatchHeader.lengthBytesOf(third) != payloadBytes
        || source < 0
        || source >= context.size()
        || context.process(source) != peer.rank()
        || peer.hasFailed()
        || MatchHeader.sequenceOf(third) != context.matching().expected(source)) {
      receiveOutOfTurn(peer, from, first, second, third, data, offset, payloadBytes);
      return;
    }
    MatchingEngine<ReceiveRequest, Arrival> matching = context.matching();
    matching.advance(source);
    ReceiveRequest receive = matching.takePosted(source, tag);
    if (receive == null) {
      Arrival kept = arrivals.takeWhole(peer, from, first, second, third);
      messages.keepUnexpected(context, kept, data, offset, payloadBytes);
    } else {
      counts.countExpected(HeaderType.flagsOf(first));
      Convertor target = receive.convertor();
      int fitting = (int) Math.min(payloadBytes, target.lengthBytes());
      // Also of nothing: a branch that an empty message takes first would cost more.
      target.unpack(0, data, offset, fitting);
      receive.finishEager(source, tag, fitting, payloadBytes);
      peer.consumed(payloadBytes);
    }
    if (matching.earlyCount() != 0) {
      messages.deliverEarly(context, source);
    }
  }

  /** A whole message that is early, or wrong, or for nobody who is known. */
  private void receiveOutOfTurn(
      Peer peer,
      BtlEndpoint from,
      long first,
      long second,
      long third,
      Memory payload,
      int offset,
      int payloadBytes) {
    FrameChecks.requireLength(MatchHeader.lengthBytesOf(third), payloadBytes);
    messages.receive(
        MessageStart.of(peer, from, first, second, third, payloadBytes, 0),
        payload,
        offset,
        payloadBytes);
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
      case HeaderType.RNDV ->
          messages.receive(
              startOf(peer, from, first, header, headerOffset, payloadBytes),
              payload,
              payloadOffset,
              payloadBytes);
      case HeaderType.RGET -> {
        MessageStart start = startOf(peer, from, first, header, headerOffset, payloadBytes);
        FrameChecks.checkRegistration(
            from, start.messageBytes(), payload, payloadOffset, payloadBytes);
        messages.receive(start, payload, payloadOffset, payloadBytes);
      }
      case HeaderType.ACK -> replies.receiveAck(peer, header, headerOffset, payloadBytes);
      case HeaderType.PUT ->
          replies.receivePut(
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

  private static MessageStart startOf(
      Peer peer, BtlEndpoint from, long first, Memory header, int offset, int payloadBytes) {
    long third = header.getLong(offset + MatchHeader.THIRD_WORD_OFFSET);
    FrameChecks.requireLength(MatchHeader.lengthBytesOf(third), payloadBytes);
    return MessageStart.of(
        peer,
        from,
        first,
        header.getLong(offset + MatchHeader.SECOND_WORD_OFFSET),
        third,
        RendezvousHeader.messageBytes(header, offset),
        RendezvousHeader.sendName(header, offset));
  }

  // Frames that name a request

  private ReceiveRequest fragmentRequest(
      Peer peer, long first, Memory header, int offset, long messageOffset, int payloadBytes) {
    FrameChecks.requireLength(FragmentHeader.lengthBytesOf(first), payloadBytes);
    long name = FragmentHeader.receiveName(header, offset);
    ReceiveRequest request = requests.receives().find(name);
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
    Peer peer = peers.of(from);
    return switch (FrameChecks.typeOf(first, headerBytes)) {
      case HeaderType.MATCH ->
          messages.place(peer, from, first, header, headerOffset, payloadBytes);
      case HeaderType.FRAG -> {
        long messageOffset = FragmentHeader.messageOffset(header, headerOffset);
        yield fragmentRequest(peer, first, header, headerOffset, messageOffset, payloadBytes)
            .target(from, messageOffset, payloadBytes);
      }
      default -> null;
    };
  }

  @Override
  public void failed(BtlModule module, int peer, BtlException cause) {
    failures.failed(module, peer, cause);
  }
}
