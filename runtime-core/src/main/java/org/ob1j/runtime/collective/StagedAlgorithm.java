package org.ob1j.runtime.collective;

/** An algorithm on arrays that stand in for the user's buffers: see {@link Staging}. */
final class StagedAlgorithm extends Algorithm {
  private final Algorithm algorithm;
  private final Staging staging;

  StagedAlgorithm(Members members, Algorithm algorithm, Staging staging) {
    super(members);
    this.algorithm = algorithm;
    this.staging = staging;
  }

  @Override
  boolean begin(int number, Round round) {
    if (algorithm.begin(number, round)) {
      return true;
    }
    staging.unpack();
    return false;
  }

  @Override
  String name() {
    return algorithm.name();
  }

  @Override
  void release() {
    algorithm.release();
    staging.release();
  }
}
