package org.ob1j.btl.sm;

import java.nio.charset.StandardCharsets;
import org.ob1j.runtime.memory.Memory;

/**
 * A rank's segment, little-endian. The rank that owns it receives from it.
 *
 * <pre>
 *      0  magic (8) | version (4) | rank (4) | rings (4) | closed (4) | job digest (8)
 *     64  asleep (8)                owner: 1; whoever wakes it: 0; see {@link SleepFlag}
 *     72  doorbell descriptor (8) | doorbell inode (8)
 *    128  doorbell words, one for 64 rings, 128 bytes apart
 *         controls of ring 0, 1, … : 1792 bytes each
 *           +0   polled (8)             receiver: 1 while it polls this ring all the time
 *           +8   claimed by (8)         sender: its rank + 1
 *           +16  long ring state (8)    receiver: 0 unknown, 1 open, 2 refused
 *           +128 consumed (8)           receiver, bytes of both rings
 *           +256 four {@link CopyBoard}s, 384 bytes each
 *   page  ring 0, 1, … : 4096 bytes each
 * </pre>
 *
 * The distances keep what changes often away from what the other side reads often, with room for a
 * prefetcher that fetches lines in pairs.
 */
record SegmentLayout(int rings) {
  static final long MAGIC = 0x4D454D534A31424FL;
  static final int VERSION = 6;
  static final int HEADER_BYTES = 128;

  static final int LONG_RING_UNKNOWN = 0;
  static final int LONG_RING_OPEN = 1;
  static final int LONG_RING_REFUSED = 2;

  /** How many copies from one peer may be shared with it at a time. */
  static final int BOARDS = 4;

  private static final int BOARDS_OFFSET = 256;
  private static final int VERSION_OFFSET = 8;
  private static final int RANK_OFFSET = 12;
  private static final int RINGS_OFFSET = 16;
  private static final int CLOSED_OFFSET = 20;
  private static final int JOB_OFFSET = 24;
  static final int ASLEEP_OFFSET = 64;
  static final int DOORBELL_DESCRIPTOR_OFFSET = 72;
  static final int DOORBELL_INODE_OFFSET = 80;

  private static final int DOORBELL_BYTES = 128;
  private static final int CONTROL_BYTES = BOARDS_OFFSET + BOARDS * CopyBoard.BYTES;
  private static final int POLLED = 0;
  private static final int CLAIMED = 8;
  private static final int LONG_RING = 16;
  private static final int CONSUMED = 128;
  private static final int PAGE_BYTES = 4096;

  int doorbells() {
    return (rings + Long.SIZE - 1) / Long.SIZE;
  }

  int doorbellOffset(int word) {
    return HEADER_BYTES + word * DOORBELL_BYTES;
  }

  int polledOffset(int ring) {
    return controlOffset(ring) + POLLED;
  }

  int claimedOffset(int ring) {
    return controlOffset(ring) + CLAIMED;
  }

  int longRingOffset(int ring) {
    return controlOffset(ring) + LONG_RING;
  }

  int consumedOffset(int ring) {
    return controlOffset(ring) + CONSUMED;
  }

  /** The boards for copies from the sender of a ring. */
  CopyBoard[] boards(Memory segment, int ring) {
    CopyBoard[] boards = new CopyBoard[BOARDS];
    for (int i = 0; i < BOARDS; i++) {
      boards[i] = new CopyBoard(segment, controlOffset(ring) + BOARDS_OFFSET + i * CopyBoard.BYTES);
    }
    return boards;
  }

  /** Where a ring begins that every pair begins with. */
  int firstRingOffset(int ring) {
    return ringsOffset() + ring * RecordLayout.FIRST_RING_BYTES;
  }

  int segmentBytes() {
    return firstRingOffset(rings);
  }

  private int controlOffset(int ring) {
    return doorbellOffset(doorbells()) + ring * CONTROL_BYTES;
  }

  private int ringsOffset() {
    return (controlOffset(rings) + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
  }

  /** Writes what {@link #refusal} checks, the magic last. */
  void writeHeader(Memory segment, int rank, String jobId) {
    segment.putInt(VERSION_OFFSET, VERSION);
    segment.putInt(RANK_OFFSET, rank);
    segment.putInt(RINGS_OFFSET, rings);
    segment.putLong(JOB_OFFSET, digest(jobId));
    segment.putLongRelease(0, MAGIC);
  }

  /** Why a mapped file is not the segment of this rank of this job, or null if it is. */
  String refusal(Memory segment, int rank, String jobId) {
    if (segment.getLongAcquire(0) != MAGIC) {
      return "its segment has no ob1j mark";
    }
    if (segment.getInt(VERSION_OFFSET) != VERSION) {
      return String.format(
          "its segment has layout %d, this program layout %d",
          segment.getInt(VERSION_OFFSET), VERSION);
    }
    if (segment.getLong(JOB_OFFSET) != digest(jobId)) {
      return "its segment belongs to another job than " + jobId;
    }
    if (segment.getInt(RANK_OFFSET) != rank) {
      return "its segment belongs to rank " + segment.getInt(RANK_OFFSET);
    }
    if (segment.getInt(RINGS_OFFSET) != rings) {
      return String.format(
          "its segment has %d rings, ours %d", segment.getInt(RINGS_OFFSET), rings);
    }
    return null;
  }

  static void markClosed(Memory segment) {
    segment.putInt(CLOSED_OFFSET, 1);
  }

  static boolean isClosed(Memory segment) {
    return segment.getInt(CLOSED_OFFSET) != 0;
  }

  /** A 64-bit FNV-1a hash: tells jobs apart, guards against nothing. */
  static long digest(String text) {
    long hash = 0xCBF29CE484222325L;
    for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ octet & 0xFF) * 0x100000001B3L;
    }
    return hash;
  }
}
