package org.ob1j.btl.sm;

import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.Frame;
import org.ob1j.btl.Ordering;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.memory.Memory;

/** The way to one peer through its segment. */
final class SharedMemoryEndpoint extends BtlEndpoint {
  private final SharedMemoryModule module;
  private final Memory segment;
  private final OutgoingRing ring;
  private final PayloadRingSender payloadRing;
  private final PeerMemory memory;
  private final PeerSleep sleep;
  private final BtlCapabilities capabilities;
  private final Frame frame = new Frame();

  /** The same, if its payload is put together in private memory. */
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
      PayloadRingSender payloadRing,
      PeerMemory memory,
      PeerSleep sleep) {
    super(peer);
    this.module = module;
    this.segment = segment;
    this.ring = ring;
    this.payloadRing = payloadRing;
    this.memory = memory;
    this.sleep = sleep;
    capabilities = module.attributes().capabilities();
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
    if (Ordering.asksForMore(ordering) && memory.isPending()) {
      return null;
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
    module.noteRefusal();
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

  /** What frames to the peer go through. */
  OutgoingRing ring() {
    return ring;
  }

  /** Nothing is ever held back, but the time of waiting can be used. */
  @Override
  public void push() {
    if (ring.hasLinesToOwn()) {
      module.ownNextLinesLater(ring);
    }
  }

  @Override
  public BtlResult put(
      Convertor source,
      long position,
      BtlRegistration local,
      byte[] remoteKey,
      long remoteOffset,
      long lengthBytes,
      int ordering,
      BtlCompletion completion) {
    if (!capabilities.puts()) {
      return super.put(
          source, position, local, remoteKey, remoteOffset, lengthBytes, ordering, completion);
    }
    checkUse(local);
    if (Ordering.asksForMore(ordering) && !mayCopy(ordering)) {
      return BtlResult.BUSY;
    }
    return memory.put(source, position, remoteKey, remoteOffset, lengthBytes);
  }

  @Override
  public BtlResult get(
      Convertor target,
      long position,
      BtlRegistration local,
      byte[] remoteKey,
      long remoteOffset,
      long lengthBytes,
      int ordering,
      BtlCompletion completion) {
    if (!capabilities.gets()) {
      return super.get(
          target, position, local, remoteKey, remoteOffset, lengthBytes, ordering, completion);
    }
    checkUse(local);
    if (Ordering.asksForMore(ordering) && !mayCopy(ordering)) {
      return BtlResult.BUSY;
    }
    BtlResult result =
        memory.get(target, position, local, remoteKey, remoteOffset, lengthBytes, completion);
    if (result == BtlResult.STARTED) {
      module.copyLater(this);
    }
    return result;
  }

  /** Copies pass frames that the peer has not read yet, unless a fence or a sequence forbids it. */
  private boolean mayCopy(int ordering) {
    boolean may;
    try {
      boolean local = (ordering & ~Ordering.RELAXED) == Ordering.FENCE_LOCAL;
      may = !memory.isPending() && (local || draining == null && ring.isDelivered());
    } catch (BrokenRingException broken) {
      module.fail(this, broken.getMessage());
      return false;
    }
    if (!may) {
      busyCount++;
      module.noteRefusal();
    }
    return may;
  }

  private void checkUse(BtlRegistration local) {
    if (failure != null) {
      throw failure;
    }
    if (local == null && capabilities.needsRegistration()) {
      throw new IllegalArgumentException(
          "btl_sm_flags declares that local memory is registered, and this is not");
    }
  }

  @Override
  public void checkKey(byte[] remoteKey, long remoteOffset, long lengthBytes) {
    memory.checkKey(remoteKey, remoteOffset, lengthBytes);
  }

  /** The peer asks for help with a get. */
  void help(long board, long operation) {
    if (memory.help(board, operation)) {
      module.copyLater(this);
    }
  }

  boolean isCopying() {
    return memory.isPending();
  }

  /** Goes on with copies; returns whether anything ended. */
  boolean copy() {
    return memory.progress(this);
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

  @Override
  public void giveUp(BtlException cause) {
    if (!hasFailed()) {
      memory.giveUp();
      module.fail(this, cause);
    }
  }

  /** Refuses everything from now on. */
  void failed(BtlException cause) {
    failure = cause;
    memory.failed(this);
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
    sleep.close();
  }

  String describe() {
    return String.format(
        "to rank %d: %d slots sent, busy %d times, payload ring %s, %s; %s%s",
        peer(),
        ring.position(),
        busyCount,
        payloadRing.describe(),
        sleep.describe(),
        memory.describe(),
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
