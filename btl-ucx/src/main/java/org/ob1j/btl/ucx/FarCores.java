package org.ob1j.btl.ucx;

import org.ob1j.btl.FarPeer;

/**
 * Whether long payloads to a peer on the same host are copied through UCX's queue, or stay with us
 * until the receiver reads them from here. Where reading is slow, to copy is quicker, except where
 * the receiver runs on a far core, in another part of the processor or on another one: each line of
 * the queue must be taken back there before it can be written.
 *
 * <p>For a look some payloads stay with us, whatever was decided: UCX sends a few lines that say
 * where they are. The quickest of these counts, as none is quicker for having been interrupted. How
 * long the copy of a payload takes tells less: that depends on where its lines are as well. Now and
 * then there is another look, as processes are moved from core to core.
 */
final class FarCores {
  /** Shorter ones are sooner copied than asked for, by far cores, too. */
  static final int MIN_PAYLOAD_BYTES = 16 << 10;

  static final int SENDS_OF_A_LOOK = 8;

  /** A limit for where the sender would have to take part: then all payloads are copied. */
  static final int NONE_IS_FAR = -1;

  private static final int PAYLOADS_UNTIL_LOOK = 2048;
  private static final int FAR_PAYLOADS_UNTIL_LOOK = 64;

  private final int farSendNanos;
  private final FarPeer peer;
  private int payloadsUntilLook = PAYLOADS_UNTIL_LOOK;
  private int sendsOfLook;
  private long quickestNanos = Long.MAX_VALUE;

  /**
   * @param farSendNanos from how many nanoseconds on a peer is far; 0: this one is, and {@link
   *     #NONE_IS_FAR}: none is, and nobody looks
   */
  FarCores(int farSendNanos) {
    this.farSendNanos = farSendNanos;
    peer = new FarPeer(farSendNanos == 0);
  }

  /** Whether the next payload is copied. */
  boolean copies() {
    if (!isLooking() && farSendNanos > 0) {
      payloadsUntilLook--;
    }
    return !peer.isFar() && !isLooking();
  }

  /** Whether {@link #sent} is to be told how long it takes to send word of the next payload. */
  boolean isLooking() {
    return payloadsUntilLook == 0;
  }

  /** Word of a payload that stays with us has been sent, while looking. */
  void sent(long nanos) {
    quickestNanos = Math.min(quickestNanos, nanos);
    if (++sendsOfLook == SENDS_OF_A_LOOK) {
      looked(quickestNanos >= farSendNanos);
      sendsOfLook = 0;
      quickestNanos = Long.MAX_VALUE;
    }
  }

  private void looked(boolean slow) {
    peer.looked(slow);
    if (peer.isInDoubt()) {
      payloadsUntilLook = 0;
    } else {
      payloadsUntilLook = peer.isFar() ? FAR_PAYLOADS_UNTIL_LOOK : PAYLOADS_UNTIL_LOOK;
    }
  }

  boolean isFar() {
    return peer.isFar();
  }
}
