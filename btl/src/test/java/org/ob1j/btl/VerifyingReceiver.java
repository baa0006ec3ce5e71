package org.ob1j.btl;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import org.ob1j.btl.order.BtlOperation;
import org.ob1j.runtime.memory.Memory;

/**
 * Checks every byte of every frame of {@link TestFrames} and notes what arrived. What is wrong is
 * kept in {@link #errors} because a transport might not pass an exception on.
 */
public final class VerifyingReceiver implements BtlReceiver {
  /** Called after a frame was found right. */
  public interface Reaction {
    void received(BtlEndpoint from, TestFrames.Noted frame);
  }

  /** A failure that a transport reported. */
  public record Failure(BtlModule module, int peer, BtlException cause) {}

  private final int rank;
  private final Map<Integer, List<TestFrames.Noted>> received = new HashMap<>();
  private final List<String> errors = new ArrayList<>();
  private final List<Failure> failures = new ArrayList<>();
  private LongPredicate rejects = number -> false;
  private LongPredicate places = number -> false;
  private Reaction reaction = (from, frame) -> {};
  private boolean insideProgress;
  private int receivedCount;
  private int placing;

  public VerifyingReceiver(int rank) {
    this.rank = rank;
  }

  /** What to do after each frame; it runs inside the transport's callback. */
  public void onFrame(Reaction newReaction) {
    reaction = newReaction;
  }

  /** Frames with these numbers are refused by a {@link FrameRejectedException}. */
  public void rejecting(LongPredicate numbers) {
    rejects = numbers;
  }

  /** Frames with these numbers are taken through {@link #place} if the transport asks. */
  public void placing(LongPredicate numbers) {
    places = numbers;
  }

  /** Everything that arrived from a peer, in the order of arrival. */
  public List<TestFrames.Noted> received(int peer) {
    return received.computeIfAbsent(peer, key -> new ArrayList<>());
  }

  /** How many frames arrived from all peers. */
  public int receivedCount() {
    return receivedCount;
  }

  /** What was wrong. */
  public List<String> errors() {
    return errors;
  }

  /** What the transport reported as failed. */
  public List<Failure> failures() {
    return failures;
  }

  boolean isInsideProgress() {
    return insideProgress;
  }

  void setInsideProgress(boolean inside) {
    insideProgress = inside;
  }

  @Override
  public void receive(
      BtlEndpoint from,
      Memory header,
      int headerOffset,
      int headerBytes,
      Memory payload,
      int payloadOffset,
      int payloadBytes) {
    long number = checkHeader(from, header, headerOffset, headerBytes);
    check(
        placing == 0 || !keepsOrder(from),
        "a frame is delivered while a payload before it is being placed");
    if (rejects.test(number)) {
      throw new FrameRejectedException(
          FrameRejectedException.Rejection.UNKNOWN_TYPE, "frame " + number + " is to be rejected");
    }
    if (payloadBytes != 0) {
      check(payloadOffset % Long.BYTES == 0, "payload offset " + payloadOffset);
      long seed = TestFrames.seed(from.peer(), rank, number);
      int mismatch = TestFrames.payloadMismatch(payload.bytes(), payloadOffset, payloadBytes, seed);
      check(mismatch < 0, "frame " + number + " differs at payload byte " + mismatch);
    }
    note(from, new TestFrames.Noted(number, headerBytes, payloadBytes));
  }

  @Override
  public PayloadTarget place(
      BtlEndpoint from, Memory header, int headerOffset, int headerBytes, int payloadBytes) {
    long number = checkHeader(from, header, headerOffset, headerBytes);
    if (rejects.test(number)) {
      throw new FrameRejectedException(
          FrameRejectedException.Rejection.UNKNOWN_TYPE, "frame " + number + " is to be rejected");
    }
    if (!places.test(number)) {
      return null;
    }
    placing++;
    return new Placed(from, new TestFrames.Noted(number, headerBytes, payloadBytes));
  }

  @Override
  public void failed(BtlModule module, int peer, BtlException cause) {
    failures.add(new Failure(module, peer, cause));
  }

  private long checkHeader(BtlEndpoint from, Memory header, int headerOffset, int headerBytes) {
    check(insideProgress, "a frame is delivered outside progress");
    check(headerOffset % Long.BYTES == 0, "header offset " + headerOffset);
    long number = header.getLong(headerOffset);
    long seed = TestFrames.seed(from.peer(), rank, number);
    int mismatch = TestFrames.headerMismatch(header, headerOffset, headerBytes, seed);
    check(mismatch < 0, "frame " + number + " differs at header byte " + mismatch);
    return number;
  }

  private static boolean keepsOrder(BtlEndpoint from) {
    return from.module().attributes().order().keeps(BtlOperation.SEND, BtlOperation.SEND);
  }

  private void note(BtlEndpoint from, TestFrames.Noted frame) {
    received(from.peer()).add(frame);
    receivedCount++;
    reaction.received(from, frame);
  }

  private void check(boolean right, String error) {
    if (!right) {
      errors.add("rank " + rank + ": " + error);
    }
  }

  /** Memory for a payload that the transport asked for, with a margin that must stay untouched. */
  private final class Placed implements PayloadTarget {
    private static final int MARGIN = 24;

    private final BtlEndpoint from;
    private final TestFrames.Noted frame;
    private final ByteBuffer memory;

    Placed(BtlEndpoint from, TestFrames.Noted frame) {
      this.from = from;
      this.frame = frame;
      memory = ByteBuffer.allocateDirect(frame.payloadBytes() + 2 * MARGIN);
    }

    @Override
    public ByteBuffer memory() {
      return memory;
    }

    @Override
    public long offset() {
      return MARGIN;
    }

    @Override
    public void arrived() {
      placing--;
      long seed = TestFrames.seed(from.peer(), rank, frame.number());
      int mismatch = TestFrames.payloadMismatch(memory, MARGIN, frame.payloadBytes(), seed);
      check(mismatch < 0, "placed frame " + frame.number() + " differs at byte " + mismatch);
      for (int i = 0; i < MARGIN; i++) {
        check(memory.get(i) == 0, "a byte before the placed payload was written");
        check(memory.get(memory.capacity() - 1 - i) == 0, "a byte after it was written");
      }
      note(from, frame);
    }

    @Override
    public void abandoned() {
      placing--;
    }
  }
}
