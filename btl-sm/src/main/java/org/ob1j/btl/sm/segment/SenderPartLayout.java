package org.ob1j.btl.sm.segment;

import org.ob1j.btl.sm.copy.CopyBoard;
import org.ob1j.btl.sm.file.JobDigest;
import org.ob1j.runtime.job.ProcessName;
import org.ob1j.runtime.memory.Memory;

/**
 * The part of a segment that one peer sends through, little-endian. The peer makes it when it first
 * sends; both map it.
 *
 * <pre>
 *      0  polled (8)             receiver: 1 while it polls this ring all the time
 *      8  claimed by (8)         sender: its rank + 1
 *     16  long ring state (8)    receiver: 0 unknown, 1 open, 2 refused
 *     24  job digest (8)         sender: that of its job
 *    128  consumed (8)           receiver, bytes of both rings
 *    256  four {@link CopyBoard}s, 384 bytes each
 *   2048  the ring with which every pair begins, 4096 bytes
 * </pre>
 */
public final class SenderPartLayout {
  public static final int POLLED_OFFSET = 0;
  public static final int LONG_RING_OFFSET = 16;
  public static final int CONSUMED_OFFSET = 128;
  public static final int RING_OFFSET = 2048;

  /** The length of the ring. */
  public static final int RING_BYTES = 4096;

  public static final int BYTES = RING_OFFSET + RING_BYTES;

  public static final int LONG_RING_OPEN = 1;
  public static final int LONG_RING_REFUSED = 2;

  /** How many copies to one sender may be shared with it at a time. */
  public static final int BOARDS = 4;

  private static final int CLAIMED_OFFSET = 8;
  private static final int JOB_OFFSET = 24;
  private static final int BOARDS_OFFSET = 256;

  private SenderPartLayout() {}

  /** Says whose ring this is. */
  public static void claim(Memory part, ProcessName sender) {
    part.putLong(JOB_OFFSET, JobDigest.of(sender.job()));
    part.putLongRelease(CLAIMED_OFFSET, sender.rank() + 1L);
  }

  /** The sender's rank and one, as it says. */
  public static long claimedBy(Memory part) {
    return part.getLongAcquire(CLAIMED_OFFSET);
  }

  /** Whether the sender says that it is of a job. */
  public static boolean isOfJob(Memory part, String jobId) {
    return part.getLong(JOB_OFFSET) == JobDigest.of(jobId);
  }

  /** The boards for copies that the sender of this ring makes from the receiver's memory. */
  public static CopyBoard[] boards(Memory part) {
    CopyBoard[] boards = new CopyBoard[BOARDS];
    for (int i = 0; i < BOARDS; i++) {
      boards[i] = new CopyBoard(part, BOARDS_OFFSET + i * CopyBoard.BYTES);
    }
    return boards;
  }
}
