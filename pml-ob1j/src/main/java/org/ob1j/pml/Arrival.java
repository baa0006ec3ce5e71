package org.ob1j.pml;

import org.ob1j.btl.BtlEndpoint;
import org.ob1j.pml.header.HeaderType;
import org.ob1j.pml.match.UnexpectedMessage;

/**
 * A message that could not be delivered when it came: no receive is posted, an earlier message is
 * missing, or its communicator is not open yet. Owns a copy of the payload that came with it.
 * Pooled.
 */
final class Arrival extends UnexpectedMessage {
  Peer peer;

  /** The rail by which it has come; null for a message of this process to itself. */
  BtlEndpoint from;

  /** True if it has come by an offloaded lane, whose messages are in order as they are told. */
  boolean isTagged;

  int type;
  int flags;
  int context;

  /** Bytes of payload that came with the header. */
  int payloadBytes;

  /**
   * The copy of these bytes; null if there are none, or for a message of this process to itself.
   */
  BlockPool.Block payload;

  /** Room for a short payload that stays with this object for good; null before the first. */
  BlockPool.Block inline;

  /** The whole message's length. */
  long messageBytes;

  /** The sender's request, as its header names it. */
  long sendName;

  /** The sender of a message of this process to itself whose data is still where it was. */
  SendRequest selfSend;

  /** How many of the message's first bytes are here. */
  long arrivedBytes() {
    return type == HeaderType.RGET ? 0 : payloadBytes;
  }

  /** True if its sender has charged credit for it. */
  boolean isCharged() {
    return type == HeaderType.MATCH || arrivedBytes() != 0;
  }

  void setEnvelope(int source, int tag, int sequence) {
    envelope(source, tag, sequence);
  }
}
