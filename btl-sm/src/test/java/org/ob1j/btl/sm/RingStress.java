package org.ob1j.btl.sm;

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
  private static final int PAYLOAD_RING_BYTES = 4096;
  private static final int TAKEN_AT_ONCE = 16;

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

  /** Two frames that fit a slot each. */
  @JCStressTest
  @Outcome(id = "[012], 2", expect = Expect.ACCEPTABLE, desc = "what had come by then, then all")
  @State
  public static class InSlots {
    private final RingPair pair = new RingPair(2, 1);

    /** Sends. */
    @Actor
    public void sender() {
      pair.send(HEADER_BYTES, 8);
      pair.send(HEADER_BYTES, 32);
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

  /** Two frames whose payload is in the payload ring. */
  @JCStressTest
  @Outcome(id = "[012], 2", expect = Expect.ACCEPTABLE, desc = "what had come by then, then all")
  @State
  public static class InPayloadRing {
    private final RingPair pair = new RingPair(2, 1).withPayloadRing(PAYLOAD_RING_BYTES);

    /** Sends. */
    @Actor
    public void sender() {
      pair.send(HEADER_BYTES, 100);
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

  /** One frame in several slots. */
  @JCStressTest
  @Outcome(id = "[01], 1", expect = Expect.ACCEPTABLE, desc = "there or not yet, then there")
  @State
  public static class InSeveralSlots {
    private final RingPair pair = new RingPair(2, 1);

    /** Sends. */
    @Actor
    public void sender() {
      pair.send(HEADER_BYTES, 200);
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

  /** A ring that is full but for one slot: what is taken and what is free meet. */
  @JCStressTest
  @Outcome(id = "16, (64|65)", expect = Expect.ACCEPTABLE, desc = "all that was sent, in its turn")
  @State
  public static class AlmostFull {
    private final RingPair pair = new RingPair(2, 1);

    /** Fills the ring. */
    public AlmostFull() {
      for (int i = 1; i < SlotLayout.SLOTS; i++) {
        pair.send(HEADER_BYTES, 8);
      }
    }

    /** Sends what there is room for. */
    @Actor
    public void sender() {
      pair.send(HEADER_BYTES, 8);
      pair.outgoing.ownNextSlot();
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
}
