package org.ob1j.pml;

import org.ob1j.pml.dispatch.Arrival;
import org.ob1j.pml.dispatch.Discard;
import org.ob1j.pml.dispatch.SelfMessages;
import org.ob1j.pml.header.HeaderType;
import org.ob1j.pml.peer.Peer;
import org.ob1j.pml.protocol.ReceiveRequest;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.pml.PmlMessage;
import org.ob1j.runtime.pml.PmlRequest;

/** A message that is in no queue any more and waits for its holder to claim or discard it. */
final class MatchedMessage implements PmlMessage {
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);

  private final Ob1Communicator communicator;
  private final int source;
  private final int tag;
  private final long lengthBytes;

  /** What has come of it; null once it has been claimed or discarded. */
  private Arrival arrival;

  /** How much of it has been claimed in parts. */
  private long nextByte;

  MatchedMessage(Ob1Communicator communicator, Arrival arrival) {
    this.communicator = communicator;
    this.arrival = arrival;
    source = arrival.source();
    tag = arrival.tag();
    lengthBytes = arrival.messageBytes;
  }

  @Override
  public int source() {
    return source;
  }

  @Override
  public int tag() {
    return tag;
  }

  @Override
  public long lengthBytes() {
    return lengthBytes;
  }

  @Override
  public long arrivedBytes() {
    return arrival == null ? 0 : arrival.arrivedBytes();
  }

  @Override
  public PmlRequest receive(Object buffer, int count, TypeMap type) {
    requireWhole();
    ReceiveRequest request = communicator.newReceive(buffer, count, type, source, tag);
    communicator.pml().deliver(release(), request);
    return request;
  }

  @Override
  public PmlRequest receiveNext(Object buffer, int pieceBytes) {
    requireThere();
    if (pieceBytes < 1 || pieceBytes > lengthBytes - nextByte) {
      throw new IllegalArgumentException(
          pieceBytes + " bytes from " + nextByte + " of a message of " + lengthBytes);
    }
    ReceiveRequest request = communicator.newReceive(buffer, pieceBytes, BYTES, source, tag);
    long firstByte = nextByte;
    nextByte += pieceBytes;
    if (arrival.selfSend != null) {
      SelfMessages.deliverPart(arrival, request, firstByte);
    } else {
      deliverPart(request, firstByte, pieceBytes);
    }
    if (nextByte == lengthBytes) {
      Discard.end(release(), communicator.pml().arrivals());
    }
    return request;
  }

  /**
   * Only the last part of a rendezvous is answered although nothing of it is missing: it ends the
   * send.
   */
  private void deliverPart(ReceiveRequest request, long firstByte, int pieceBytes) {
    int here = (int) Math.max(0, Math.min(arrival.arrivedBytes() - firstByte, pieceBytes));
    Memory memory = here == 0 ? null : arrival.payload.memory();
    int offset = here == 0 ? 0 : arrival.payload.offset() + (int) firstByte;
    boolean answered =
        arrival.type != HeaderType.MATCH && (here < pieceBytes || nextByte == lengthBytes);
    if (answered) {
      Peer peer = arrival.peer;
      request.receivePart(arrival.start(), firstByte, memory, offset, here);
      PeerFailure.endIfLost(request, peer);
    } else {
      request.receiveEager(source, tag, memory, offset, pieceBytes);
    }
  }

  @Override
  public void discard() {
    requireThere();
    Discard.drop(release(), communicator.pml().arrivals());
  }

  private Arrival release() {
    Arrival released = arrival;
    arrival = null;
    communicator.pml().unclaimed().remove(this);
    return released;
  }

  private void requireThere() {
    if (arrival == null) {
      throw new IllegalStateException("the message has been claimed or discarded already");
    }
  }

  private void requireWhole() {
    requireThere();
    if (nextByte != 0) {
      throw new IllegalStateException(
          nextByte + " bytes of the message have been received already; it is received in parts");
    }
  }

  @Override
  public String toString() {
    return lengthBytes
        + " bytes from rank "
        + source
        + ", tag "
        + tag
        + ", "
        + communicator.label();
  }
}
