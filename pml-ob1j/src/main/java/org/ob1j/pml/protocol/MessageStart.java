package org.ob1j.pml.protocol;

import org.ob1j.btl.BtlEndpoint;
import org.ob1j.pml.header.HeaderType;
import org.ob1j.pml.header.MatchHeader;
import org.ob1j.pml.header.MessageFlags;
import org.ob1j.pml.peer.Peer;
import org.ob1j.pml.select.SendProtocol;

/**
 * What the header that begins a message says.
 *
 * @param from the rail by which it has come
 * @param type of the header: MATCH, RNDV or RGET
 * @param source as a rank of the communicator
 * @param messageBytes the whole message's length
 * @param sendName the sender's request; 0 with a MATCH
 */
public record MessageStart(
    Peer peer,
    BtlEndpoint from,
    int type,
    int flags,
    int context,
    int source,
    int tag,
    int sequence,
    long messageBytes,
    long sendName) {
  /** What the three words of a match header say, and what follows them. */
  public static MessageStart of(
      Peer peer,
      BtlEndpoint from,
      long first,
      long second,
      long third,
      long messageBytes,
      long sendName) {
    return new MessageStart(
        peer,
        from,
        HeaderType.of(first),
        HeaderType.flagsOf(first),
        MatchHeader.contextOf(first),
        MatchHeader.sourceOf(second),
        MatchHeader.tagOf(second),
        MatchHeader.sequenceOf(third),
        messageBytes,
        sendName);
  }

  /** How the sender has begun. */
  public SendProtocol announced() {
    return MessageFlags.protocol(flags);
  }

  /** True if the payload that came with the header is none of the message, but where that is. */
  public boolean isGet() {
    return type == HeaderType.RGET;
  }
}
