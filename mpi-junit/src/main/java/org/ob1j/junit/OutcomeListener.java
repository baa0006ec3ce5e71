package org.ob1j.junit;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Makes one outcome of what JUnit tells about the one test that a rank runs. */
final class OutcomeListener implements TestExecutionListener {
  private final StringBuilder failures = new StringBuilder();
  private final StringBuilder reasons = new StringBuilder();
  private boolean passed;

  @Override
  public void executionSkipped(TestIdentifier identifier, String reason) {
    reasons.append(reason).append('\n');
  }

  @Override
  public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
    switch (result.getStatus()) {
      case FAILED:
        failures.append(text(result));
        break;
      case ABORTED:
        reasons.append(text(result));
        break;
      default:
        passed |= identifier.isTest();
    }
  }

  private static String text(TestExecutionResult result) {
    return result.getThrowable().map(Stacks::of).orElse("no reason was given\n");
  }

  RankOutcome outcome(String uniqueId) {
    if (failures.length() > 0) {
      return new RankOutcome(RankOutcome.Kind.FAILED, failures.toString());
    }
    if (reasons.length() > 0) {
      return new RankOutcome(RankOutcome.Kind.ABORTED, reasons.toString());
    }
    return passed
        ? new RankOutcome(RankOutcome.Kind.PASSED, "")
        : new RankOutcome(
            RankOutcome.Kind.FAILED, "JUnit finds no test " + uniqueId + " on this rank\n");
  }
}
