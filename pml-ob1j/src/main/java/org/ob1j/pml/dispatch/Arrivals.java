package org.ob1j.pml.dispatch;

import java.util.ArrayDeque;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.pml.header.HeaderType;
import org.ob1j.pml.header.MatchHeader;
import org.ob1j.pml.peer.Peer;
import org.ob1j.pml.pool.BlockPool;
import org.ob1j.pml.protocol.MessageStart;
import org.ob1j.runtime.memory.Memory;

/** The pool of messages that are kept, with the memory for their payloads. */
public final class Arrivals {
  private final BlockPool blocks = new BlockPool();
  private final ArrayDeque<Arrival> free = new ArrayDeque<>();
  private final int inlineBytes;
  private long bytesInUse;
  private int made;

  /**
   * A pool.
   *
   * @param inlineBytes up to this length payloads are kept in room that each arrival has for good
   */
  public Arrivals(int inlineBytes) {
    this.inlineBytes = inlineBytes;
  }

  /** An arrival that says nothing yet. */
  public Arrival take() {
    return free.isEmpty() ? create() : free.pop();
  }

  private Arrival create() {
    made++;
    return new Arrival();
  }

  /** The arrival of a whole message, whose match header has these words. */
  Arrival takeWhole(Peer peer, BtlEndpoint from, long first, long second, long third) {
    Arrival arrival = take();
    arrival.peer = peer;
    arrival.from = from;
    arrival.type = HeaderType.of(first);
    arrival.flags = HeaderType.flagsOf(first);
    arrival.context = MatchHeader.contextOf(first);
    arrival.setEnvelope(
        MatchHeader.sourceOf(second), MatchHeader.tagOf(second), MatchHeader.sequenceOf(third));
    arrival.messageBytes = MatchHeader.lengthBytesOf(third);
    arrival.sendName = 0;
    return arrival;
  }

  /** The arrival of a message that begins so. */
  public Arrival take(MessageStart start) {
    Arrival arrival = take();
    arrival.peer = start.peer();
    arrival.from = start.from();
    arrival.type = start.type();
    arrival.flags = start.flags();
    arrival.context = start.context();
    arrival.setEnvelope(start.source(), start.tag(), start.sequence());
    arrival.messageBytes = start.messageBytes();
    arrival.sendName = start.sendName();
    return arrival;
  }

  /** Copies a payload out of the transport's memory. */
  public void keep(Arrival arrival, Memory payload, int payloadOffset, int payloadBytes) {
    if (payloadBytes != 0) {
      allocatePayload(arrival, payloadBytes)
          .copyFrom(arrival.payload.offset(), payload, payloadOffset, payloadBytes);
    }
  }

  /** Gives an arrival room for its payload, and returns the memory in which the room is. */
  Memory allocatePayload(Arrival arrival, int payloadBytes) {
    if (payloadBytes > inlineBytes) {
      arrival.payload = blocks.take(payloadBytes);
    } else {
      if (arrival.inline == null) {
        arrival.inline = blocks.take(inlineBytes);
      }
      arrival.payload = arrival.inline;
    }
    bytesInUse += arrival.payload.lengthBytes();
    arrival.payloadBytes = payloadBytes;
    return arrival.payload.memory();
  }

  /** Takes an arrival back that has been delivered or dropped. */
  public void give(Arrival arrival) {
    if (arrival.payload != null) {
      bytesInUse -= arrival.payload.lengthBytes();
      if (arrival.payload != arrival.inline) {
        blocks.give(arrival.payload);
      }
    }
    arrival.payload = null;
    arrival.peer = null;
    arrival.from = null;
    arrival.selfSend = null;
    arrival.isTagged = false;
    arrival.payloadBytes = 0;
    free.push(arrival);
  }

  /** How many messages are kept. */
  public int inUse() {
    return made - free.size();
  }

  /** Memory that payloads occupy. */
  public long payloadBytesInUse() {
    return bytesInUse;
  }
}
