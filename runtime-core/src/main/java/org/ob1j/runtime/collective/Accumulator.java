package org.ob1j.runtime.collective;

/**
 * A rank's partial result in a reduction, and where the next operand is received.
 *
 * <p>The first operand is received into the result buffer and combined there with the user's own
 * elements, so that where the buffers are arrays of the right type nothing is copied.
 */
final class Accumulator {
  private final Operands operands;
  private Object current;
  private int currentIndex;
  private Object incoming;
  private int incomingIndex;

  /** Begins with this rank's own elements; the arguments are those of {@link Operands}. */
  Accumulator(Workspace workspace, Reduction reduction, Blocks own, Blocks result, int count) {
    operands = new Operands(workspace, reduction, own, result, count);
    current = operands.input;
    currentIndex = operands.inputIndex;
    incoming = operands.inPlace ? operands.scratch() : operands.output;
    incomingIndex = operands.inPlace ? 0 : operands.outputIndex;
  }

  /** Receives another rank's partial result, for {@link #combine} or {@link #adopt}. */
  void receive(Round round, int source) {
    operands.receive(round, incoming, incomingIndex, 0, operands.count, source);
  }

  /** Sends the partial result. */
  void send(Round round, int destination) {
    operands.send(round, current, currentIndex, 0, operands.count, destination);
  }

  /**
   * Combines the partial result with what was received.
   *
   * @param incomingIsLower whether it comes from lower ranks than the partial result
   */
  void combine(boolean incomingIsLower) {
    boolean intoCurrent = incomingIsLower;
    if (operands.reduction.isCommutative()) {
      intoCurrent = !isReadOnly();
    } else if (intoCurrent && isReadOnly()) {
      copyCurrent();
    }
    if (intoCurrent) {
      operands.reduction.apply(incoming, incomingIndex, current, currentIndex, operands.count);
    } else {
      operands.reduction.apply(current, currentIndex, incoming, incomingIndex, operands.count);
      adopt();
    }
  }

  private boolean isReadOnly() {
    return operands.isReadOnly(current, currentIndex);
  }

  private void copyCurrent() {
    operands.copy(current, currentIndex, operands.scratch(), 0);
    current = operands.scratch();
    currentIndex = 0;
  }

  /** What was received takes the place of the partial result. */
  void adopt() {
    Object freed = current;
    int freedIndex = currentIndex;
    boolean reusable = !isReadOnly();
    current = incoming;
    currentIndex = incomingIndex;
    incoming = reusable ? freed : operands.scratch();
    incomingIndex = reusable ? freedIndex : 0;
  }

  /** Puts the result where the user wants it. */
  void finish() {
    operands.store(current, currentIndex);
  }

  /** Gives back what was taken from the workspace. */
  void release() {
    operands.release();
  }
}
