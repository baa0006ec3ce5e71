package org.ob1j.runtime.collective.shared;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.buffer.Workspace;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.datatype.PrimitiveType;

/**
 * Collectives through a {@link SharedArea}, for a rank that waits: no rounds of messages, but one
 * meeting.
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
 *   allToAll          each its blocks    all         those for it
 *   reduceScatter     each its blocks    all         those for it, and combines them
 *   scatterV          the root: blocks   the root    its block
 *   allGatherV        each its block     all         all blocks
 *   allToAllV         each its blocks    all         those for it
 * </pre>
 *
 * Operands are combined in the order of the ranks.
 *
 * <p>The data lies without gaps in an array of primitives or a direct buffer, from a byte on; it
 * fits, and is not empty: the caller has checked that. What is too long for a set, and what is for
 * all from all, goes by {@link PieceCollectives}, blocks of different lengths by {@link
 * VariableCollectives}. A rank passes null for what it has not. Each method returns false, at all
 * ranks, if it turns out in the first operation that not all have the area: then messages are to do
 * it.
 */
public final class AreaCollectives {
  private final SharedCollectives collectives;
  private final Meeting meeting;
  private final SharedArea area;
  private final PieceCollectives pieces;
  private final VariableCollectives variable;
  private final int littleBytes;
  private final Workspace workspace;
  private final int rank;
  private final int size;

  AreaCollectives(Members members, SharedCollectives collectives, Meeting meeting) {
    this.collectives = collectives;
    this.meeting = meeting;
    area = meeting.area();
    pieces = new PieceCollectives(members, collectives, meeting);
    variable = new VariableCollectives(members, collectives, meeting);
    littleBytes = area.littleBytes();
    workspace = members.workspace();
    rank = members.rank();
    size = members.size();
  }

  Meeting meeting() {
    return meeting;
  }

  /** What reports call the operation in which this rank waits; null if it does not. */
  public String running() {
    CollectiveKind kind = meeting.waitsIn();
    return kind == null ? null : SharedOperation.name(kind);
  }

  /** Whether the data of an operation fits: each rank's block, or the data of a broadcast. */
  public boolean fits(CollectiveKind kind, long bytes) {
    return collectives.fits(kind, bytes);
  }

  /** Waits for all ranks. */
  public boolean barrier() {
    meeting.begin(Gift.what(CollectiveKind.BARRIER, 0, 0));
    if (!meeting.give()) {
      return false;
    }
    meeting.awaitAll();
    return true;
  }

  /**
   * The first half of a barrier: tells the root that this rank has come; the root waits for all.
   */
  public void come(int root) {
    meeting.begin(Gift.COMING);
    meeting.give();
    if (rank == root) {
      meeting.awaitAll();
    }
  }

  /** The second half: waits until the root does this, too. */
  public void goOn(int root) {
    meeting.begin(Gift.GOING_ON);
    meeting.give();
    if (rank != root) {
      meeting.awaitRoot(root, Gift.bytes(Gift.GOING_ON), true);
    }
  }

  /** The root's data for all, in pieces of a set; others may expect more than it has. */
  public boolean broadcast(int root, Object data, long at, int bytes) {
    int total = bytes;
    int done = 0;
    do {
      int set = meeting.begin(Gift.what(CollectiveKind.BROADCAST, root, bytes));
      if (rank == root) {
        put(data, at + done, set, piece(done, total));
      }
      if (!meeting.give()) {
        return false;
      }
      if (rank != root) {
        // Each piece tells the whole length, which is the same in all.
        total = meeting.awaitRoot(root, total, done > 0);
        take(data, at + done, set, piece(done, total));
      }
      done += area.setBytes();
    } while (done < total);
    return true;
  }

  private int piece(int done, int total) {
    return Math.min(area.setBytes(), total - done);
  }

  /**
   * A block of the root's for each rank.
   *
   * @param all the blocks, at the root
   * @param own where this rank's block goes; null at the root if it stays where it is
   */
  public boolean scatter(int root, Object all, long allAt, Object own, long ownAt, int bytes) {
    if (bytes > littleBytes) {
      return pieces.scatter(root, all, allAt, own, ownAt, bytes);
    }
    int strideBytes = SharedArea.aligned(bytes);
    int set = meeting.begin(Gift.what(CollectiveKind.SCATTER, root, bytes));
    if (rank == root) {
      for (int owner = 0; owner < size; owner++) {
        put(all, allAt + owner * bytes, set + owner * strideBytes, bytes);
      }
    }
    if (!meeting.give()) {
      return false;
    }
    if (rank != root) {
      meeting.awaitRoot(root, bytes, true);
    }
    if (own != null) {
      take(own, ownAt, set + rank * strideBytes, bytes);
    }
    return true;
  }

