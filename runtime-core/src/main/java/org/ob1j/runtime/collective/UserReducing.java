package org.ob1j.runtime.collective;

/** A reduction by a function of the user, which fails only when its messages have come and gone. */
final class UserReducing extends Algorithm {
  private final Algorithm algorithm;
  private final Reduction reduction;

  private UserReducing(Members members, Algorithm algorithm, Reduction reduction) {
    super(members);
    this.algorithm = algorithm;
    this.reduction = reduction;
  }

  /** An algorithm that reports what goes wrong in the reduction that it uses. */
  static Algorithm around(Members members, Algorithm algorithm, Reduction reduction) {
    return reduction.isUserDefined() ? new UserReducing(members, algorithm, reduction) : algorithm;
  }

  @Override
  String name() {
    return algorithm.name();
  }

  @Override
  boolean begin(int number, Round round) {
    if (algorithm.begin(number, round)) {
      return true;
    }
    reduction.requireApplied();
    return false;
  }

  @Override
  void release() {
    algorithm.release();
  }
}
