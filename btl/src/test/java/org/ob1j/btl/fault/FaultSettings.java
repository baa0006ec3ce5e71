package org.ob1j.btl.fault;

import org.ob1j.runtime.parameter.ParameterSet;

/** The values of {@link FaultParameters}. */
record FaultSettings(
    int seed,
    int busyPercent,
    int delayFrames,
    int reorderPercent,
    int refusePercent,
    int shortAfterFrames,
    int loseAfterFrames) {
  static FaultSettings read(ParameterSet parameters) {
    return new FaultSettings(
        parameters.get(FaultParameters.SEED),
        parameters.get(FaultParameters.BUSY_PERCENT),
        parameters.get(FaultParameters.DELAY_FRAMES),
        parameters.get(FaultParameters.REORDER_PERCENT),
        parameters.get(FaultParameters.REFUSE_PERCENT),
        parameters.get(FaultParameters.SHORT_AFTER),
        parameters.get(FaultParameters.LOSE_AFTER));
  }
}
