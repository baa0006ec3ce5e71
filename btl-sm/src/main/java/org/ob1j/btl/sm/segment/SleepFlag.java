package org.ob1j.btl.sm.segment;

import org.ob1j.btl.sm.file.SharedFile;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.progress.Doorbell;
import org.ob1j.runtime.progress.DoorbellAddress;

/**
 * Says in this process's segment that it sleeps, or is about to, and where to ring. Whoever takes
 * the flag down rings ({@link PeerSleep}), so that one sleep costs one ring, however many frames
 * come.
 *
 * <pre>
 *   sender                                  owner
 *     | writes a record                       | says of each ring that it does not poll it
 *     | ring polled? then that is all         | raises the flag
 *     | sets the doorbell bit (a fence)       | polls doorbell words and rings
 *     | flag raised? takes it down and rings  | nothing: sleeps
 * </pre>
 *
 * Both have a fence between what they write and their read of what the other has written: a sender
 * that does not see the flag has set a bit that the owner sees. A sender that still saw its ring
 * polled has not fenced; what it wrote is visible within the time that the owner waits between
 * raising the flag and the last poll.
 */
public final class SleepFlag {
  private final Memory segment;
  private final Doorbell doorbell;

  public SleepFlag(Memory segment, Doorbell doorbell) {
    this.segment = segment;
    this.doorbell = doorbell;
  }

  /** The flag in this process's segment. */
  public static SleepFlag of(SharedFile segment, Doorbell doorbell) {
    // Where peers cannot open files of this process they cannot open its doorbell either.
    boolean reachable = segment.descriptor() != SharedFile.BY_NAME;
    return new SleepFlag(segment.memory(), reachable ? doorbell : Doorbell.SILENT);
  }

  /** Asks to be rung, if that is possible. */
  public void raise() {
    DoorbellAddress address = doorbell.address();
    if (address != null) {
      segment.putLong(SegmentLayout.DOORBELL_DESCRIPTOR_OFFSET, address.descriptor());
      segment.putLong(SegmentLayout.DOORBELL_INODE_OFFSET, address.inode());
      segment.getAndSetLong(SegmentLayout.ASLEEP_OFFSET, 1);
    }
  }

  /** False if somebody has rung since, or nobody can. */
  public boolean isRaised() {
    return segment.getLongVolatile(SegmentLayout.ASLEEP_OFFSET) != 0;
  }

  /** Asks no more. */
  public void lower() {
    segment.putLongRelease(SegmentLayout.ASLEEP_OFFSET, 0);
  }
}
