package org.ob1j.runtime.collective.reduce;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;
import org.ob1j.runtime.datatype.TypeMap;

/**
 * Combines all ranks' elements, of which each rank gets one block, for little data: pairs of ranks
 * at half the distance each time exchange halves of the blocks they still work on, so that each
 * ends with its own. Where n is no power of two, the first ranks pair up at the beginning, and one
 * of each pair sits the exchange out.
 *
 * <pre>
 *   5 ranks     0 ──► 1                       rank 0 sits out, and 1 has 0–1
 *   round 0     (1 3) (2 4)                   1 and 2 work on blocks 0–2, 3 and 4 on 3–4
 *   round 1     (1 2) (3 4)                   1 has blocks 0–1, each other its own
 *               0 ◄── 1                       block 0
 * </pre>
 *
 * Nothing is sent for blocks without elements. For operands that may change places.
 */
public final class HalvingReduceScatter extends MemberAlgorithm {
  private final Operands operands;
  private final Blocks result;
  private final TypeMap type;
  private final int[] displacements;

  /** Pairs of ranks at the beginning. */
  private final int pairs;

  /** How many ranks exchange halves. */
  private final int active;

  /** This rank's place among them, or -1. */
  private final int place;

  /** True from when the result grows in the output, beside the user's own elements. */
  private boolean outputHolds;

  private boolean unfolded;
  private int incomingBegin;
  private int incomingLength;

  /**
   * @param own this rank's elements for all blocks, one block behind the other
   * @param result where this rank's block goes, at the beginning; may be where its elements are
   * @param displacements where each rank's block begins in {@code own}, in elements
   */
  public HalvingReduceScatter(
      Members members, Blocks own, Blocks result, int[] displacements, Reduction reduction) {
    super(members);
    this.result = result;
    this.displacements = displacements;
    type = own.type;
    operands = new Operands(workspace, reduction, own, null);
    outputHolds = operands.inPlace;
    active = Integer.highestOneBit(size);
    pairs = size - active;
    place = rank >= 2 * pairs ? rank - pairs : (rank & 1) != 0 ? rank / 2 : -1;
  }

  @Override
  public boolean begin(int number, Round round) {
    combine();
    if (place < 0) {
      return sitOut(number, round);
    }
    int step = pairs == 0 ? number : number - 1;
    int distance = step < 0 ? active : active >> step + 1;
    if (step < 0) {
      fold(round);
    } else if (distance > 0) {
      halve(distance, round);
    } else if (pairs > 0 && !unfolded) {
      unfold(round);
    } else {
      store();
      return false;
    }
    return true;
  }

  private boolean sitOut(int number, Round round) {
    if (number == 0) {
      operands.send(round, operands.input, operands.inputIndex, 0, operands.count, rank + 1);
    } else if (number == 1 && blockLength(rank) > 0) {
      round.receive(result.storage, result.originBytes, blockLength(rank), type, rank + 1);
    }
    return number < 2;
  }

  private void fold(Round round) {
    if (rank < 2 * pairs) {
      receive(round, 0, operands.count, rank - 1);
    }
  }

  private void unfold(Round round) {
    unfolded = true;
    if (rank < 2 * pairs) {
      send(round, displacements[rank - 1], blockLength(rank - 1), rank - 1);
    }
  }

  private void halve(int distance, Round round) {
    int otherPlace = place ^ distance;
    int partner = rankAt(otherPlace);
    int keptBegin = boundary(place & -distance);
    receive(round, keptBegin, boundary((place & -distance) + distance) - keptBegin, partner);
    int sentBegin = boundary(otherPlace & -distance);
    int sentLength = boundary((otherPlace & -distance) + distance) - sentBegin;
    send(round, sentBegin, sentLength, partner);
  }

  private void send(Round round, int begin, int length, int destination) {
    if (length > 0) {
      operands.send(round, current(), currentIndex(), begin, length, destination);
    }
  }

  /** The first elements go where the result grows; the others need room beside it. */
  private void receive(Round round, int begin, int length, int source) {
    incomingBegin = begin;
    incomingLength = length;
    if (length == 0) {
      return;
    }
    if (outputHolds) {
      operands.receiveScratch(round, begin, length, source);
    } else {
      operands.receive(round, operands.output, operands.outputIndex, begin, length, source);
    }
  }

  private void combine() {
    if (incomingLength == 0) {
      return;
    }
    if (outputHolds) {
      operands.combineScratch(incomingBegin, incomingLength);
    } else {
      operands.combineOwn(incomingBegin, incomingLength);
      outputHolds = true;
    }
    incomingLength = 0;
  }

  private void store() {
    long begin = currentIndex() * (long) operands.reduction.operandType().sizeBytes();
    workspace.copy(
        current(),
        begin + displacements[rank] * type.extentBytes(),
        result.storage,
        result.originBytes,
        blockLength(rank) * type.extentBytes());
  }

  private Object current() {
    return outputHolds ? operands.output : operands.input;
  }

  private int currentIndex() {
    return outputHolds ? operands.outputIndex : operands.inputIndex;
  }

  private int blockLength(int of) {
    return (of + 1 < size ? displacements[of + 1] : operands.count) - displacements[of];
  }

  /** Where the blocks of a place begin, which are those of a pair's both ranks. */
  private int boundary(int of) {
    return of == active ? operands.count : displacements[of < pairs ? 2 * of : of + pairs];
  }

  private int rankAt(int of) {
    return of < pairs ? 2 * of + 1 : of + pairs;
  }

  @Override
  public void release() {
    operands.release();
  }
}
