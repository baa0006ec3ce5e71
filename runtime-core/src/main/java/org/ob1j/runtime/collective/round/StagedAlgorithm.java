package org.ob1j.runtime.collective.round;

import org.ob1j.runtime.collective.op.Reduction;

/**
 * An algorithm on arrays that stand in for the user's buffers ({@link Staging}), or with a function
 * of the user, which fails only when the messages have come and gone.
 */
final class StagedAlgorithm extends MemberAlgorithm {
  private final Algorithm algorithm;
  private final Staging staging;

  /** Null where nothing is combined. */
  private final Reduction reduction;

  StagedAlgorithm(Members members, Algorithm algorithm, Staging staging, Reduction reduction) {
    super(members);
    this.algorithm = algorithm;
    this.staging = staging;
    this.reduction = reduction;
  }

  @Override
  public boolean begin(int number, Round round) {
    if (algorithm.begin(number, round)) {
      return true;
    }
    if (reduction != null) {
      reduction.requireApplied();
    }
    staging.unpack();
    return false;
  }

  @Override
  public String name() {
    return algorithm.name();
  }

  @Override
  public void release() {
    algorithm.release();
    staging.release();
  }
}
