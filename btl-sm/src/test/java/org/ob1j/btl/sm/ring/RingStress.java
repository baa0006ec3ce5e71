package org.ob1j.btl.sm.ring;

import org.ob1j.btl.sm.segment.SenderPartLayout;
import org.ob1j.runtime.memory.Memory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A ring with its sender and its receiver at once: a frame is seen whole or not at all, in its
 * turn, and none is lost.
 *
 * <p>The second result is how many frames there were in the end; a frame whose bytes are wrong is
 * an error of the receiver's.
 */
final class RingStress {
  private static final int HEADER_BYTES = 24;
  private static final int LONG_RING_BYTES = 8192;
  private static final int TAKEN_AT_ONCE = 16;
  private static final int LINES = SenderPartLayout.RING_BYTES / RecordLayout.LINE_BYTES;

  private RingStress() {}

  /** What has come when the receiver has looked once. */
  private static int look(RingPair pair) {
    pair.incoming.poll(TAKEN_AT_ONCE);
    return pair.received.size();
  }

  /** How many frames have come in the end; -1 if they are not those that were sent. */
  private static int takeRest(RingPair pair) {
    pair.deliverAll();
    return pair.received.equals(pair.sent) ? pair.received.size() : -1;
  }

  /** A frame of one line and one of several. */
  @JCStressTest
  @Outcome(id = "[012], 2", expect = Expect.ACCEPTABLE, desc = "what had come by then, then all")
  @State
  public static class InFirstRing {
    private final RingPair pair = new RingPair(2, 1);

    /** Sends. */
    @Actor
    public void sender() {
      pair.send(HEADER_BYTES, 8);
      pair.send(HEADER_BYTES, 700);
    }

    /** Looks once. */
    @Actor
    public void receiver(II_Result result) {
      result.r1 = look(pair);
    }

    /** Takes the rest. */
    @Arbiter
    public void rest(II_Result result) {
      result.r2 = takeRest(pair);
    }
  }

  /** The second frame does not fit before the ring's end. */
  @JCStressTest
  @Outcome(id = "6[012], 62", expect = Expect.ACCEPTABLE, desc = "what had come by then, then all")
  @State
  public static class AtTheEnd {
    private final RingPair pair = new RingPair(2, 1);

    /** Goes nearly once around. */
    public AtTheEnd() {
      for (int i = 0; i < LINES - 4; i++) {
        pair.send(HEADER_BYTES, 8);
        pair.incoming.poll(1);
      }
    }

    /** Sends. */
    @Actor
    public void sender() {
      pair.send(HEADER_BYTES, 8);
      pair.send(HEADER_BYTES, 400);
    }

    /** Looks once. */
    @Actor
    public void receiver(II_Result result) {
      result.r1 = look(pair);
    }

    /** Takes the rest. */
    @Arbiter
    public void rest(II_Result result) {
      result.r2 = takeRest(pair);
    }
  }

  /** A ring that is full but for one record: what is taken and what is free meet. */
  @JCStressTest
  @Outcome(id = "16, (63|64)", expect = Expect.ACCEPTABLE, desc = "all that was sent, in its turn")
  @State
  public static class AlmostFull {
    private final RingPair pair = new RingPair(2, 1);

    /** Fills the ring. */
    public AlmostFull() {
      for (int i = 0; i < LINES - 2; i++) {
        pair.send(HEADER_BYTES, 8);
      }
    }

    /** Sends what there is room for. */
    @Actor
    public void sender() {
      pair.send(HEADER_BYTES, 8);
      pair.send(HEADER_BYTES, 16);
    }

    /** Makes room. */
    @Actor
    public void receiver(II_Result result) {
      result.r1 = look(pair);
    }

    /** Takes the rest. */
    @Arbiter
    public void rest(II_Result result) {
      result.r2 = takeRest(pair);
    }
  }

  /** The sender changes to the long ring between two frames. */
  @JCStressTest
  @Outcome(id = "[012], 2", expect = Expect.ACCEPTABLE, desc = "what had come by then, then all")
  @State
  public static class Change {
    private final RingPair pair = new RingPair(2, 1);
    private final Memory longRing = pair.acceptLongRing(LONG_RING_BYTES);

    /** Sends. */
    @Actor
    public void sender() {
      pair.send(HEADER_BYTES, 100);
      pair.outgoing.switchTo(longRing);
      pair.send(HEADER_BYTES, 3_000);
    }

    /** Looks once. */
    @Actor
    public void receiver(II_Result result) {
      result.r1 = look(pair);
    }

    /** Takes the rest. */
    @Arbiter
    public void rest(II_Result result) {
      result.r2 = takeRest(pair);
    }
  }

  /** What the sender knows to be delivered has been. */
  @JCStressTest
  @Outcome(id = "-1, 1", expect = Expect.ACCEPTABLE, desc = "not known to be delivered")
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "known to be delivered")
  @State
  public static class Delivered {
    private final RingPair pair = new RingPair(2, 1);

    /** Sends, and looks at what the receiver has done if it is through. */
    @Actor
    public void sender(II_Result result) {
      pair.send(HEADER_BYTES, 8);
      result.r1 = pair.outgoing.isDelivered() ? pair.received.size() : -1;
    }

    /** Looks once, and says so. */
    @Actor
    public void receiver() {
      look(pair);
    }

    /** Takes the rest. */
    @Arbiter
    public void rest(II_Result result) {
      result.r2 = takeRest(pair);
    }
  }
}
