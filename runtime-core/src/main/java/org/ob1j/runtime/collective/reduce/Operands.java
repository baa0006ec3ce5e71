package org.ob1j.runtime.collective.reduce;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.buffer.PrimitiveArrays;
import org.ob1j.runtime.collective.buffer.Workspace;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Round;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

/**
 * A rank's own elements in a reduction, and where the result grows, both as arrays that a {@link
 * Reduction} can work on. Where the user's buffers are arrays of the right type they are used
 * themselves; else arrays of the workspace stand in for them.
 */
class Operands {
  final Reduction reduction;
  final int count;

  /** This rank's own elements. Not to be changed, unless this is the array of the result. */
  final Object input;

  final int inputIndex;
  final Object output;
  final int outputIndex;

  /** True if the result grows where this rank's own elements are. */
  final boolean inPlace;

  final boolean inputIsTaken;
  private final Workspace workspace;
  private final TypeMap type;
  private final PrimitiveType operandType;

  /** Elements of an array for each element of the datatype. */
  private final int elementsPerItem;

  private final Blocks result;
  private final boolean outputIsTaken;
  private Object scratch;

  /**
   * Prepares a reduction.
   *
   * @param own this rank's elements, in the first block
   * @param result where the result is to be, in the first block; null if this rank needs none
   */
  Operands(Workspace workspace, Reduction reduction, Blocks own, Blocks result) {
    this.workspace = workspace;
    this.reduction = reduction;
    this.result = result;
    count = own.count(0);
    type = own.type;
    operandType = reduction.operandType();
    elementsPerItem = Math.toIntExact(type.extentBytes() / operandType.sizeBytes());
    boolean inputIsArray = PrimitiveArrays.isOf(operandType, own.storage);
    boolean outputIsArray =
        result != null && (result == own ? inputIsArray : isArray(result.storage));
    inputIsTaken = !inputIsArray;
    outputIsTaken = inputIsArray && !outputIsArray;
    input = inputIsArray ? own.storage : taken(own);
    inputIndex = inputIsArray ? indexOf(own) : 0;
    output = outputIsArray ? result.storage : inputIsArray ? takeArray() : input;
    outputIndex = outputIsArray ? indexOf(result) : 0;
    inPlace = output == input && outputIndex == inputIndex;
  }

  private boolean isArray(Object storage) {
    return PrimitiveArrays.isOf(operandType, storage);
  }

  private int indexOf(Blocks blocks) {
    return (int) (blocks.originBytes / operandType.sizeBytes());
  }

  private Object taken(Blocks own) {
    Object array = takeArray();
    workspace.copy(own.storage, own.originBytes, array, 0, bytes());
    return array;
  }

  private Object takeArray() {
    return workspace.take(operandType, Math.multiplyExact(count, elementsPerItem));
  }

  private long bytes() {
    return (long) count * type.extentBytes();
  }

  /** Room for as many elements as the operands have. Always the same. */
  final Object scratch() {
    if (scratch == null) {
      scratch = takeArray();
    }
    return scratch;
  }

  /** Receives elements into an array, beginning {@code first} elements of the datatype after it. */
  final void receive(Round round, Object array, int index, int first, int elements, int source) {
    round.receive(array, offsetBytes(index, first), elements, type, source);
  }

  final void send(Round round, Object array, int index, int first, int elements, int destination) {
    round.send(array, offsetBytes(index, first), elements, type, destination);
  }

  private long offsetBytes(int index, int first) {
    return ((long) index + (long) first * elementsPerItem) * operandType.sizeBytes();
  }

  /** Combines elements of the result with this rank's own, which come first. */
  final void combineOwn(int first, int elements) {
    int shift = first * elementsPerItem;
    reduction.apply(input, inputIndex + shift, output, outputIndex + shift, elements);
  }

  /** Receives elements into the scratch array, for {@link #combineScratch}. */
  final void receiveScratch(Round round, int first, int elements, int source) {
    receive(round, scratch(), 0, first, elements, source);
  }

  /** Combines elements of the result with those in the same place of the scratch array. */
  final void combineScratch(int first, int elements) {
    int shift = first * elementsPerItem;
    reduction.apply(scratch(), shift, output, outputIndex + shift, elements);
  }

  final void copy(Object from, int fromIndex, Object to, int toIndex) {
    System.arraycopy(from, fromIndex, to, toIndex, count * elementsPerItem);
  }

  /** Puts the result, wherever it is, where the user wants it. */
  final void store(Object array, int index) {
    if (array != result.storage || index != outputIndex) {
      workspace.copy(array, offsetBytes(index, 0), result.storage, result.originBytes, bytes());
    }
  }

  /** Gives back what was taken from the workspace. */
  final void release() {
    if (inputIsTaken) {
      workspace.give(operandType, input);
    }
    if (outputIsTaken) {
      workspace.give(operandType, output);
    }
    if (scratch != null) {
      workspace.give(operandType, scratch);
    }
  }
}
