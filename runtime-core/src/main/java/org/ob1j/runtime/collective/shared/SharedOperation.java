package org.ob1j.runtime.collective.shared;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;
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
final class SharedOperation extends Algorithm {
  private final SharedCollectives collectives;
  private final Meeting meeting;
  private final CollectiveKind kind;
  private final Blocks own;
  private final Blocks all;
  private final Reduction reduction;
  private final int root;

  /** Where a rank's block begins after the one before: in the area all elements are aligned. */
  private final int strideBytes;

  private final int bytes;

  /** Null if it goes through the area. */
  private Algorithm messages;

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
    super(members);
    this.collectives = collectives;
    meeting = collectives.meeting();
    this.kind = kind;
    this.own = own;
    this.all = all;
    this.reduction = reduction;
    this.root = root;
    strideBytes = bytes + Long.BYTES - 1 & -Long.BYTES;
    this.bytes = bytes;
  }

  @Override
  public boolean begin(int number, Round round) {
    if (messages == null) {
      if (round.waits()) {
        meet();
        return false;
      }
      messages = collectives.byMessages(kind, own, all, reduction, root);
    }
    return messages.begin(number, round);
  }

  @Override
  public String name() {
    return messages == null ? "shared-memory " + kind : messages.name();
  }

  @Override
  public void release() {
    if (messages != null) {
      messages.release();
    }
  }

  private void meet() {
    int set = meeting.begin(Gift.what(kind, root, bytes));
    if (kind == CollectiveKind.BARRIER) {
      meeting.give();
      meeting.awaitAll();
    } else if (kind == CollectiveKind.BROADCAST || kind == CollectiveKind.SCATTER) {
      spread(set);
    } else {
      collect(set);
    }
  }

  /** Gives this rank's block, and takes all if it is one of those who do. */
  private void collect(int set) {
    int place = set + rank * strideBytes;
    if (own != null) {
      put(own, 0, place);
    } else {
      put(all, rank, place);
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

  private void put(Blocks blocks, int owner, int place) {
    workspace.copy(
        blocks.storage,
        blocks.offsetBytes(owner),
        meeting.area().viewFor(blocks.storage),
        place,
        blocks.bytes(owner));
  }

  private void take(Blocks blocks, int owner, int place, long lengthBytes) {
    workspace.copy(
        meeting.area().viewFor(blocks.storage),
        place,
        blocks.storage,
        blocks.offsetBytes(owner),
        lengthBytes);
  }

  private void takeAll(int set) {
    if (strideBytes == bytes) {
      take(all, 0, set, (long) size * strideBytes);
      return;
    }
    for (int owner = 0; owner < size; owner++) {
      take(all, owner, set + owner * strideBytes, all.bytes(owner));
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
      take(own, 0, isScatter ? set + rank * strideBytes : set, given);
      return;
    }
    if (!isScatter) {
      put(own, 0, set);
    }
    for (int owner = 0; isScatter && owner < size; owner++) {
      put(all, owner, set + owner * strideBytes);
    }
    meeting.give();
    if (isScatter && own != null) {
      take(own, 0, set + rank * strideBytes, own.bytes(0));
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
