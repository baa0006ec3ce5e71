package org.ob1j.btl.sm.ring;

import java.lang.invoke.VarHandle;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.BitSet;
import org.ob1j.btl.BtlPoller;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.sm.segment.SegmentLayout;
import org.ob1j.btl.sm.segment.SleepFlag;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.progress.Progressable;

/**
 * Decides which of a rank's rings to poll, so that a poll costs the same however many peers are
 * silent.
 *
 * <ul>
 *   <li>The rings in use are read in every poll, and say so in the segment.
 *   <li>The sender of any other ring sets its bit in a doorbell word. So new rings are found, too.
 *   <li>Now and then (a survey) one of the other rings is polled, in turn: the flag and the
 *       doorbell are used without a fence, so a sender may take a ring for polled that is not any
 *       more. What it sent is found here. A new ring has never been polled, so its first doorbell
 *       is never left out.
 * </ul>
 */
public final class PollSet implements BtlPoller {
  /** What a ring needs from its owner. */
  public interface Owner {
    /**
     * Called for a ring when its doorbell rings first; if it throws, once more in the next poll.
     *
     * @return null if nothing can be taken from it; {@link PollSet#openAgain} has this called again
     */
    IncomingRing open(int index);

    /** A ring's sender wrote what cannot be right; it will not be polled again. */
    void broken(IncomingRing ring, FrameRejectedException cause);

    /** Called now and then while the rings are polled. */
    void survey();
  }

  /** No peer may keep the others waiting longer than for so many frames. */
  static final int FRAMES_PER_POLL = 16;

  /** So few rings are cheap to poll while they are silent for a moment. */
  static final int ALWAYS_KEPT = 4;

  /**
   * A ring is given up after about so many polls of others without a frame, unless few are in use.
   */
  static final int SILENT_POLLS = 64;

  /**
   * A ring is given up after about so many polls of others without a frame, however few are in use:
   * tens of milliseconds. Peers that are silent for less, while their JVM compiles, are the rule at
   * the beginning of a job; to find them by their doorbells then is a path of its own.
   */
  static final int LONG_SILENT_POLLS = 500_000;

  /**
   * Rings not in use are kept waiting by those in use for at most so many polls, a power of two.
   */
  static final int BUSY_POLLS = 8;

  /**
   * In one poll of the other rings out of so many, a power of two, there is a survey. Seldom enough
   * for C2 to leave it out of the code of a poll, which is compiled before peers have been silent
   * for long.
   */
  static final int POLLS_OF_OTHERS_PER_SURVEY = 256;

  private final Memory header;
  private final Owner owner;
  private final SleepFlag sleep;
  private final Progressable chores;

  /** One test in a poll stands for all that is seldom to do. */
  private boolean hasChores;

  private boolean closed;

  /** By index; null where none has been opened, or it is of no use. */
  private IncomingRing[] rings = new IncomingRing[4];

  private final BitSet opened = new BitSet();
  private IncomingRing[] polled = new IncomingRing[4];
  private int polledCount;
  private int turn;
  private final LongBuffer words;
  private int doorbells;
  private int pollsOfOthers;
  private int busyPolls;

  /**
   * @param header of this rank's segment
   * @param chores what else there may be to do; polled when that has been asked for
   */
  public PollSet(Memory header, Owner owner, SleepFlag sleep, Progressable chores) {
    this.header = header;
    this.owner = owner;
    this.sleep = sleep;
    this.chores = chores;
    words = header.longs();
    doorbells = doorbells();
  }

  /** The next poll does chores, too. */
  public void requestChores() {
    hasChores = !closed;
  }

  /** Polls what may have frames; returns how many records were taken, and of chores done. */
  @Override
  public int progress() {
    // One for all words that are read: else a loop of polls might read them once.
    VarHandle.acquireFence();
    int events = 0;
    int at = 0;
    try {
      for (; at < polledCount; at++) {
        events += polled[at].poll(FRAMES_PER_POLL);
      }
    } catch (FrameRejectedException cannotBeRight) {
      // The rings behind it have their turn in the next poll.
      events += drop(polled[at], cannotBeRight);
    }
    if (events == 0 || (++busyPolls & BUSY_POLLS - 1) == 0) {
      events += pollOthers();
    }
    return hasChores ? events + doChores() : events;
  }

  private int doChores() {
    hasChores = false;
    return chores.progress();
  }

  @Override
  public void prepareSleep() {
    if (!closed) {
      owner.survey();
      forgetAll();
      sleep.raise();
    }
  }

  @Override
  public long maxSleepNanos() {
    if (closed) {
      return Long.MAX_VALUE;
    }
    long nanos = chores.maxSleepNanos();
    return sleep.isRaised() && isSilent() ? nanos : 0;
  }

  @Override
  public void endSleep() {
    if (!closed) {
      sleep.lower();
    }
  }

