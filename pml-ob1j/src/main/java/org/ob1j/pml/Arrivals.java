package org.ob1j.pml;

import java.util.ArrayDeque;
import org.ob1j.pml.header.HeaderType;
import org.ob1j.pml.header.MatchHeader;
import org.ob1j.pml.header.RendezvousHeader;
import org.ob1j.runtime.memory.Memory;

/** The pool of messages that are kept, with the memory for their payloads. */
final class Arrivals {
  private final BlockPool blocks = new BlockPool();
  private final ArrayDeque<Arrival> free = new ArrayDeque<>();

  /** An arrival that says nothing yet. */
  Arrival take() {
    return free.isEmpty() ? new Arrival() : free.pop();
  }

  /** Copies a message out of the transport's memory. */
  Arrival keep(
      Peer peer, Memory header, int offset, Memory payload, int payloadOffset, int payloadBytes) {
    Arrival arrival = take();
    arrival.peer = peer;
    arrival.type = HeaderType.of(header, offset);
    arrival.flags = HeaderType.flagsOf(header, offset);
    arrival.context = MatchHeader.context(header, offset);
    arrival.setEnvelope(
        MatchHeader.source(header, offset),
        MatchHeader.tag(header, offset),
        MatchHeader.sequence(header, offset));
    arrival.payloadBytes = payloadBytes;
    arrival.messageBytes = payloadBytes;
    if (arrival.type == HeaderType.RNDV) {
      arrival.messageBytes = RendezvousHeader.messageBytes(header, offset);
      arrival.sendSlot = RendezvousHeader.sendSlot(header, offset);
      arrival.sendGeneration = RendezvousHeader.sendGeneration(header, offset);
    }
    if (payloadBytes != 0) {
      allocatePayload(arrival, payloadBytes)
          .copyFrom(arrival.payload.offset(), payload, payloadOffset, payloadBytes);
    }
    return arrival;
  }

  /** Gives an arrival room for its payload, and returns the memory in which the room is. */
  Memory allocatePayload(Arrival arrival, int payloadBytes) {
    arrival.payload = blocks.take(payloadBytes);
    arrival.payloadBytes = payloadBytes;
    return arrival.payload.memory();
  }

  /** Takes an arrival back that has been delivered or dropped. */
  void give(Arrival arrival) {
    if (arrival.payload != null) {
      blocks.give(arrival.payload);
    }
    arrival.payload = null;
    arrival.peer = null;
    arrival.selfSend = null;
    arrival.payloadBytes = 0;
    free.push(arrival);
  }

  /** Memory that payloads occupy. */
  long payloadBytesInUse() {
    return blocks.bytesInUse();
  }
}
