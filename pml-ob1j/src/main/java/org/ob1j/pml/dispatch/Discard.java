package org.ob1j.pml.dispatch;

import org.ob1j.btl.Frame;
import org.ob1j.pml.header.DiscardHeader;
import org.ob1j.pml.header.HeaderType;
import org.ob1j.pml.peer.Peer;

/**
 * The end of a message that its receiver does not want (source: "variable length message support").
 * What has come is dropped; what has not come is not sent.
 *
 * <pre>
 *   sender                                 receiver
 *     |  RNDV + first bytes (or none)         |
 *     | ------------------------------------> | matched
 *     |              DISCARD                  | discarded
 *     | &lt;------------------------------------ |
 *   complete
 * </pre>
 */
public final class Discard {
  private Discard() {}

  /** Drops a message that has been taken out of matching, or what has not been received of it. */
  public static void drop(Arrival arrival, Arrivals arrivals) {
    if (!arrival.peer.isSelf() && arrival.type != HeaderType.MATCH) {
      send(arrival.peer, arrival.sendName);
    }
    end(arrival, arrivals);
  }

  /** Ends a message to which its sender has, or gets, its answer. */
  public static void end(Arrival arrival, Arrivals arrivals) {
    if (arrival.peer.isSelf()) {
      SelfMessages.drop(arrival);
    } else if (arrival.isCharged()) {
      arrival.peer.consumed(arrival.payloadBytes);
    }
    arrivals.give(arrival);
  }

  private static void send(Peer peer, long sendName) {
    peer.sendHeader(
        () -> {
          Frame frame = peer.reserve(DiscardHeader.BYTES, 0);
          if (frame == null) {
            return false;
          }
          DiscardHeader.write(frame.headerMemory(), frame.headerOffset(), sendName);
          peer.launch(frame, DiscardHeader.BYTES);
          return true;
        });
  }
}
