package org.ob1j.runtime.collective.round;

/** Operations one after the other, each prepared when the one before is done. */
public final class Sequence extends MemberAlgorithm {
  private final Steps steps;

  /** The operation of the moment; null before the first. */
  private Algorithm step;

  private int round;

  /** What one of the members does; all have the same steps. */
  public Sequence(Members members, Steps steps) {
    super(members);
    this.steps = steps;
  }

  @Override
  public boolean begin(int number, Round messages) {
    while (step == null || !step.begin(round++, messages)) {
      releaseStep();
      step = steps.next();
      round = 0;
      if (step == null) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String name() {
    Algorithm now = step;
    return now == null ? super.name() : now.name();
  }

  @Override
  public void release() {
    releaseStep();
    steps.end();
  }

  private void releaseStep() {
    if (step != null) {
      step.release();
      step = null;
    }
  }
}