  /** Polls nothing any more: the segment is about to be closed. */
  public void close() {
    closed = true;
    hasChores = false;
    polledCount = 0;
  }

  /** Polls beyond the rings in use: what doorbells tell of, and now and then one ring in turn. */
  private int pollOthers() {
    if (closed) {
      return 0;
    }
    int events = 0;
    for (int word = 0; word < doorbells; word++) {
      if (words.get(SegmentLayout.doorbellOffset(word) >> 3) != 0) {
        events += answer(word);
      }
    }
    return (++pollsOfOthers & POLLS_OF_OTHERS_PER_SURVEY - 1) == 0 ? events + survey() : events;
  }

  /** What need not be done in every poll. */
  private int survey() {
    doorbells = doorbells();
    int i = 0;
    while (i < polledCount) {
      IncomingRing ring = polled[i];
      if (hasEnoughOf(ring.noteSilence(POLLS_OF_OTHERS_PER_SURVEY))) {
        // Another takes its place.
        forget(ring);
      } else {
        i++;
      }
    }
    owner.survey();
    return pollNextInTurn();
  }

  /** Polls no ring any more unless its sender asks for it. */
  void forgetAll() {
    while (polledCount > 0) {
      forget(polled[polledCount - 1]);
    }
  }

  /** Polls everything: true if no frame waits and nobody has asked. */
  boolean isSilent() {
    if (polledCount != 0) {
      // Part of a message has come since; for the rest its sender would not ring.
      return false;
    }
    doorbells = doorbells();
    for (int word = 0; word < doorbells; word++) {
      if (header.getLongVolatile(SegmentLayout.doorbellOffset(word)) != 0) {
        return false;
      }
    }
    for (IncomingRing ring : rings) {
      if (ring != null && ring.isReady()) {
        return false;
      }
    }
    return true;
  }

  /** How many words may have bits; one at least, where the first peer will ring. */
  private int doorbells() {
    return SegmentLayout.doorbells(Math.max(1, SegmentLayout.ringsTaken(header)));
  }

  private boolean hasEnoughOf(int silentPolls) {
    return silentPolls > SILENT_POLLS
        && (polledCount > ALWAYS_KEPT || silentPolls > LONG_SILENT_POLLS);
  }

  /** How many rings are read in every poll. */
  public int polledCount() {
    return polledCount;
  }

  private int answer(int word) {
    int events = 0;
    long bits = header.getAndSetLong(SegmentLayout.doorbellOffset(word), 0);
    try {
      while (bits != 0) {
        IncomingRing ring = ring(word * Long.SIZE + Long.numberOfTrailingZeros(bits));
        if (ring != null && !ring.isPolled()) {
          events += use(ring);
        }
        bits &= bits - 1;
      }
    } finally {
      // Where one has failed: of a ring that has not been opened only its doorbell tells.
      if (bits != 0) {
        header.getAndBitwiseOrLong(SegmentLayout.doorbellOffset(word), bits);
      }
    }
    return events;
  }

  /** Asks the owner again for a ring that it has refused. */
  public void openAgain(int index) {
    opened.clear(index);
    header.getAndBitwiseOrLong(SegmentLayout.doorbellOffset(index / Long.SIZE), 1L << index);
  }

  /** The ring, which is opened if it is new; null if there is none, or it is of no use. */
  private IncomingRing ring(int index) {
    if (!opened.get(index) && index < SegmentLayout.ringsTaken(header)) {
      if (index >= rings.length) {
        rings = Arrays.copyOf(rings, Math.max(index + 1, 2 * rings.length));
        polled = Arrays.copyOf(polled, rings.length);
      }
      rings[index] = owner.open(index);
      opened.set(index);
    }
    return index < rings.length ? rings[index] : null;
  }

  private int pollNextInTurn() {
    turn = turn + 1 < rings.length ? turn + 1 : 0;
    IncomingRing ring = rings[turn];
    return ring != null && !ring.isPolled() && ring.isReady() ? use(ring) : 0;
  }

  private int use(IncomingRing ring) {
    polled[polledCount++] = ring;
    ring.setPolled(true);
    try {
      return ring.poll(FRAMES_PER_POLL);
    } catch (FrameRejectedException cannotBeRight) {
      return drop(ring, cannotBeRight);
    }
  }

  private int drop(IncomingRing ring, FrameRejectedException cannotBeRight) {
    forget(ring);
    rings[ring.index()] = null;
    owner.broken(ring, cannotBeRight);
    return 1;
  }

  private void forget(IncomingRing ring) {
    for (int i = 0; i < polledCount; i++) {
      if (polled[i] == ring) {
        polled[i] = polled[--polledCount];
        polled[polledCount] = null;
        ring.setPolled(false);
        return;
      }
    }
  }
}
