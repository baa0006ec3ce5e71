package org.ob1j.pml.dispatch;

import org.ob1j.btl.BtlEndpoint;
import org.ob1j.pml.header.HeaderType;
import org.ob1j.pml.match.UnexpectedMessage;
import org.ob1j.pml.peer.Peer;
import org.ob1j.pml.pool.BlockPool;
import org.ob1j.pml.protocol.MessageStart;
import org.ob1j.pml.protocol.SendRequest;

/**
 * A message that could not be delivered when it came: no receive is posted, an earlier message is
 * missing, or its communicator is not open yet. Owns a copy of the payload that came with it.
 * Pooled.
 */
public final class Arrival extends UnexpectedMessage {
  public Peer peer;

  /** The rail by which it has come; null for a message of this process to itself. */
  public BtlEndpoint from;

  /** True if it has come by an offloaded lane, whose messages are in order as they are told. */
  public boolean isTagged;

  public int type;
  public int flags;
  public int context;

  /** Bytes of payload that came with the header. */
  public int payloadBytes;

  /**
   * The copy of these bytes; null if there are none, or for a message of this process to itself.
   */
  public BlockPool.Block payload;

  /** Room for a short payload that stays with this object for good; null before the first. */
  BlockPool.Block inline;

  /** The whole message's length. */
  public long messageBytes;

  /** The sender's request, as its header names it. */
  long sendName;

  /** The sender of a message of this process to itself whose data is still where it was. */
  public SendRequest selfSend;

  /** How many of the message's first bytes are here. */
  public long arrivedBytes() {
    return type == HeaderType.RGET ? 0 : payloadBytes;
  }

  /** True if its sender has charged credit for it. */
  boolean isCharged() {
    return type == HeaderType.MATCH || arrivedBytes() != 0;
  }

  /** What its header says. */
  public MessageStart start() {
    return new MessageStart(
        peer, from, type, flags, context, source(), tag(), sequence(), messageBytes, sendName);
  }

  void setEnvelope(int source, int tag, int sequence) {
    envelope(source, tag, sequence);
  }
}
