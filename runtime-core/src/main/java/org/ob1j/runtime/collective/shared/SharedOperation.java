package org.ob1j.runtime.collective.shared;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.datatype.PrimitiveType;

/**
 * A collective of little data through a {@link SharedArea}: no rounds of messages, but one meeting.
 * For a rank that waits; what was started goes by messages.
 *
 * <pre>
 *                     puts there         waits for   reads
 *   barrier           nobody anything    all         nothing
 *   broadcast         the root: data     the root    the data
 *   scatter           the root: blocks   the root    its block
 *   gather            each its block     the root:   all blocks
 *   reduce            each its block     for all     all blocks, and combines them
 *   allGather                            all wait for all, and do what
 *   allReduce         each its block     the root does in gather and reduce
 * </pre>
 *
 * Operands are combined in the order of the ranks.
 */
final class SharedOperation extends SharedAlgorithm {
  private final Meeting meeting;
  private final Reduction reduction;
  private final int root;

  /** Where a rank's block begins after the one before: in the area all elements are aligned. */
  private final int strideBytes;

  private final int bytes;

  /**
   * The arguments are those of {@link MessageAlgorithms#byMessages}; bytes are those of a block.
   */
  SharedOperation(
      Members members,
      SharedCollectives collectives,
      CollectiveKind kind,
      int bytes,
      Blocks own,
      Blocks all,
      Reduction reduction,
      int root) {
    super(members, collectives, kind, own, all, reduction, root);
    meeting = collectives.meeting();
    this.reduction = reduction;
    this.root = root;
    strideBytes = bytes + Long.BYTES - 1 & -Long.BYTES;
    this.bytes = bytes;
  }

  @Override
  protected boolean meet() {
    int set = meeting.begin(Gift.what(kind, root, bytes));
    if (kind == CollectiveKind.BARRIER) {
      meeting.give();
      meeting.awaitAll();
    } else if (kind == CollectiveKind.BROADCAST || kind == CollectiveKind.SCATTER) {
      spread(set);
    } else {
      collect(set);
    }
    return true;
  }

  /** Gives this rank's block, and takes all if it is one of those who do. */
  private void collect(int set) {
    int place = set + rank * strideBytes;
    if (own != null) {
      put(own, 0, meeting.area(), place, own.bytes(0));
    } else {
      put(all, rank, meeting.area(), place, all.bytes(rank));
    }
    meeting.give();
    if (all != null) {
      meeting.awaitAll();
      if (reduction != null) {
        combine(set);
      } else {
        takeAll(set);
      }
    }
  }

  private void takeAll(int set) {
    if (strideBytes == bytes) {
      take(all, 0, meeting.area(), set, (long) size * strideBytes);
      return;
    }
    for (int owner = 0; owner < size; owner++) {
      take(all, owner, meeting.area(), set + owner * strideBytes, all.bytes(owner));
    }
  }

  /** Combines the blocks of all in one array, each with the result of those before it. */
  private void combine(int set) {
    PrimitiveType type = reduction.operandType();
    int stride = strideBytes / type.sizeBytes();
    int count = own.count(0);
    Object array = collectives.operands(type, size * stride);
    workspace.copy(meeting.area().viewFor(array), set, array, 0, (long) size * strideBytes);
    int last = 0;
    for (int next = stride; next < size * stride; next += stride) {
      reduction.apply(array, last, array, next, count);
      last = next;
    }
    workspace.copy(
        array, (long) (size - 1) * strideBytes, all.storage, all.offsetBytes(0), all.bytes(0));
  }

  private void spread(int set) {
    boolean isScatter = kind == CollectiveKind.SCATTER;
    if (rank != root) {
      meeting.give();
      long given = awaitRoot(isScatter);
      take(own, 0, meeting.area(), isScatter ? set + rank * strideBytes : set, given);
      return;
    }
    if (!isScatter) {
      put(own, 0, meeting.area(), set, own.bytes(0));
    }
    for (int owner = 0; isScatter && owner < size; owner++) {
      put(all, owner, meeting.area(), set + owner * strideBytes, all.bytes(owner));
    }
    meeting.give();
    if (isScatter && own != null) {
      take(own, 0, meeting.area(), set + rank * strideBytes, own.bytes(0));
    }
  }

  /** How much the root has given for this rank. A broadcast may have less than is expected. */
  private long awaitRoot(boolean exactly) {
    long given = meeting.await(root);
    int theirs = Gift.bytes(given);
    boolean fits = exactly ? theirs == bytes : theirs <= bytes;
    if (!fits || !Gift.areAlike(given, meeting.own())) {
      throw meeting.mismatch(root, given);
    }
    return theirs;
  }
}
