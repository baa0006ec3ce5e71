package org.ob1j.runtime.collective.movement;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

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
public final class ChainBroadcast extends MemberAlgorithm {
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);

  private final Blocks data;
  private final int root;
  private final int segments;

  public ChainBroadcast(Members members, Blocks data, int root) {
    super(members);
    this.data = data;
    this.root = root;
    segments = Math.toIntExact((data.bytes(0) - 1) / SEGMENT_BYTES + 1);
  }

  @Override
  public boolean begin(int number, Round round) {
    int virtual = virtualRank(root);
    int outgoing = virtual == 0 ? number : number - 1;
    if (outgoing >= segments) {
      return false;
    }
    if (virtual != 0 && number < segments) {
      int source = realRank(virtual - 1, root);
      round.receive(data.storage, offsetBytes(number), bytesOf(number), BYTES, source);
    }
    if (outgoing >= 0 && virtual < size - 1) {
      int destination = realRank(virtual + 1, root);
      round.send(data.storage, offsetBytes(outgoing), bytesOf(outgoing), BYTES, destination);
    }
    return true;
  }

  private long offsetBytes(int segment) {
    return data.originBytes + (long) segment * SEGMENT_BYTES;
  }

  /** In bytes: ranks may describe the same data by different datatypes. */
  private int bytesOf(int segment) {
    return (int) Math.min(SEGMENT_BYTES, data.bytes(0) - (long) segment * SEGMENT_BYTES);
  }
}