  /**
   * The blocks of all ranks for one, or for all.
   *
   * @param own this rank's block; null if it is in its place in {@code all}
   * @param all where the blocks go; null at a rank that does not get them
   */
  public boolean gather(
      CollectiveKind kind, int root, Object own, long ownAt, Object all, long allAt, int bytes) {
    if (bytes > littleBytes) {
      return pieces.gather(kind, root, own, ownAt, all, allAt, bytes);
    }
    int strideBytes = SharedArea.aligned(bytes);
    int set = meeting.begin(Gift.what(kind, root, bytes));
    int place = set + rank * strideBytes;
    if (own != null) {
      put(own, ownAt, place, bytes);
    } else {
      put(all, allAt + rank * bytes, place, bytes);
    }
    if (!meeting.give()) {
      return false;
    }
    if (all != null) {
      meeting.awaitAll();
      if (strideBytes == bytes) {
        take(all, allAt, set, (long) size * bytes);
      } else {
        takeOneByOne(all, allAt, set, bytes);
      }
    }
    return true;
  }

  private void takeOneByOne(Object all, long allAt, int set, int bytes) {
    for (int owner = 0; owner < size; owner++) {
      take(all, allAt + owner * bytes, set + owner * SharedArea.aligned(bytes), bytes);
    }
  }

  /**
   * The operands of all ranks combined for one, or for all.
   *
   * @param own this rank's operand
   * @param result null at a rank that does not get it
   * @param count elements of the operand
   * @param bytes of them
   */
  public boolean reduce(
      CollectiveKind kind,
      int root,
      Object own,
      long ownAt,
      Object result,
      long resultAt,
      int count,
      int bytes,
      Reduction reduction) {
    if (bytes > littleBytes) {
      return pieces.reduce(kind, root, own, ownAt, result, resultAt, count, bytes, reduction);
    }
    int strideBytes = SharedArea.aligned(bytes);
    int set = meeting.begin(Gift.what(kind, root, bytes));
    put(own, ownAt, set + rank * strideBytes, bytes);
    if (!meeting.give()) {
      return false;
    }
    if (result != null) {
      meeting.awaitAll();
      // All blocks into one array, where each is combined with the result of those before it, which
      // is copied to the same place of the other array.
      PrimitiveType type = reduction.operandType();
      int stride = strideBytes / type.sizeBytes();
      OperandArrays arrays = collectives.operands();
      arrays.prepare(type, size * stride);
      Object array = arrays.first();
      Object before = arrays.second();
      workspace.copy(area.viewFor(array), set, array, 0, (long) size * strideBytes);
      for (int next = stride; next < size * stride; next += stride) {
        System.arraycopy(array, next - stride, before, next, stride);
        reduction.apply(before, next, array, next, count);
      }
      workspace.copy(array, (long) (size - 1) * strideBytes, result, resultAt, bytes);
    }
    return true;
  }

  /**
   * A block of every rank for every other, through their parts of the area. A rank for whose part
   * there is no memory says so in the place of the root; all see that, and send messages then and
   * later.
   *
   * @param from the block for each rank
   * @param to where each rank's block goes
   * @return false, at all ranks, if messages are to do it
   */
  public boolean allToAll(Object from, long fromAt, Object to, long toAt, int bytes) {
    return pieces.allToAll(from, fromAt, to, toAt, bytes);
  }

  /**
   * The operands of all ranks combined, of which each gets a block, through their parts.
   *
   * @param own this rank's operand: the elements of all blocks
   * @param result where this rank's block goes
   * @param counts elements of each rank's block
   */
  boolean reduceScatter(
      Object own,
      long ownAt,
      Object result,
      long resultAt,
      int[] counts,
      int elementBytes,
      Reduction reduction) {
    return pieces.reduceScatter(own, ownAt, result, resultAt, counts, elementBytes, reduction);
  }

  /** Blocks of different lengths, as {@link VariableCollectives#exchange}. */
  boolean exchange(CollectiveKind kind, Blocks outgoing, Blocks incoming) {
    return variable.exchange(kind, outgoing, incoming);
  }

  /** Blocks of different lengths, as {@link VariableCollectives#scatter}. */
  boolean scatterV(int root, Blocks all, Blocks own) {
    return variable.scatter(root, all, own);
  }

  private void put(Object storage, long at, int place, int bytes) {
    workspace.copy(storage, at, area.viewFor(storage), place, bytes);
  }

  private void take(Object storage, long at, int place, long bytes) {
    workspace.copy(area.viewFor(storage), place, storage, at, bytes);
  }
}
