package org.ob1j.runtime.collective.movement;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.CollectiveException;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;
import org.ob1j.runtime.pml.PmlError;

/**
 * A collective in which the block that stays on this rank does not fit where it belongs. Fails as a
 * message would that is longer than its buffer.
 */
public final class OwnBlockTooLong extends MemberAlgorithm {
  private final long blockBytes;
  private final long placeBytes;

  private OwnBlockTooLong(Members members, long blockBytes, long placeBytes) {
    super(members);
    this.blockBytes = blockBytes;
    this.placeBytes = placeBytes;
  }

  /**
   * What a collective does if the block that stays here is longer than its place.
   *
   * @param from where the blocks come from; null if this one is in its place already
   * @param block which of them stays here
   * @param to where blocks go; null if this one stays where it is
   * @param place which place of them it has
   * @return null if it fits
   */
  public static Algorithm orNull(Members members, Blocks from, int block, Blocks to, int place) {
    boolean fits = from == null || to == null || from.bytes(block) <= to.bytes(place);
    return fits ? null : new OwnBlockTooLong(members, from.bytes(block), to.bytes(place));
  }

  @Override
  public boolean begin(int number, Round round) {
    throw new CollectiveException(
        PmlError.TRUNCATED,
        "rank "
            + rank
            + " gives itself "
            + blockBytes
            + " bytes and has room for "
            + placeBytes
            + "; all ranks must give the same amount of data");
  }
}
