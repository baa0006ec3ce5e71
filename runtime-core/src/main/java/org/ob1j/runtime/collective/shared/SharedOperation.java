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
    this.reduction = reduction;
    this.root = root;
    strideBytes = bytes + Long.BYTES - 1 & -Long.BYTES;
    this.bytes = bytes;
  }

  /**
   * Does all of it, in one method that C2 does not inline for its length (see {@code
   * MethodLengthsTest}): what leads to it and what it does are compiled apart, which takes less
   * time.
   */
  @Override
  protected boolean meet(Meeting meeting) {
    if (!collectives.fits(kind, bytes)) {
      meeting.goByMessages();
      return false;
    }
    int set = meeting.begin(Gift.what(kind, root, bytes));
    SharedArea area = meeting.area();
    boolean isSpread = kind == CollectiveKind.BROADCAST || kind == CollectiveKind.SCATTER;
    if (isSpread) {
      spread(area, set);
    } else if (kind != CollectiveKind.BARRIER) {
      putOwn(area, set + rank * strideBytes);
    }
    if (!meeting.give()) {
      return false;
    }
    if (isSpread) {
      takeFromRoot(meeting, set);
    } else if (kind == CollectiveKind.BARRIER) {
      meeting.awaitAll();
    } else if (all != null) {
      meeting.awaitAll();
      if (reduction == null) {
        takeAll(area, set);
        return true;
      }
      // All blocks into one array, where each is combined with the result of those before it.
      PrimitiveType type = reduction.operandType();
      int stride = strideBytes / type.sizeBytes();
      int count = own.count(0);
      Object array = collectives.operands(type, size * stride);
      workspace.copy(area.viewFor(array), set, array, 0, (long) size * strideBytes);
      int last = 0;
      for (int next = stride; next < size * stride; next += stride) {
        reduction.apply(array, last, array, next, count);
        last = next;
      }
      workspace.copy(
          array, (long) (size - 1) * strideBytes, all.storage, all.offsetBytes(0), all.bytes(0));
    }
    return true;
  }

  private void putOwn(SharedArea area, int place) {
    if (own != null) {
      put(own, 0, area, place, own.bytes(0));
    } else {
      put(all, rank, area, place, all.bytes(rank));
    }
  }

  private void takeAll(SharedArea area, int set) {
    if (strideBytes == bytes) {
      take(all, 0, area, set, (long) size * strideBytes);
      return;
    }
    for (int owner = 0; owner < size; owner++) {
      take(all, owner, area, set + owner * strideBytes, all.bytes(owner));
    }
  }

  /** What the root puts there. */
  private void spread(SharedArea area, int set) {
    if (rank != root) {
      return;
    }
    if (kind == CollectiveKind.BROADCAST) {
      put(own, 0, area, set, own.bytes(0));
      return;
    }
    for (int owner = 0; owner < size; owner++) {
      put(all, owner, area, set + owner * strideBytes, all.bytes(owner));
    }
  }

  private void takeFromRoot(Meeting meeting, int set) {
    boolean isScatter = kind == CollectiveKind.SCATTER;
    int place = isScatter ? set + rank * strideBytes : set;
    if (rank != root) {
      take(own, 0, meeting.area(), place, awaitRoot(meeting, isScatter));
    } else if (isScatter && own != null) {
      take(own, 0, meeting.area(), place, own.bytes(0));
    }
  }

  /** How much the root has given for this rank. A broadcast may have less than is expected. */
  private long awaitRoot(Meeting meeting, boolean exactly) {
    long given = meeting.await(root);
    int theirs = Gift.bytes(given);
    boolean fits = exactly ? theirs == bytes : theirs <= bytes;
    if (!fits || !Gift.areAlike(given, meeting.own())) {
      throw meeting.mismatch(root, given);
    }
    return theirs;
  }
}
