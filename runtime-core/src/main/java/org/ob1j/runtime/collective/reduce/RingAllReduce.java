package org.ob1j.runtime.collective.reduce;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;

/**
 * Combines all ranks' elements at all ranks, for much data. The elements are cut into a chunk for
 * each rank; the chunks go round, each combined with the next rank's part at every step, until each
 * rank has one that is complete; then these go round. Each rank sends 2 (n − 1) / n of the data.
 *
 * <pre>
 *   3 ranks: who sends which chunk to the next rank, and whose parts are in it
 *   rank      0            1            2
 *   round 0   c0 (0)       c1 (1)       c2 (2)
 *   round 1   c2 (2 0)     c0 (0 1)     c1 (1 2)       now 0 has c1, 1 has c2, 2 has c0
 *   round 2   c1           c2           c0
 *   round 3   c0           c1           c2
 * </pre>
 *
 * The order of operands is that of the ranks, but begins with another one in each chunk: for
 * operands that may change places, and two ranks at least.
 */
public final class RingAllReduce extends MemberAlgorithm {
  private final Operands operands;

  public RingAllReduce(Members members, Blocks own, Blocks result, Reduction reduction) {
    super(members);
    operands = new Operands(workspace, reduction, own, result);
  }

  @Override
  public boolean begin(int number, Round round) {
    if (number > 0 && number < size) {
      combine(wrappedBelow(rank - number));
    }
    if (number < size - 1) {
      reduceStep(number, round);
      return true;
    }
    if (number < 2 * size - 2) {
      gatherStep(number - (size - 1), round);
      return true;
    }
    operands.store(operands.output, operands.outputIndex);
    return false;
  }

  private void reduceStep(int step, Round round) {
    int incoming = wrappedBelow(rank - step - 1);
    int outgoing = wrappedBelow(rank - step);
    if (operands.inPlace) {
      operands.receiveScratch(round, begin(incoming), length(incoming), below());
    } else {
      receiveResult(incoming, round);
    }
    if (step == 0) {
      operands.send(
          round, operands.input, operands.inputIndex, begin(outgoing), length(outgoing), above());
    } else {
      sendResult(outgoing, round);
    }
  }

  private void combine(int chunk) {
    if (operands.inPlace) {
      operands.combineScratch(begin(chunk), length(chunk));
    } else {
      operands.combineOwn(begin(chunk), length(chunk));
    }
  }

  private void gatherStep(int step, Round round) {
    receiveResult(wrappedBelow(rank - step), round);
    sendResult(wrapped((long) wrappedBelow(rank - step) + 1), round);
  }

  private void receiveResult(int chunk, Round round) {
    operands.receive(
        round, operands.output, operands.outputIndex, begin(chunk), length(chunk), below());
  }

  private void sendResult(int chunk, Round round) {
    operands.send(
        round, operands.output, operands.outputIndex, begin(chunk), length(chunk), above());
  }

  private int begin(int chunk) {
    return (int) ((long) operands.count * chunk / size);
  }

  private int length(int chunk) {
    return begin(chunk + 1) - begin(chunk);
  }

  private int above() {
    return wrapped((long) rank + 1);
  }

  private int below() {
    return wrappedBelow(rank - 1);
  }

  @Override
  public void release() {
    operands.release();
  }
}
