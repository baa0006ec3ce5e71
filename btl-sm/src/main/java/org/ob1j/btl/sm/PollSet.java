package org.ob1j.btl.sm;

import org.ob1j.btl.FrameRejectedException;
import org.ob1j.runtime.memory.Memory;

/**
 * Decides which of a rank's rings to look at, so that a poll costs the same however many peers are
 * silent.
 *
 * <ul>
 *   <li>The rings in use are looked at in every poll, and say so in the segment.
 *   <li>The sender of any other ring sets its bit in a doorbell word.
 *   <li>Now and then one of the other rings is looked at, in turn: the flag and the doorbell are
 *       used without a fence, and what falls between them is found here.
 * </ul>
 */
final class PollSet {
  /** What a ring needs from its owner. */
  interface Owner {
    /** Finds out who sends into a ring before its first frame; false if that is nobody known. */
    boolean identify(IncomingRing ring);

    /** A ring's sender wrote what cannot be right; it will not be looked at again. */
    void broken(IncomingRing ring, FrameRejectedException cause);
  }

  /** No peer may keep the others waiting longer than for so many frames. */
  static final int FRAMES_PER_POLL = 16;

  /** So few rings are cheap to look at while they are silent for a moment. */
  static final int ALWAYS_KEPT = 4;

  /** A ring is given up after so many polls without a frame, unless few are in use. */
  static final int SILENT_POLLS = 64;

  /**
   * A ring is given up after so many polls without a frame, however few are in use: about a fifth
   * of a millisecond, after which ringing a doorbell once more is nothing.
   */
  static final int LONG_SILENT_POLLS = 20_000;

  /**
   * Another ring is looked at in one of so many polls, a power of two. The rings' first slots share
   * a set of the first cache, so that looking more often costs misses.
   */
  static final int POLLS_PER_TURN = 8;

  /**
   * The same of polls that find nothing although a frame came not long ago, fewer than {@link
   * #SILENT_POLLS} before: the next one is perhaps on its way, and a look would delay it.
   */
  static final int BUSY_POLLS_PER_TURN = 64;

  /** Rings not in use are kept waiting by those in use for at most so many polls. */
  static final int BUSY_POLLS = 8;

  private final Memory segment;
  private final SegmentLayout layout;
  private final IncomingRing[] rings;
  private final Owner owner;
  private final IncomingRing[] polled;
  private int polledCount;
  private int turn;
  private final int doorbells;
  private int polls;
  private int pollsSinceFrame;
  private int busyPolls;

  /**
   * @param rings by index; null where there is no sender
   */
  PollSet(Memory segment, SegmentLayout layout, IncomingRing[] rings, Owner owner) {
    this.segment = segment;
    this.layout = layout;
    this.rings = rings;
    this.owner = owner;
    polled = new IncomingRing[rings.length];
    doorbells = layout.doorbells();
  }

  /** Looks at what may have frames; returns how many slots were taken. */
  int poll() {
    int events = 0;
    for (int i = polledCount - 1; i >= 0; i--) {
      IncomingRing ring = polled[i];
      int taken = poll(ring);
      events += taken;
      if (hasEnoughOf(ring.noteSilence(taken == 0))) {
        forget(ring);
      }
    }
    boolean quiet = pollsSinceFrame > SILENT_POLLS;
    if (events == 0) {
      pollsSinceFrame += quiet ? 0 : 1;
    } else {
      pollsSinceFrame = 0;
      if (++busyPolls < BUSY_POLLS) {
        // Whoever waits has perhaps got what it waits for: the silent rings can wait a few polls.
        return events;
      }
    }
    busyPolls = 0;
    for (int word = 0; word < doorbells; word++) {
      if (segment.getLongAcquire(layout.doorbellOffset(word)) != 0) {
        events += answer(word);
      }
    }
    polls++;
    int pollsPerTurn = quiet || events != 0 ? POLLS_PER_TURN : BUSY_POLLS_PER_TURN;
    return (polls & pollsPerTurn - 1) == 0 ? events + pollNextInTurn() : events;
  }

  /** Polls no ring any more unless its sender asks for it. */
  void forgetAll() {
    while (polledCount > 0) {
      forget(polled[polledCount - 1]);
    }
  }

  /** Looks at everything: true if no frame waits and nobody has asked. */
  boolean isSilent() {
    if (polledCount != 0) {
      // Part of a message has come since; for the rest its sender would not ring.
      return false;
    }
    for (int word = 0; word < doorbells; word++) {
      if (segment.getLongVolatile(layout.doorbellOffset(word)) != 0) {
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

  private boolean hasEnoughOf(int silentPolls) {
    return silentPolls > SILENT_POLLS
        && (polledCount > ALWAYS_KEPT || silentPolls > LONG_SILENT_POLLS);
  }

  /** How many rings are looked at in every poll. */
  int polledCount() {
    return polledCount;
  }

  private int answer(int word) {
    int events = 0;
    long bits = segment.getAndSetLong(layout.doorbellOffset(word), 0);
    while (bits != 0) {
      int index = word * Long.SIZE + Long.numberOfTrailingZeros(bits);
      bits &= bits - 1;
      if (index < rings.length && rings[index] != null && !rings[index].isPolled()) {
        events += use(rings[index]);
      }
    }
    return events;
  }

  private int pollNextInTurn() {
    turn = turn + 1 < rings.length ? turn + 1 : 0;
    IncomingRing ring = rings[turn];
    return ring != null && !ring.isPolled() && ring.isReady() ? use(ring) : 0;
  }

  private int use(IncomingRing ring) {
    if (ring.from() == null && !owner.identify(ring)) {
      rings[ring.index()] = null;
      return 0;
    }
    polled[polledCount++] = ring;
    ring.setPolled(true);
    segment.putLongRelease(layout.polledOffset(ring.index()), 1);
    return poll(ring);
  }

  private int poll(IncomingRing ring) {
    try {
      return ring.poll(FRAMES_PER_POLL);
    } catch (FrameRejectedException cannotBeRight) {
      forget(ring);
      rings[ring.index()] = null;
      owner.broken(ring, cannotBeRight);
      return 1;
    }
  }

  private void forget(IncomingRing ring) {
    for (int i = 0; i < polledCount; i++) {
      if (polled[i] == ring) {
        polled[i] = polled[--polledCount];
        polled[polledCount] = null;
        ring.setPolled(false);
        segment.putLongRelease(layout.polledOffset(ring.index()), 0);
        return;
      }
    }
  }
}
