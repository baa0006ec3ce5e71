package org.ob1j.btl.sm.segment;

import org.ob1j.btl.sm.file.JobDigest;
import org.ob1j.runtime.job.ProcessName;
import org.ob1j.runtime.memory.Memory;

/**
 * The beginning of a rank's segment, little-endian: what concerns all who send to it. The rings
 * follow, one for each peer that has appeared ({@link SenderPartLayout}); the file grows with them.
 *
 * <pre>
 *      0  magic (8) | version (4) | rank (4) | closed (8) | job digest (8)
 *     32  rings taken (8)           sender: one more, by compare-and-set
 *     64  asleep (8)                owner: 1; whoever wakes it: 0; see {@link SleepFlag}
 *     72  doorbell descriptor (8) | doorbell inode (8)
 *    128  doorbell words, one for 64 rings, 128 bytes apart
 *   4096  ring 0, 1, …
 * </pre>
 *
 * The distances keep what changes often away from what the other side reads often, with room for a
 * prefetcher that fetches lines in pairs.
 */
public final class SegmentLayout {
  static final long MAGIC = 0x4D454D534A31424FL;
  static final int VERSION = 10;

  /** The length of a segment that no peer has sent to yet. */
  public static final int HEADER_BYTES = 4096;

  public static final int RINGS_TAKEN_OFFSET = 32;
  static final int ASLEEP_OFFSET = 64;
  static final int DOORBELL_DESCRIPTOR_OFFSET = 72;
  static final int DOORBELL_INODE_OFFSET = 80;

  private static final int PAGE_BYTES = 4096;
  private static final int VERSION_OFFSET = 8;
  private static final int RANK_OFFSET = 12;
  private static final int CLOSED_OFFSET = 16;
  private static final int JOB_OFFSET = 24;
  private static final int DOORBELLS_OFFSET = 128;
  private static final int DOORBELL_BYTES = 128;

  /** How many peers can send to one process: for so many there are doorbells. */
  public static final int MAX_RINGS =
      (HEADER_BYTES - DOORBELLS_OFFSET) / DOORBELL_BYTES * Long.SIZE;

  private SegmentLayout() {}

  /** How many doorbell words there are for so many rings. */
  public static int doorbells(int rings) {
    return (rings + Long.SIZE - 1) / Long.SIZE;
  }

  public static int doorbellOffset(int word) {
    return DOORBELLS_OFFSET + word * DOORBELL_BYTES;
  }

  /** Where the part of the file begins that is for the sender of a ring. */
  public static int ringOffset(int ring) {
    return HEADER_BYTES + ring * SenderPartLayout.BYTES;
  }

  /** What a segment that so many peers send to takes of memory, which is given by pages. */
  public static int segmentBytes(int rings) {
    return (ringOffset(rings) + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
  }

  /** How many rings peers have taken, at most {@link #MAX_RINGS}, whatever is written there. */
  public static int ringsTaken(Memory header) {
    long taken = header.getLongVolatile(RINGS_TAKEN_OFFSET);
    return (int) Math.max(0, Math.min(taken, MAX_RINGS));
  }

  /**
   * Takes the next ring for this process; -1 if there are as many as there can be, or what is
   * written there is no number of rings.
   */
  public static int takeRing(Memory header) {
    long taken;
    do {
      taken = header.getLongVolatile(RINGS_TAKEN_OFFSET);
      if (taken < 0 || taken >= MAX_RINGS) {
        return -1;
      }
    } while (!header.compareAndSetLong(RINGS_TAKEN_OFFSET, taken, taken + 1));
    return (int) taken;
  }

  /** Writes what {@link #refusal} checks, the magic last. */
  public static void writeHeader(Memory header, ProcessName owner) {
    header.putInt(VERSION_OFFSET, VERSION);
    header.putInt(RANK_OFFSET, owner.rank());
    header.putLong(JOB_OFFSET, JobDigest.of(owner.job()));
    header.putLongRelease(0, MAGIC);
  }

  /** Why a mapped file is not the segment of a process, or null if it is. */
  static String refusal(Memory header, ProcessName owner) {
    if (header.getLongAcquire(0) != MAGIC) {
      return "its segment has no ob1j mark";
    }
    if (header.getInt(VERSION_OFFSET) != VERSION) {
      return String.format(
          "its segment has layout %d, this program layout %d",
          header.getInt(VERSION_OFFSET), VERSION);
    }
    if (header.getLong(JOB_OFFSET) != JobDigest.of(owner.job())) {
      return "its segment belongs to another job than " + owner.job();
    }
    if (header.getInt(RANK_OFFSET) != owner.rank()) {
      return "its segment belongs to rank " + header.getInt(RANK_OFFSET);
    }
    return null;
  }

  public static void markClosed(Memory header) {
    header.putLongRelease(CLOSED_OFFSET, 1);
  }

  public static boolean isClosed(Memory header) {
    return header.getLongAcquire(CLOSED_OFFSET) != 0;
  }
}
