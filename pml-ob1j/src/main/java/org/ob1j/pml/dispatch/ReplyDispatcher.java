package org.ob1j.pml.dispatch;

import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.pml.header.AckHeader;
import org.ob1j.pml.header.DiscardHeader;
import org.ob1j.pml.header.FinishHeader;
import org.ob1j.pml.header.PutHeader;
import org.ob1j.pml.header.RequestName;
import org.ob1j.pml.peer.Peer;
import org.ob1j.pml.protocol.OutgoingPut;
import org.ob1j.pml.protocol.ReceiveRequest;
import org.ob1j.pml.protocol.Requests;
import org.ob1j.pml.protocol.SendRequest;
import org.ob1j.runtime.memory.Memory;

/**
 * The headers that name a request and carry no data: what the receiver of a message answers to its
 * sender (ACK, PUT, FIN of a get), and the FIN of a put. Each is checked, and then goes to the
 * request.
 */
final class ReplyDispatcher {
  private final Requests requests;

  ReplyDispatcher(Requests requests) {
    this.requests = requests;
  }

  /** The receiver has matched, and wants some bytes as fragments, or none. */
  void receiveAck(Peer peer, Memory header, int offset, int payloadBytes) {
    requireNoPayload(payloadBytes);
    SendRequest request = send(AckHeader.sendName(header, offset));
    long firstByte = AckHeader.firstByte(header, offset);
    long wanted = AckHeader.wantedBytes(header, offset);
    long taken = AckHeader.takenBytes(header, offset);
    request.checkReply(peer, taken, firstByte, wanted);
    request
        .fragments()
        .areFor(AckHeader.receiveSlot(header, offset), AckHeader.receiveGeneration(header, offset));
    request.claim(taken, wanted);
    request.fragments().add(firstByte, wanted);
    request.continueSending();
  }

  /** The receiver asks for a put. */
  void receivePut(
      BtlEndpoint from,
      Peer peer,
      Memory header,
      int offset,
      Memory payload,
      int payloadOffset,
      int payloadBytes) {
    if (PutHeader.keyBytesOf(header.getLong(offset)) != payloadBytes
        || payloadBytes > BtlRegistration.MAX_KEY_BYTES) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH, "a PUT with a key of " + payloadBytes + " bytes");
    }
    PutHeader put = PutHeader.read(header, offset);
    SendRequest request = send(put.sendName());
    requireContiguous(request);
    requireSome(put.lengthBytes());
    request.checkReply(peer, put.takenBytes(), put.messageOffset(), put.lengthBytes());
    byte[] key = new byte[payloadBytes];
    if (payloadBytes != 0) {
      payload.bytes().get(payloadOffset, key);
    }
    from.checkKey(key, put.remoteOffset(), put.lengthBytes());
    request
        .fragments()
        .areFor(RequestName.slotOf(put.receiveName()), RequestName.generationOf(put.receiveName()));
    request.claim(put.takenBytes(), put.lengthBytes());
    new OutgoingPut(request, from, put, key).begin();
  }

  /** A put or a get has ended. */
  void receiveFinish(Peer peer, Memory header, int offset, int payloadBytes) {
    requireNoPayload(payloadBytes);
    FinishHeader finish = FinishHeader.read(header, offset);
    if (finish.isOfGet()) {
      finishGet(peer, finish);
    } else {
      ReceiveRequest request = requests.receives().find(finish.requestName());
      if (request == null) {
        throw unknownRequest("receive", finish.requestName());
      }
      request.checkFinish(peer, finish);
      request.receiveFinish(finish);
    }
  }

  private void finishGet(Peer peer, FinishHeader finish) {
    SendRequest request = send(finish.requestName());
    requireGet(request);
    requireSome(finish.lengthBytes());
    request.checkReply(peer, finish.takenBytes(), finish.messageOffset(), finish.lengthBytes());
    if (finish.context() != request.communicator().contextId()
        || finish.source() != request.communicator().rank()
        || finish.sequence() != request.sequence()
        || finish.number() != 0) {
      throw new FrameRejectedException(
          Rejection.WRONG_STATE, "a FIN for another message: " + finish);
    }
    request.claim(finish.takenBytes(), finish.lengthBytes());
    request.continueSending();
  }

  /** The receiver does not want the message. */
  void receiveDiscard(Peer peer, Memory header, int offset, int payloadBytes) {
    requireNoPayload(payloadBytes);
    SendRequest request = send(DiscardHeader.sendName(header, offset));
    request.checkAnswered(peer);
    request.discard();
  }

  private SendRequest send(long name) {
    SendRequest request = requests.sends().find(name);
    if (request == null) {
      throw unknownRequest("send", name);
    }
    return request;
  }

  /** Only a message that was announced as one run of bytes can be put. */
  private static void requireContiguous(SendRequest request) {
    if (request.announced() == null || !request.announced().isContiguous()) {
      throw wrongRdma(request);
    }
  }

  /** Only a message that was announced by an RGET can be got. */
  private static void requireGet(SendRequest request) {
    if (request.announced() == null || !request.announced().isGet()) {
      throw wrongRdma(request);
    }
  }

  private static FrameRejectedException wrongRdma(SendRequest request) {
    return new FrameRejectedException(
        Rejection.WRONG_STATE, "RDMA for a send that was announced as " + request.announced());
  }

  private static void requireSome(long lengthBytes) {
    if (lengthBytes <= 0) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH, "a put or a get of " + lengthBytes + " bytes");
    }
  }

  static void requireNoPayload(int payloadBytes) {
    if (payloadBytes != 0) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH, "a header that carries no data with " + payloadBytes + " bytes");
    }
  }

  static FrameRejectedException unknownRequest(String kind, long name) {
    return new FrameRejectedException(
        Rejection.UNKNOWN_REQUEST,
        "no "
            + kind
            + " request has slot "
            + RequestName.slotOf(name)
            + " and generation "
            + RequestName.generationOf(name));
  }
}
