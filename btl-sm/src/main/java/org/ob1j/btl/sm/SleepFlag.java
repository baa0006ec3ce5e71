package org.ob1j.btl.sm;

import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.progress.Doorbell;

/**
 * Whether the owner of a segment sleeps, and how to wake it: a word in the segment, which is the
 * port of its doorbell while it sleeps, or is about to, and else 0. Whoever takes the port out of
 * the word rings, so that one sleep costs one ring, however many frames come.
 *
 * <pre>
 *   sender                                  owner
 *     | writes a slot                         | says of each ring that it does not poll it
 *     | ring polled? then that is all         | raises the flag
 *     | sets the doorbell bit (a fence)       | looks at doorbell words and rings
 *     | reads the flag; raised: rings         | nothing: sleeps
 * </pre>
 *
 * Of the two fences one is before its look at what the other has written: a sender that does not
 * see the flag has set a bit that the owner sees. A sender that still saw its ring polled has not
 * fenced; what it wrote is visible within the time that the owner waits between raising the flag
 * and the last look.
 */
final class SleepFlag {
  private static final int MAX_PORT = 65_535;

  private final Memory segment;
  private final Doorbell doorbell;

  /**
   * @param segment of the process whose flag this is
   * @param doorbell of this process
   */
  SleepFlag(Memory segment, Doorbell doorbell) {
    this.segment = segment;
    this.doorbell = doorbell;
  }

  /** For the owner: asks to be rung. */
  void raise() {
    segment.getAndSetLong(SegmentLayout.ASLEEP_OFFSET, doorbell.port());
  }

  /** For the owner: false if somebody has rung since, or if it cannot be rung. */
  boolean isRaised() {
    return segment.getLongVolatile(SegmentLayout.ASLEEP_OFFSET) != 0;
  }

  /** For the owner: asks no more. */
  void lower() {
    segment.putLongRelease(SegmentLayout.ASLEEP_OFFSET, 0);
  }

  /** For a sender that has said so where the owner looks: wakes the owner if it sleeps. */
  void wakeOwner() {
    if (segment.getLongVolatile(SegmentLayout.ASLEEP_OFFSET) != 0) {
      long port = segment.getAndSetLong(SegmentLayout.ASLEEP_OFFSET, 0);
      // Anything else was not written by a sleeper.
      if (port > 0 && port <= MAX_PORT) {
        doorbell.ring((int) port);
      }
    }
  }
}
