package org.ob1j.pml.dispatch;

import org.ob1j.pml.header.HeaderType;
import org.ob1j.pml.header.MessageFlags;
import org.ob1j.pml.peer.Peer;
import org.ob1j.pml.protocol.ReceiveRequest;
import org.ob1j.pml.protocol.SendRequest;
import org.ob1j.pml.protocol.SendStage;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.pml.SendMode;

/**
 * Messages of a process to itself. They are matched like any other; the data is copied from buffer
 * to buffer when they match, or, if short, aside when they are sent, so that a blocking send to
 * oneself does not wait.
 *
 * <pre>
 *   send, receive posted:      copy from buffer to buffer; both complete
 *   send, no receive, short:   copy aside; send completes      -> receive: copy out
 *   send, no receive, long:    send waits                      -> receive: copy from buffer to buffer
 * </pre>
 */
public final class SelfMessages {
  /** Up to this length a message is copied aside rather than made to wait. */
  public static final int COPIED_BYTES = 64 * 1024;

  private SelfMessages() {}

  public static void send(SendRequest request, MatchingContext communicator, Arrivals arrivals) {
    ReceiveRequest receive = communicator.matching().takePosted(communicator.rank(), request.tag());
    if (receive != null) {
      receive.receiveFromSelf(request);
      request.finish();
      return;
    }
    communicator.keepUnexpected(arrivalOf(request, arrivals));
  }

  private static Arrival arrivalOf(SendRequest request, Arrivals arrivals) {
    Peer peer = request.peer();
    long lengthBytes = request.convertor().lengthBytes();
    Arrival arrival = arrivals.take();
    arrival.peer = peer;
    arrival.setEnvelope(request.communicator().rank(), request.tag(), request.sequence());
    arrival.type = HeaderType.MATCH;
    arrival.flags = MessageFlags.of(request.mode());
    arrival.messageBytes = lengthBytes;
    if (request.mode() != SendMode.SYNCHRONOUS
        && lengthBytes <= COPIED_BYTES
        && lengthBytes <= request.communicator().variableThreshold()
        && peer.hasCredit(lengthBytes)) {
      int copied = (int) lengthBytes;
      Memory memory = arrivals.allocatePayload(arrival, copied);
      request.convertor().pack(0, memory, arrival.payload.offset(), copied);
      peer.chargeCredit(copied);
      request.finish();
    } else {
      if (request.mode() == SendMode.BUFFERED) {
        request.moveAside();
      }
      arrival.selfSend = request;
      request.advanceTo(SendStage.AWAITING_ACK);
    }
    return arrival;
  }

  /** A part of a message of this process to itself that was waiting is wanted. */
  public static void deliverPart(Arrival arrival, ReceiveRequest receive, long firstByte) {
    Memory scratch = receive.owner().scratch();
    long partBytes = receive.convertor().lengthBytes();
    for (long at = 0; at < partBytes; ) {
      int piece = (int) Math.min(scratch.capacity(), partBytes - at);
      arrival.selfSend.convertor().pack(firstByte + at, scratch, 0, piece);
      receive.convertor().unpack(at, scratch, 0, piece);
      at += piece;
    }
    receive.receiveCopied(arrival.source(), arrival.tag());
  }

  /** Nobody wants a message of this process to itself that was waiting, or no more of it. */
  static void drop(Arrival arrival) {
    if (arrival.selfSend != null) {
      arrival.selfSend.finish();
    } else {
      arrival.peer.returnOwnCredit(arrival.payloadBytes);
    }
  }

  /** A receive has matched a message of this process to itself that was waiting. */
  static void deliver(Arrival arrival, ReceiveRequest receive) {
    if (arrival.selfSend != null) {
      SendRequest send = arrival.selfSend;
      receive.receiveFromSelf(send);
      send.finish();
    } else {
      arrival.peer.returnOwnCredit(arrival.payloadBytes);
      receive.receiveEager(
          arrival.source(),
          arrival.tag(),
          arrival.payload.memory(),
          arrival.payload.offset(),
          arrival.payloadBytes);
    }
  }
}
