package org.ob1j.btl.fault;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.ob1j.btl.AtomicOperation;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.Frame;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.memory.Memory;

/**
 * Holds frames back and hands them to the wrapped endpoint later, in another order.
 *
 * <p>Each frame is due at a poll: a random one, not before that of the frame sent before it unless
 * the seed chose it to overtake. Fences and ordered sequences are obeyed.
 */
final class FaultInjectingEndpoint extends BtlEndpoint {
  private static final int SHORT_FRAME_BYTES = 512;

  /** Frames that may be held if no delay is wished. */
  private static final int MIN_HELD = 4;

  /** A frame in memory of its own; used again, because direct memory is slow to come by. */
  private static final class HeldFrame extends Frame {
    private final Memory header = Memory.allocate(MAX_HEADER_BYTES);
    private Memory payload = Memory.allocate(0);
    private int ordering;
    private long duePoll;
    private long number;
    private ByteBuffer inPlacePayload;
    private int inPlaceOffset;
    private int inPlaceBytes;
    private BtlCompletion completion;

    void prepare(int headerBytes, int payloadBytes, int itsOrdering) {
      if (payload.capacity() < payloadBytes) {
        payload = Memory.allocate(payloadBytes);
      }
      setHeader(header, 0, headerBytes);
      setPayload(payloadBytes == 0 ? null : payload, 0, payloadBytes);
      ordering = itsOrdering;
      inPlacePayload = null;
      completion = null;
    }
  }

  private final FaultInjectingModule module;
  private final BtlEndpoint inner;
  private final FaultSettings settings;
  private final Random random;
  private final PriorityQueue<HeldFrame> held =
      new PriorityQueue<>(
          Comparator.<HeldFrame>comparingLong(frame -> frame.duePoll)
              .thenComparingLong(frame -> frame.number));
  private final ArrayDeque<HeldFrame> free = new ArrayDeque<>();
  private long polls;
  private long frames;
  private long lastDuePoll;
  private long overtaking;
  private long lost;
  private long busyAnswers;
  private boolean failed;

  FaultInjectingEndpoint(
      FaultInjectingModule module, BtlEndpoint inner, FaultSettings settings, int rank) {
    super(inner.peer());
    this.module = module;
    this.inner = inner;
    this.settings = settings;
    this.random = new Random(settings.seed() * 1_000_003L + rank * 10_007L + inner.peer());
  }

  @Override
  public BtlModule module() {
    return module;
  }

  @Override
  public int maxFrameBytes() {
    int longest = inner.maxFrameBytes();
    return frames < settings.shortAfterFrames() ? longest : Math.min(longest, SHORT_FRAME_BYTES);
  }

  @Override
  public Frame reserve(int headerBytes, int payloadBytes, int ordering) {
    checkAlive();
    if (headerBytes + payloadBytes > module.attributes().maxSendSize()) {
      throw new IllegalArgumentException(
          "a frame of " + headerBytes + " and " + payloadBytes + " bytes is too long");
    }
    if (headerBytes + payloadBytes > maxFrameBytes()
        || saysBusy()
        || held.size() >= Math.max(MIN_HELD, settings.delayFrames())) {
      return null;
    }
    HeldFrame frame = free.isEmpty() ? new HeldFrame() : free.pop();
    frame.prepare(headerBytes, payloadBytes, ordering);
    return frame;
  }

  @Override
  public void sendImmediate(Frame frame) {
    hold((HeldFrame) frame);
  }

  @Override
  public boolean send(Frame frame, BtlCompletion completion) {
    ((HeldFrame) frame).completion = completion;
    hold((HeldFrame) frame);
    return false;
  }

  @Override
  public boolean sendInPlace(
      Frame frame, ByteBuffer payload, int offset, int payloadBytes, BtlCompletion completion) {
    if (!capabilities().sendsInPlace()) {
      return super.sendInPlace(frame, payload, offset, payloadBytes, completion);
    }
    HeldFrame late = (HeldFrame) frame;
    late.inPlacePayload = payload;
    late.inPlaceOffset = offset;
    late.inPlaceBytes = payloadBytes;
    late.completion = completion;
    hold(late);
    return false;
  }

  @Override
  public void cancel(Frame frame) {
    free.push((HeldFrame) frame);
  }

  @Override
  public void giveUp(BtlException cause) {
    inner.giveUp(cause);
  }

  @Override
  public void push() {
    inner.push();
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
    if (capabilities().puts()) {
      checkAlive();
      if (saysBusy() || mustWait(ordering)) {
        return BtlResult.BUSY;
      }
      if (random.nextInt(100) < settings.refusePercent()) {
        return BtlResult.REFUSED;
      }
    }
    return inner.put(
        source,
        position,
        local,
        remoteKey,
        remoteOffset,
        lengthBytes,
        innerOrdering(ordering),
        mine(completion));
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
    if (capabilities().gets()) {
      checkAlive();
      if (saysBusy() || mustWait(ordering)) {
        return BtlResult.BUSY;
      }
      if (random.nextInt(100) < settings.refusePercent()) {
        return BtlResult.REFUSED;
      }
    }
    return inner.get(
        target,
        position,
        local,
        remoteKey,
        remoteOffset,
        lengthBytes,
        innerOrdering(ordering),
        refusable(completion));
  }

  @Override
  public void checkKey(byte[] remoteKey, long remoteOffset, long lengthBytes) {
    inner.checkKey(remoteKey, remoteOffset, lengthBytes);
  }

  @Override
  public BtlResult flush(BtlCompletion completion) {
    return capabilities().flushes() && saysBusy() ? BtlResult.BUSY : inner.flush(mine(completion));
  }

