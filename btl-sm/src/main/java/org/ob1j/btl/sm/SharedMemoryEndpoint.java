package org.ob1j.btl.sm;

import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.Frame;
import org.ob1j.runtime.memory.Memory;

/** The way to one peer through its segment. */
final class SharedMemoryEndpoint extends BtlEndpoint {
  private final SharedMemoryModule module;
  private final Memory segment;
  private final OutgoingRing ring;
  private final PayloadRingSender payloadRing;
  private final Frame frame = new Frame();
  private final int maxFrameBytes;

  private BtlException failure;
  private BtlCompletion draining;
  private long busyCount;

  /**
   * @param segment the peer's, in which {@code ring} is
   */
  SharedMemoryEndpoint(
      int peer,
      SharedMemoryModule module,
      Memory segment,
      OutgoingRing ring,
      PayloadRingSender payloadRing) {
    super(peer);
    this.module = module;
    this.segment = segment;
    this.ring = ring;
    this.payloadRing = payloadRing;
    maxFrameBytes = module.attributes().maxSendSize();
  }

  @Override
  public BtlModule module() {
    return module;
  }

  @Override
  public Frame reserve(int headerBytes, int payloadBytes, int ordering) {
    checkLengths(headerBytes, payloadBytes);
    if (failure != null) {
      throw failure;
    }
    try {
      if (headerBytes + payloadBytes > SlotLayout.BODY_BYTES && payloadRing.isPending()) {
        payloadRing.advance(ring);
      }
      if (ring.reserve(frame, headerBytes, payloadBytes)) {
        return frame;
      }
    } catch (BrokenRingException broken) {
      module.fail(this, broken.getMessage());
      return null;
    }
    busyCount++;
    if (SegmentLayout.isClosed(segment)) {
      module.fail(this, "it has closed its segment");
    }
    return null;
  }

  @Override
  public void sendImmediate(Frame reserved) {
    if (!ring.send(reserved)) {
      // Longer than the declared limit: it is ours now, and goes out as slots become free.
      startDraining((endpoint, result) -> {});
    }
  }

  @Override
  public boolean send(Frame reserved, BtlCompletion completion) {
    boolean done = ring.send(reserved);
    if (!done) {
      startDraining(completion);
    }
    return done;
  }

  @Override
  public void cancel(Frame reserved) {
    ring.cancel();
  }

  /** Nothing is ever held back, but the time of waiting can be used. */
  @Override
  public void push() {
    if (ring.hasLinesToOwn()) {
      module.ownNextLinesLater(ring);
    }
  }

  private void startDraining(BtlCompletion completion) {
    draining = completion;
    module.drainLater(this);
  }

  /** Goes on with a frame that did not fit into the slots at once; true if it is through. */
  boolean drain() {
    boolean through;
    try {
      through = ring.drain();
    } catch (BrokenRingException broken) {
      module.fail(this, broken.getMessage());
      return false;
    }
    if (through) {
      BtlCompletion completion = draining;
      draining = null;
      completion.completed(this, BtlResult.DONE);
    } else if (SegmentLayout.isClosed(segment)) {
      module.fail(this, "it has closed its segment");
    }
    return through;
  }

  /** Refuses everything from now on. */
  void failed(BtlException cause) {
    failure = cause;
    if (draining != null) {
      BtlCompletion completion = draining;
      draining = null;
      completion.completed(this, BtlResult.FAILED);
    }
  }

  boolean hasFailed() {
    return failure != null;
  }

  /** Gives back the files that belong to this way. */
  void close() {
    payloadRing.close();
  }

  String describe() {
    return String.format(
        "to rank %d: %d slots sent, busy %d times, payload ring %s%s",
        peer(),
        ring.position(),
        busyCount,
        payloadRing.describe(),
        failure == null ? "" : ", failed: " + failure.getMessage());
  }

  private void checkLengths(int headerBytes, int payloadBytes) {
    if (headerBytes < Long.BYTES
        || headerBytes > MAX_HEADER_BYTES
        || headerBytes % Long.BYTES != 0
        || payloadBytes < 0
        || payloadBytes > maxFrameBytes - headerBytes) {
      throw new IllegalArgumentException(
          String.format(
              "a header of %d bytes (8 to %d, a multiple of 8) and a payload of %d; together at"
                  + " most %d (btl_sm_max_send_size)",
              headerBytes, MAX_HEADER_BYTES, payloadBytes, maxFrameBytes));
    }
  }
}
