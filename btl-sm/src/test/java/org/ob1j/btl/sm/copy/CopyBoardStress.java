package org.ob1j.btl.sm.copy;

import org.ob1j.btl.sm.buffer.BufferKey;
import org.ob1j.btl.sm.buffer.BufferLocation;
import org.ob1j.runtime.memory.Memory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Receiver and sender take the chunks of one copy: each chunk is taken once, and a sender that
 * comes late takes none of the next copy, which has more of them.
 */
@JCStressTest
@Outcome(id = "7, 31", expect = Expect.ACCEPTABLE, desc = "every chunk of both copies taken once")
@State
public class CopyBoardStress {
  private static final long FIRST = 1;
  private static final long SECOND = 2;
  private static final int FIRST_CHUNKS = 3;
  private static final int SECOND_CHUNKS = 5;
  private static final int CHUNK_BYTES = 4096;

  /** In place of a set of chunks: one of them was taken twice, or never. */
  private static final int TWICE = 1 << 31;

  /** In looks: seconds, far more than the sender needs even without a core of its own. */
  private static final int LONGEST_WAIT = 1 << 28;

  private final CopyBoard board = new CopyBoard(Memory.allocate(CopyBoard.BYTES), 0);
  private int byReceiver;
  private int bySender;
  private int ofSecond;

  /** Offers the first copy. */
  public CopyBoardStress() {
    board.offer(FIRST, job(FIRST_CHUNKS));
  }

  /** Takes what there is of the first copy, waits for the sender's chunks, goes on with another. */
  @Actor
  public void receiver() {
    byReceiver = takeAll(FIRST, FIRST_CHUNKS);
    for (int looks = 0;
        Integer.bitCount(byReceiver) + board.helped(FIRST) < FIRST_CHUNKS;
        looks++) {
      if (looks == LONGEST_WAIT) {
        byReceiver = TWICE;
        return;
      }
      Thread.onSpinWait();
    }
    board.offer(SECOND, job(SECOND_CHUNKS));
    ofSecond = takeAll(SECOND, SECOND_CHUNKS);
  }

  /** Helps with the first copy. */
  @Actor
  public void sender() {
    int chunks = board.read(1, 0).chunks();
    int chunk = board.takeFirst(FIRST, chunks);
    while (chunk >= 0) {
      bySender = with(bySender, chunk);
      board.setHelped(FIRST, Integer.bitCount(bySender), false);
      chunk = board.takeFirst(FIRST, chunks);
    }
  }

  /** Adds up. */
  @Arbiter
  public void sum(II_Result result) {
    result.r1 = (byReceiver & bySender) == 0 ? byReceiver | bySender : TWICE;
    result.r2 = ofSecond;
  }

  private int takeAll(long operation, int chunks) {
    int taken = 0;
    for (int chunk = board.takeLast(operation, chunks);
        chunk >= 0;
        chunk = board.takeLast(operation, chunks)) {
      taken = with(taken, chunk);
    }
    return taken;
  }

  private static int with(int taken, int chunk) {
    return (taken & 1 << chunk) == 0 ? taken | 1 << chunk : TWICE;
  }

  private static CopyBoard.Job job(int chunks) {
    return new CopyBoard.Job(
        0,
        CopyBoard.SourceKind.RUN,
        0,
        new BufferKey(1, 0, 0, new BufferLocation(0, 0, 0, 0, 0), 0),
        null,
        0,
        (long) chunks * CHUNK_BYTES,
        CHUNK_BYTES);
  }
}
