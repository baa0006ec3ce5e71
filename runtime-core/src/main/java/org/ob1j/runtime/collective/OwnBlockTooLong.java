package org.ob1j.runtime.collective;

import org.ob1j.runtime.pml.PmlError;

/**
 * A collective in which the block that stays on this rank does not fit where it belongs. Fails as a
 * message would that is longer than its buffer.
 */
final class OwnBlockTooLong extends Algorithm {
  private final long blockBytes;
  private final long placeBytes;

  OwnBlockTooLong(Members members, long blockBytes, long placeBytes) {
    super(members);
    this.blockBytes = blockBytes;
    this.placeBytes = placeBytes;
  }

  @Override
  boolean begin(int number, Round round) {
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
