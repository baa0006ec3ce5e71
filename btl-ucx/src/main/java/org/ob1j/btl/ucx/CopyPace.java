package org.ob1j.btl.ucx;

/**
 * Whether long payloads to a peer on the same host are copied through UCX's queue, or stay with us
 * until the receiver reads them from here. To copy is quicker, except where the receiver runs on a
 * far core, in another part of the processor or on another one: each line of the queue must be
 * taken back there before it can be written.
 *
 * <pre>
 *              two looks in a row: a copy takes longer than it should
 *        ┌───────────────────────────────────────────────────────────┐
 *   NEAR ┘                                                           └► FAR
 *        ◄───────────────────────────────────────────────────────────┘
 *              two looks in a row: it does not
 * </pre>
 *
 * A look is a payload that is copied, and timed, whatever was decided: one of some, as processes
 * are moved from core to core.
 */
final class CopyPace {
  /** Shorter ones are sooner copied than asked for. */
  static final int MIN_PAYLOAD_BYTES = 16 << 10;

  private static final int PAYLOADS_PER_LOOK = 16;
  private static final int FAR_PAYLOADS_PER_LOOK = 256;

  private final int farKibNanos;
  private int payloadsUntilLook = PAYLOADS_PER_LOOK;
  private boolean far;

  /** What the last look said, if not the same as the looks before. */
  private boolean doubted;

  private long leftPayloads;

  /**
   * @param farKibNanos from how many nanoseconds a KiB on a peer is far; 0: this one is, and nobody
   *     looks
   */
  CopyPace(int farKibNanos) {
    this.farKibNanos = farKibNanos;
    far = farKibNanos == 0;
  }

  /** Whether the next payload is to be copied and timed; {@link #looked} is told, if it went. */
  boolean isLookDue() {
    return farKibNanos != 0 && --payloadsUntilLook <= 0;
  }

  /** Whether the next payload is copied, unless a look is due. */
  boolean copies() {
    leftPayloads += far ? 1 : 0;
    return !far;
  }

  /**
   * One look may have been interrupted, so two decide.
   *
   * @param nanos what the copy took
   */
  void looked(long nanos, int payloadBytes) {
    boolean slow = nanos > ((long) farKibNanos * payloadBytes >> 10);
    if (slow == far) {
      doubted = false;
    } else if (doubted) {
      far = slow;
      doubted = false;
    } else {
      doubted = true;
    }
    payloadsUntilLook = doubted ? 1 : far ? FAR_PAYLOADS_PER_LOOK : PAYLOADS_PER_LOOK;
  }

  boolean isFar() {
    return far;
  }

  /** How payloads go, for a report. */
  String describe() {
    return leftPayloads + " payloads left to the receiver" + (far ? ", far" : "");
  }
}