  @Override
  public BtlResult atomic(
      AtomicOperation operation,
      byte[] remoteKey,
      long remoteOffset,
      long operand,
      long comparand,
      BtlRegistration result,
      long resultOffset,
      int ordering,
      BtlCompletion completion) {
    return capabilities().hasAtomics() && (saysBusy() || mustWait(ordering))
        ? BtlResult.BUSY
        : inner.atomic(
            operation,
            remoteKey,
            remoteOffset,
            operand,
            comparand,
            result,
            resultOffset,
            innerOrdering(ordering),
            mine(completion));
  }

  /** Hands on what is due; returns how many frames went. */
  int releaseDue() {
    polls++;
    return release(polls);
  }

  /** Hands on everything whether due or not, as it closes; true if nothing is left. */
  boolean releaseAll() {
    if (!failed) {
      try {
        release(Long.MAX_VALUE);
      } catch (BtlException gone) {
        // A peer that has closed before waits for nothing of it.
        fail();
      }
    }
    return held.isEmpty();
  }

  /** The peer is gone. */
  void fail() {
    failed = true;
    List<HeldFrame> lost = new ArrayList<>(held);
    held.clear();
    for (HeldFrame frame : lost) {
      if (frame.completion != null) {
        frame.completion.completed(this, BtlResult.FAILED);
      }
    }
  }

  String describe() {
    return "to rank %d: %d frames, %d may overtake, %d held, %d lost, %d times busy"
        .formatted(peer(), frames, overtaking, held.size(), lost, busyAnswers);
  }

  private BtlCapabilities capabilities() {
    return module.attributes().capabilities();
  }

  private boolean saysBusy() {
    boolean busy = random.nextInt(100) < settings.busyPercent();
    busyAnswers += busy ? 1 : 0;
    return busy;
  }

  /** True if an operation that is not held back must not pass what is. */
  private boolean mustWait(int ordering) {
    return RequestedOrder.asksForMore(ordering) && !held.isEmpty();
  }

  private void checkAlive() {
    if (failed) {
      throw new BtlException(module.name() + ": the connection to rank " + peer() + " has failed");
    }
  }

  private void hold(HeldFrame frame) {
    frame.number = frames++;
    long due = polls + random.nextInt(settings.delayFrames() + 1);
    if (random.nextInt(100) < settings.reorderPercent()) {
      overtaking++;
    } else {
      due = Math.max(due, lastDuePoll);
    }
    due = Math.max(due, earliestAllowed(frame.ordering));
    lastDuePoll = Math.max(lastDuePoll, due);
    frame.duePoll = due;
    held.add(frame);
  }

  /** A fence waits for all that is held, a member of a sequence for the others of it. */
  private long earliestAllowed(int ordering) {
    boolean fence = (ordering & (RequestedOrder.FENCE_LOCAL | RequestedOrder.FENCE_GLOBAL)) != 0;
    int sequence = RequestedOrder.sequenceOf(ordering);
    long earliest = 0;
    for (HeldFrame other : held) {
      boolean sameSequence = sequence != 0 && RequestedOrder.sequenceOf(other.ordering) == sequence;
      if (fence || sameSequence) {
        earliest = Math.max(earliest, other.duePoll);
      }
    }
    return earliest;
  }

  /** Holding frames back cuts sequences apart, so that a fence must do instead. */
  private static int innerOrdering(int ordering) {
    return RequestedOrder.sequenceOf(ordering) == 0 ? ordering : RequestedOrder.FENCE_GLOBAL;
  }

  private int release(long upToPoll) {
    int released = 0;
    while (!failed && !held.isEmpty() && held.peek().duePoll <= upToPoll) {
      HeldFrame frame = held.peek();
      if (frame.number >= settings.loseAfterFrames()) {
        held.remove();
        lose(frame);
        continue;
      }
      int ordering = innerOrdering(frame.ordering);
      Frame real = inner.reserve(frame.headerBytes(), frame.payloadBytes(), ordering);
      if (real == null) {
        break;
      }
      held.remove();
      released++;
      handOn(frame, real);
    }
    if (released > 0 && !failed) {
      inner.push();
    }
    return released;
  }

  /** As a network does that fails without a word: nobody is told. */
  private void lose(HeldFrame frame) {
    lost++;
    free.push(frame);
    if (frame.completion != null) {
      frame.completion.completed(this, BtlResult.DONE);
    }
  }

  private void handOn(HeldFrame frame, Frame real) {
    copy(real.headerMemory(), real.headerOffset(), frame.headerMemory(), frame.headerBytes());
    if (frame.payloadBytes() > 0) {
      copy(real.payloadMemory(), real.payloadOffset(), frame.payloadMemory(), frame.payloadBytes());
    }
    BtlCompletion completion = frame.completion == null ? (to, result) -> {} : frame.completion;
    boolean done =
        frame.inPlacePayload == null
            ? inner.send(real, mine(completion))
            : inner.sendInPlace(
                real,
                frame.inPlacePayload,
                frame.inPlaceOffset,
                frame.inPlaceBytes,
                mine(completion));
    // Its payload has been copied, or was never in it.
    free.push(frame);
    if (done) {
      completion.completed(this, BtlResult.DONE);
    }
  }

  private static void copy(Memory target, int targetOffset, Memory source, int lengthBytes) {
    target.copyFrom(targetOffset, source, 0, lengthBytes);
  }

  private BtlCompletion mine(BtlCompletion completion) {
    return (endpoint, result) -> completion.completed(this, result);
  }

  /** A get may be found out to be impossible when a part of it has been done. */
  private BtlCompletion refusable(BtlCompletion completion) {
    boolean refused = random.nextInt(100) < settings.refusePercent();
    return (endpoint, result) ->
        completion.completed(
            this, refused && result == BtlResult.DONE ? BtlResult.REFUSED : result);
  }
}
