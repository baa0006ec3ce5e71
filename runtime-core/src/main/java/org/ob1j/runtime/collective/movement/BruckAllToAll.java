package org.ob1j.runtime.collective.movement;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

/**
 * Short blocks of every rank for every other, in ⌈log2 n⌉ rounds (Bruck's algorithm): a block that
 * has to go up by d ranks goes up by 2^k in round k if bit k of d is set, with all others for which
 * that is so.
 *
 * <pre>
 *   distance   0    1    2    3    4    5
 *   round 0         +1        +1        +1
 *   round 1              +2   +2
 *   round 2                        +4   +4
 * </pre>
 */
public final class BruckAllToAll extends MemberAlgorithm {
  private final Blocks incoming;
  private final TypeMap type;
  private final PrimitiveType base;
  private final int blockElements;
  private final long blockBytes;

  /** The blocks by the distance that they have to go. */
  private final Object travelling;

  private final Object packed;
  private final Object arrived;
  private int awaited;

  public BruckAllToAll(Members members, Blocks outgoing, Blocks incoming) {
    super(members);
    this.incoming = incoming;
    type = outgoing.type;
    base = type.baseType();
    blockElements = outgoing.count(0);
    blockBytes = outgoing.bytes(0);
    int elements = (int) (size * blockBytes / base.sizeBytes());
    travelling = workspace.take(base, elements);
    packed = workspace.take(base, elements);
    arrived = workspace.take(base, elements);
    long ahead = rank * blockBytes;
    long total = size * blockBytes;
    workspace.copy(outgoing.storage, outgoing.originBytes + ahead, travelling, 0, total - ahead);
    workspace.copy(outgoing.storage, outgoing.originBytes, travelling, total - ahead, ahead);
  }

  @Override
  public boolean begin(int number, Round round) {
    unpack();
    int bit = 1 << number;
    if (bit >= size) {
      deliver();
      return false;
    }
    int blocks = 0;
    for (int distance = bit; distance < size; distance++) {
      if ((distance & bit) != 0) {
        workspace.copy(travelling, distance * blockBytes, packed, blocks * blockBytes, blockBytes);
        blocks++;
      }
    }
    awaited = bit;
    int elements = blocks * blockElements;
    round.receive(arrived, 0, elements, type, wrappedBelow(rank - bit));
    round.send(packed, 0, elements, type, wrapped((long) rank + bit));
    return true;
  }

  private void unpack() {
    int blocks = 0;
    for (int distance = awaited; awaited != 0 && distance < size; distance++) {
      if ((distance & awaited) != 0) {
        workspace.copy(arrived, blocks * blockBytes, travelling, distance * blockBytes, blockBytes);
        blocks++;
      }
    }
  }

  private void deliver() {
    for (int distance = 0; distance < size; distance++) {
      int source = wrappedBelow(rank - distance);
      workspace.copy(
          travelling,
          distance * blockBytes,
          incoming.storage,
          incoming.offsetBytes(source),
          blockBytes);
    }
  }

  @Override
  public void release() {
    workspace.give(base, travelling);
    workspace.give(base, packed);
    workspace.give(base, arrived);
  }
}
