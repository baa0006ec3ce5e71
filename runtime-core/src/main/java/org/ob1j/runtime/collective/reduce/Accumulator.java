package org.ob1j.runtime.collective.reduce;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.buffer.Workspace;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Round;

/**
 * A rank's partial result in a reduction, and where the next operand is received.
 *
 * <p>The first operand is received into the result buffer and combined there with the user's own
 * elements, so that where the buffers are arrays of the right type nothing is copied.
 */
final class Accumulator extends Operands {
  private Object current;
  private int currentIndex;

  /** True while the partial result is the user's own elements, which must stay as they are. */
  private boolean currentIsOwn;

  /** Null until it is needed, for scratch. */
  private Object incoming;

  private int incomingIndex;

  /** Begins with this rank's own elements; the arguments are those of {@link Operands}. */
  Accumulator(Workspace workspace, Reduction reduction, Blocks own, Blocks result) {
    super(workspace, reduction, own, result);
    current = input;
    currentIndex = inputIndex;
    currentIsOwn = !inPlace && !inputIsTaken;
    if (!inPlace) {
      incoming = output;
      incomingIndex = outputIndex;
    }
  }

  /** Receives another rank's partial result, for {@link #combine} or {@link #adopt}. */
  void receive(Round round, int source) {
    if (incoming == null) {
      incoming = scratch();
    }
    receive(round, incoming, incomingIndex, 0, count, source);
  }

  /** Sends the partial result. */
  void send(Round round, int destination) {
    send(round, current, currentIndex, 0, count, destination);
  }

  /**
   * Combines the partial result with what was received.
   *
   * @param incomingIsLower whether it comes from lower ranks than the partial result
   */
  void combine(boolean incomingIsLower) {
    boolean commutes = reduction.isCommutative();
    if (!commutes && incomingIsLower && currentIsOwn) {
      copyCurrent();
    }
    if (commutes ? currentIsOwn : !incomingIsLower) {
      reduction.apply(current, currentIndex, incoming, incomingIndex, count);
      adopt();
    } else {
      reduction.apply(incoming, incomingIndex, current, currentIndex, count);
    }
  }

  private void copyCurrent() {
    copy(current, currentIndex, scratch(), 0);
    current = scratch();
    currentIndex = 0;
    currentIsOwn = false;
  }

  /** What was received takes the place of the partial result. */
  void adopt() {
    Object freed = currentIsOwn ? null : current;
    int freedIndex = currentIsOwn ? 0 : currentIndex;
    current = incoming;
    currentIndex = incomingIndex;
    incoming = freed;
    incomingIndex = freedIndex;
    currentIsOwn = false;
  }

  /** Puts the result where the user wants it. */
  void finish() {
    store(current, currentIndex);
  }
}
