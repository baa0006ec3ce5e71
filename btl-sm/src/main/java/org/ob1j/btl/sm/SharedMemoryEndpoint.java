package org.ob1j.btl.sm;

import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.Frame;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.btl.sm.copy.CopyBoard;
import org.ob1j.btl.sm.copy.PeerMemory;
import org.ob1j.btl.sm.ring.BrokenRingException;
import org.ob1j.btl.sm.ring.LongRingSender;
import org.ob1j.btl.sm.ring.OutgoingRing;
import org.ob1j.btl.sm.ring.RecordLayout;
import org.ob1j.btl.sm.segment.PeerSleep;
import org.ob1j.btl.sm.segment.SegmentLayout;
import org.ob1j.btl.sm.segment.SenderPartLayout;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.memory.Memory;

/** The endpoint of one peer: frames to it go through a ring in its segment. */
final class SharedMemoryEndpoint extends BtlEndpoint {
  /** Longer frames have the long ring made. */
  private static final int FIRST_RING_FRAME_BYTES =
      RecordLayout.longestFrameBytes(SenderPartLayout.RING_BYTES);

  /**
   * Frames of so many bytes, too, once one of them has found the first ring full: a stream of them
   * is better off. Of shorter ones a page has room for many, and stays in the cache.
   */
  private static final int LEAST_LONG_BYTES = 256;

  private final SharedMemoryModule module;
  private final Memory segmentHeader;
  private final OutgoingRing ring;
  private final LongRingSender longRing;
  private final PeerMemory memory;
  private final PeerSleep sleep;
  private final BtlCapabilities capabilities;
  private final Frame frame = new Frame();

  /** Frames up to this length only need room in the ring that is in use. */
  private int ordinaryBytes = FIRST_RING_FRAME_BYTES;

  private BtlException failure;
  private long busyCount;

  /**
   * @param segmentHeader of the peer's segment, in which {@code ring} is
   */
  SharedMemoryEndpoint(
      int peer,
      SharedMemoryModule module,
      Memory segmentHeader,
      OutgoingRing ring,
      LongRingSender longRing,
      PeerMemory memory,
      PeerSleep sleep) {
    super(peer);
    this.module = module;
    this.segmentHeader = segmentHeader;
    this.ring = ring;
    this.longRing = longRing;
    this.memory = memory;
    this.sleep = sleep;
    capabilities = module.attributes().capabilities();
  }

  @Override
  public BtlModule module() {
    return module;
  }

  @Override
  public int maxFrameBytes() {
    return Math.min(module.attributes().maxSendSize(), longRing.longestFrameBytes());
  }

  @Override
  public Frame reserve(int headerBytes, int payloadBytes, int ordering) {
    if (failure != null) {
      throw failure;
    }
    boolean ordinary =
        headerBytes + payloadBytes <= ordinaryBytes && (ordering | headerBytes & 7) == 0;
    try {
      if ((ordinary || mayGo(headerBytes, payloadBytes, ordering))
          && ring.reserve(frame, headerBytes, payloadBytes)) {
        return frame;
      }
    } catch (BrokenRingException broken) {
      module.fail(this, broken.getMessage());
      return null;
    }
    noteBusy(headerBytes + payloadBytes);
    return null;
  }

  /** Checks a frame that may be too long for the ring in use, wrong, or not in its turn. */
  private boolean mayGo(int headerBytes, int payloadBytes, int ordering) {
    checkLengths(headerBytes, payloadBytes);
    int frameBytes = headerBytes + payloadBytes;
    if (longRing.isPending() && frameBytes > ordinaryBytes) {
      longRing.advance(ring);
    }
    if (!longRing.isPending()) {
      ordinaryBytes = maxFrameBytes();
    }
    boolean inTurn = !RequestedOrder.asksForMore(ordering) || !memory.isPending();
    return inTurn && frameBytes <= Math.max(ordinaryBytes, FIRST_RING_FRAME_BYTES);
  }

  private void noteBusy(int frameBytes) {
    busyCount++;
    module.chores().noteRefusal();
    if (frameBytes >= LEAST_LONG_BYTES && longRing.isPending()) {
      ordinaryBytes = LEAST_LONG_BYTES - 1;
    }
    if (SegmentLayout.isClosed(segmentHeader)) {
      module.fail(this, "it has closed its segment");
    }
  }

  @Override
  public void sendImmediate(Frame reserved) {
    ring.send(reserved);
  }

  @Override
  public boolean send(Frame reserved, BtlCompletion completion) {
    ring.send(reserved);
    return true;
  }

  @Override
  public void cancel(Frame reserved) {
    ring.cancel();
  }

  @Override
  public void push() {
    // Nothing is ever held back.
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
    if (RequestedOrder.asksForMore(ordering) && !mayCopy(ordering)) {
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
    if (RequestedOrder.asksForMore(ordering) && !mayCopy(ordering)) {
      return BtlResult.BUSY;
    }
    BtlResult result =
        memory.get(target, position, local, remoteKey, remoteOffset, lengthBytes, completion);
    if (result == BtlResult.STARTED) {
      module.chores().copyLater(this);
    }
    return result;
  }

  /** Copies pass frames that the peer has not read yet, unless a fence or a sequence forbids it. */
  private boolean mayCopy(int ordering) {
    boolean may;
    try {
      boolean local = (ordering & ~RequestedOrder.RELAXED) == RequestedOrder.FENCE_LOCAL;
      may = !memory.isPending() && (local || ring.isDelivered());
    } catch (BrokenRingException broken) {
      module.fail(this, broken.getMessage());
      return false;
    }
    if (!may) {
      busyCount++;
      module.chores().noteRefusal();
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
  void help(CopyBoard board, long operation) {
    if (memory.help(board, operation)) {
      module.chores().copyLater(this);
    }
  }

  boolean isCopying() {
    return memory.isPending();
  }

  /** Goes on with copies; returns whether anything ended. */
  boolean copy() {
    return memory.progress(this);
  }

  @Override
  public void giveUp(BtlException cause) {
    if (!hasFailed()) {
      memory.giveUp();
      module.chores().fail(this, cause);
    }
  }

  /** Refuses everything from now on. */
  void failed(BtlException cause) {
    failure = cause;
    memory.failed(this);
  }

  boolean hasFailed() {
    return failure != null;
  }

  /** Gives back the files that belong to this endpoint. */
  void close() {
    longRing.close();
    sleep.close();
  }

  String describe() {
    return String.format(
        "to rank %d: %d bytes of rings used, busy %d times, long ring %s, %s; %s%s",
        peer(),
        ring.position(),
        busyCount,
        longRing.describe(),
        sleep.describe(),
        memory.describe(),
        failure == null ? "" : ", failed: " + failure.getMessage());
  }

  private void checkLengths(int headerBytes, int payloadBytes) {
    int most = module.attributes().maxSendSize();
    if (headerBytes < Long.BYTES
        || headerBytes > MAX_HEADER_BYTES
        || headerBytes % Long.BYTES != 0
        || payloadBytes < 0
        || payloadBytes > most - headerBytes) {
      throw new IllegalArgumentException(
          String.format(
              "a header of %d bytes (8 to %d, a multiple of 8) and a payload of %d; together at"
                  + " most %d (btl_sm_max_send_size)",
              headerBytes, MAX_HEADER_BYTES, payloadBytes, most));
    }
  }
}
