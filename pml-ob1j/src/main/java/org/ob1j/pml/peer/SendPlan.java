package org.ob1j.pml.peer;

import org.ob1j.bml.Rail;
import org.ob1j.bml.Rails;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.pml.header.MatchHeader;

/**
 * What sending to a peer needs to know of its rails, worked out once for a set of them. Immutable:
 * another set has another plan. The fields are read by every message.
 */
public final class SendPlan {
  /** For this process itself, which has no rails. */
  static final SendPlan OF_SELF = new SendPlan();

  final Rails rails;

  /** That of the first rail; null for this process itself. */
  final BtlEndpoint endpoint;

  final BtlAttributes attributes;

  /** The longest frame that the first rail sends immediately; -1 if none. */
  final int immediateFrameBytes;

  /** Longer messages the selector would rather send from where they are, if it can. */
  final int alwaysCopiedBytes;

  private SendPlan() {
    rails = null;
    endpoint = null;
    attributes = null;
    immediateFrameBytes = -1;
    alwaysCopiedBytes = Integer.MAX_VALUE;
  }

  public SendPlan(Rails rails) {
    this.rails = rails;
    Rail first = rails.first();
    endpoint = first.endpoint();
    attributes = first.attributes();
    immediateFrameBytes = first.immediateBytes();
    alwaysCopiedBytes =
        first.sendsInPlace()
            ? Math.min(attributes.copyLimit(), immediateFrameBytes - MatchHeader.BYTES)
            : Integer.MAX_VALUE;
  }
}
