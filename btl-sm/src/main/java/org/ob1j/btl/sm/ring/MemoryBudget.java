package org.ob1j.btl.sm.ring;

/**
 * How much shared memory a rank may use, decided from what there is.
 *
 * @param payloadRingBytes the length of each long ring, a power of two; 0 if there are to be none
 * @param payloadBytes what all files of long rings of this rank may have together
 * @param bufferBytes what all files of the user's buffers and of regions may have together: what
 *     rings to all peers would leave
 */
public record MemoryBudget(int payloadRingBytes, long payloadBytes, long bufferBytes) {
  /** A long ring shorter than this is of no use: two fragments must fit. */
  static final int MIN_RING_BYTES = 64 * 1024;

  /**
   * The long rings to all peers take no more than those to so many of the length that is wanted: 64
   * ranks that exchange a page each would else write zeros into 8 GiB.
   */
  static final int PEERS_WITH_WHOLE_RINGS = 16;

  /** Of what is for buffers, regions may have so much of it … */
  private static final int REGIONS_PART = 16;

  /** … and no more than this: a thousand small ones. */
  private static final long MOST_REGIONS_BYTES = 64L << 20;

  /** What all regions of this rank may have together. */
  public long regionsBytes() {
    return Math.min(bufferBytes / REGIONS_PART, MOST_REGIONS_BYTES);
  }

  /**
   * Decides. Half of what is free is left to others unless the user says otherwise.
   *
   * @param freeBytes what the backing directory has free
   * @param sharedBytes what the user allows all ranks of the host together; 0 for the default
   * @param localRanks ranks of the job on this host
   * @param segmentBytes what this rank's segment takes
   * @param preferredRingBytes the longest long ring that is wanted
   */
  public static MemoryBudget decide(
      long freeBytes, long sharedBytes, int localRanks, long segmentBytes, int preferredRingBytes) {
    long allowed = sharedBytes != 0 ? Math.min(sharedBytes, freeBytes) : freeBytes / 2;
    long payloadBytes = Math.max(0, allowed / localRanks - segmentBytes);
    int ringBytes = Integer.highestOneBit(preferredRingBytes);
    int peers = localRanks - 1;
    long mostBytes = (long) PEERS_WITH_WHOLE_RINGS * ringBytes;
    while (ringBytes > MIN_RING_BYTES
        && ((long) peers * LongRingLayout.fileBytes(ringBytes) > payloadBytes
            || (long) peers * ringBytes > mostBytes)) {
      ringBytes /= 2;
    }
    boolean none = ringBytes < MIN_RING_BYTES || LongRingLayout.fileBytes(ringBytes) > payloadBytes;
    if (none) {
      return new MemoryBudget(0, 0, payloadBytes);
    }
    long ringsBytes = (long) peers * LongRingLayout.fileBytes(ringBytes);
    return new MemoryBudget(ringBytes, payloadBytes, Math.max(0, payloadBytes - ringsBytes));
  }
}
