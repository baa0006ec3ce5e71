package org.ob1j.runtime.collective.inter;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.buffer.Workspace;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Round;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

/**
 * The combination of what the ranks of another group have, in their order: the elements of one rank
 * after the other are received and combined with what there is.
 */
final class RankOrder {
  private final Workspace workspace;
  private final Reduction reduction;
  private final PrimitiveType operandType;
  private final TypeMap type;
  private final int count;

  /** What has been combined; null before anything was received. */
  private Object total;

  private Object incoming;

  /** Combines so many elements of a datatype. */
  RankOrder(Workspace workspace, Reduction reduction, TypeMap type, int count) {
    this.workspace = workspace;
    this.reduction = reduction;
    this.type = type;
    this.count = count;
    operandType = reduction.operandType();
  }

  /** Receives the elements of a rank, for {@link #combine}. */
  void receive(Round round, int source) {
    if (incoming == null) {
      incoming = takeArray();
    }
    round.receive(incoming, 0, count, type, source);
  }

  /** Combines what there is with what has been received, which comes from the next rank. */
  void combine() {
    Object combined = incoming;
    if (total != null) {
      reduction.apply(total, 0, incoming, 0, count);
    }
    incoming = total;
    total = combined;
  }

  /** Room for as many elements. */
  Object takeArray() {
    long elements = bytes() / operandType.sizeBytes();
    return workspace.take(operandType, Math.toIntExact(elements));
  }

  private long bytes() {
    return Math.multiplyExact((long) count, type.extentBytes());
  }

  void giveArray(Object array) {
    if (array != null) {
      workspace.give(operandType, array);
    }
  }

  /** Sends the combination. */
  void send(Round round, int destination) {
    round.send(total, 0, count, type, destination);
  }

  /** Puts the combination where the user wants it. */
  void store(Blocks result) {
    workspace.copy(total, 0, result.storage, result.originBytes, bytes());
  }

  /** Gives back what was taken from the workspace. */
  void release() {
    giveArray(total);
    giveArray(incoming);
    total = null;
    incoming = null;
  }
}
