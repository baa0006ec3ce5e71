package org.ob1j.runtime.collective;

/**
 * One rank's data for all, from each rank to the next, in segments: while a rank passes a segment
 * on, the next one comes. Ranks are counted from the root.
 *
 * <pre>
 *   round     0      1      2      3
 *   0 → 1     s0     s1     s2
 *   1 → 2            s0     s1     s2
 *   2 → 3                   s0     s1 …
 * </pre>
 */
final class ChainBroadcast extends Algorithm {
  private final Blocks data;
  private final int root;
  private final int segmentCount;
  private final int segments;

  ChainBroadcast(Members members, Blocks data, int root) {
    super(members);
    this.data = data;
    this.root = root;
    segmentCount = Math.max(1, SEGMENT_BYTES / Math.max(1, data.type.sizeBytes()));
    segments = (data.count(0) - 1) / segmentCount + 1;
  }

  @Override
  boolean begin(int number, Round round) {
    int virtual = virtualRank(root);
    int outgoing = virtual == 0 ? number : number - 1;
    if (outgoing >= segments) {
      return false;
    }
    if (virtual != 0 && number < segments) {
      long offsetBytes = data.elementOffsetBytes((long) number * segmentCount);
      int source = realRank(virtual - 1, root);
      round.receive(data.storage, offsetBytes, elementsOf(number), data.type, source);
    }
    if (outgoing >= 0 && virtual < size - 1) {
      long offsetBytes = data.elementOffsetBytes((long) outgoing * segmentCount);
      int destination = realRank(virtual + 1, root);
      round.send(data.storage, offsetBytes, elementsOf(outgoing), data.type, destination);
    }
    return true;
  }

  private int elementsOf(int segment) {
    return (int) Math.min(segmentCount, data.count(0) - (long) segment * segmentCount);
  }
}
