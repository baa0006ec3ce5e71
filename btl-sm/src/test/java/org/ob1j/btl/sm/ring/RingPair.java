package org.ob1j.btl.sm.ring;

import java.util.ArrayList;
import java.util.List;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.Frame;
import org.ob1j.btl.PayloadTarget;
import org.ob1j.btl.TestFrames;
import org.ob1j.btl.sm.segment.PeerSegment;
import org.ob1j.btl.sm.segment.PeerSleep;
import org.ob1j.btl.sm.segment.SegmentLayout;
import org.ob1j.btl.sm.segment.SenderPartLayout;
import org.ob1j.runtime.memory.Memory;

/** Both sides of one ring in private memory, and a receiver that checks every byte. */
public final class RingPair implements BtlReceiver {
  static final int MAX_FRAME_BYTES = 32 * 1024;

  public final Memory header;
  final Memory part;
  final OutgoingRing outgoing;

  final IncomingRing incoming;
  final RejectionCounts rejections = new RejectionCounts();
  final List<TestFrames.Noted> sent = new ArrayList<>();
  final List<TestFrames.Noted> received = new ArrayList<>();
  final List<Long> controls = new ArrayList<>();

  private final int index;
  private final Frame frame = new Frame();

  /** A pair in a segment of so many rings. */
  public RingPair(int rings, int index) {
    this(segment(rings), index);
  }

  /** A pair in a segment that has room for it. */
  RingPair(Memory segment, int index) {
    this.index = index;
    header = segment.slice(0, SegmentLayout.HEADER_BYTES);
    part = segment.slice(SegmentLayout.ringOffset(index), SenderPartLayout.BYTES);
    outgoing =
        new OutgoingRing(
            new PeerSegment(header, index, part),
            new PeerSleep(header, ProcessHandle.current().pid()));
    incoming =
        new IncomingRing(
            part,
            index,
            MAX_FRAME_BYTES,
            this,
            (ring, type, first, second, third) -> controls.add(type),
            rejections);
  }

  /** A segment of which so many rings are taken. */
  static Memory segment(int rings) {
    Memory segment = Memory.allocate(SegmentLayout.segmentBytes(rings));
    for (int i = 0; i < rings; i++) {
      SegmentLayout.takeRing(segment);
    }
    return segment;
  }

  /** The receiver accepts a long ring, to which the sender may change. */
  Memory acceptLongRing(int ringBytes) {
    Memory ring = Memory.allocate(ringBytes);
    incoming.acceptLongRing(ring);
    return ring;
  }

  /** Both sides change to a long ring. */
  RingPair withLongRing(int ringBytes) {
    if (!outgoing.switchTo(acceptLongRing(ringBytes)) || incoming.poll(1) != 1) {
      throw new AssertionError("an empty ring has no room for the change to another");
    }
    return this;
  }

  /** Sends the next frame; false if there is no room. */
  public boolean send(int headerBytes, int payloadBytes) {
    if (!outgoing.reserve(frame, headerBytes, payloadBytes)) {
      return false;
    }
    long number = sent.size();
    long seed = TestFrames.seed(index, 0, number);
    TestFrames.writeHeader(frame.headerMemory(), frame.headerOffset(), headerBytes, number, seed);
    if (payloadBytes > 0) {
      TestFrames.writePayload(
          frame.payloadMemory().bytes(), frame.payloadOffset(), payloadBytes, seed);
    }
    sent.add(new TestFrames.Noted(number, headerBytes, payloadBytes));
    outgoing.send(frame);
    return true;
  }

  /** Reserves a frame and gives it back. */
  boolean reserveAndCancel(int headerBytes, int payloadBytes) {
    if (!outgoing.reserve(frame, headerBytes, payloadBytes)) {
      return false;
    }
    TestFrames.writeHeader(frame.headerMemory(), frame.headerOffset(), headerBytes, -1, -1);
    outgoing.cancel();
    return true;
  }

  /** Takes everything that was sent, and says so. */
  void deliverAll() {
    while (incoming.poll(16) != 0) {
      // Until nothing is left.
    }
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
    long number = header.getLong(headerOffset);
    long seed = TestFrames.seed(index, 0, number);
    int headerMismatch = TestFrames.headerMismatch(header, headerOffset, headerBytes, seed);
    int payloadMismatch =
        payloadBytes == 0
            ? -1
            : TestFrames.payloadMismatch(payload.bytes(), payloadOffset, payloadBytes, seed);
    if (headerMismatch >= 0 || payloadMismatch >= 0) {
      throw new AssertionError("frame " + number + " differs");
    }
    received.add(new TestFrames.Noted(number, headerBytes, payloadBytes));
  }

  @Override
  public PayloadTarget place(
      BtlEndpoint from, Memory header, int headerOffset, int headerBytes, int payloadBytes) {
    return null;
  }

  @Override
  public void failed(BtlModule module, int peer, BtlException cause) {
    throw cause;
  }
}
