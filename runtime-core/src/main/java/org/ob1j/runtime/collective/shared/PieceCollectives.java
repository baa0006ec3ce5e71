package org.ob1j.runtime.collective.shared;

import java.nio.Buffer;
import org.ob1j.runtime.collective.buffer.Workspace;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.datatype.PrimitiveType;

/**
 * Collectives of data that is too long for a set of a {@link SharedArea}, and allToAll and
 * reduceScatter: in pieces, each of which fits into the ranks' parts of the area. A rank copies its
 * block for itself straight from buffer to buffer.
 *
 * <pre>
 *                  each piece: puts into its part     takes
 *   scatter        the root: a piece of each block    a piece of its block
 *   gather         each a piece of its block          the root: from all parts
 *   allGather      the same                           all: from all parts
 *   allToAll       each a piece of each block         a piece for it, from all parts
 *   reduceScatter  the same                           the same, and combines them
 *   allReduce      each a piece of its operand        of that a share from all parts,
 *                                                     and combines them
 *                  each its share of the result       all: from all parts
 *   reduce         of more than four ranks the same   the root: from all parts
 *   reduce         each a piece of its operand        the root: from all parts, and combines them
 * </pre>
 *
 * The arguments are those of {@link AreaCollectives}. Each method returns false, at all ranks, if
 * one of them has no memory for its part, or, in the first operation, has not the area: then
 * messages are to do it.
 */
final class PieceCollectives {
  /** So much is combined at once: two operands of it fit into a core's second cache. */
  private static final int COMBINED_BYTES = 32 * 1024;

  /** So many ranks at most leave all combining to the root: it has as much to copy otherwise. */
  private static final int COMBINED_BY_ROOT = 4;

  private static final int NOWHERE = -1;

  private final SharedCollectives collectives;
  private final Meeting meeting;
  private final SharedArea area;
  private final Workspace workspace;
  private final int rank;
  private final int size;
  private final int partBytes;

  /** How much of their parts all ranks are known to have. */
  private int haveBytes;

  PieceCollectives(Members members, SharedCollectives collectives, Meeting meeting) {
    this.collectives = collectives;
    this.meeting = meeting;
    area = meeting.area();
    workspace = members.workspace();
    rank = members.rank();
    size = members.size();
    partBytes = area.partBytes();
  }

  boolean scatter(int root, Object all, long allAt, Object own, long ownAt, int bytes) {
    int most = area.mostExchangedBytes();
    if (!getParts(
        CollectiveKind.SCATTER, bytes, size * SharedArea.aligned(Math.min(most, bytes)))) {
      return false;
    }
    for (int done = 0; done < bytes; done += most) {
      int piece = Math.min(most, bytes - done);
      int number = begin(CollectiveKind.SCATTER, root, bytes);
      if (rank == root) {
        putBlocks(all, allAt + done, bytes, area.part(number, rank), piece);
        meeting.give();
      } else {
        meeting.give();
        meeting.awaitRoot(root, bytes, true);
        int place = area.part(number, root) + rank * SharedArea.aligned(piece);
        take(own, ownAt + done, place, piece);
      }
    }
    if (rank == root && own != null) {
      workspace.copy(all, allAt + (long) rank * bytes, own, ownAt, bytes);
    }
    return true;
  }

  boolean gather(
      CollectiveKind kind, int root, Object own, long ownAt, Object all, long allAt, int bytes) {
    if (!getParts(kind, bytes, Math.min(partBytes, bytes))) {
      return false;
    }
    Object from = own == null ? all : own;
    long fromAt = own == null ? allAt + (long) rank * bytes : ownAt;
    for (int done = 0; done < bytes; done += partBytes) {
      int piece = Math.min(partBytes, bytes - done);
      int number = begin(kind, root, bytes);
      if (all == null || kind == CollectiveKind.ALL_GATHER) {
        put(from, fromAt + done, area.part(number, rank), piece);
      }
      meeting.give();
      if (all != null) {
        meeting.awaitAll();
        takeBlocks(area.part(number, 0), all, allAt + done, bytes, piece);
      }
    }
    if (all != null && own != null) {
      workspace.copy(own, ownAt, all, allAt + (long) rank * bytes, bytes);
    }
    return true;
  }

  boolean reduce(
      CollectiveKind kind,
      int root,
      Object own,
      long ownAt,
      Object result,
      long resultAt,
      int count,
      int bytes,
      Reduction reduction) {
    if (!getParts(kind, bytes, Math.min(partBytes, bytes))) {
      return false;
    }
    if (kind == CollectiveKind.REDUCE && size <= COMBINED_BY_ROOT) {
      reduceAtRoot(root, own, ownAt, result, resultAt, count, bytes, reduction);
      return true;
    }
    int elementBytes = bytes / count;
    int most = partBytes / elementBytes;
    for (int done = 0; done < count; done += most) {
      int piece = Math.min(most, count - done);
      long doneBytes = (long) done * elementBytes;
      int number = begin(kind, root, bytes);
      putOtherShares(own, ownAt + doneBytes, area.part(number, rank), piece, elementBytes);
      meeting.give();
      meeting.awaitAll();
      int first = share(rank, piece) * elementBytes;
      int shareBytes = share(rank + 1, piece) * elementBytes - first;
      int operands = area.part(number, 0) + first;
      number = begin(kind, root, bytes);
      boolean isForOthers = rank != root || kind == CollectiveKind.ALL_REDUCE;
      combine(
          own,
          ownAt + doneBytes + first,
          operands,
          shareBytes,
          elementBytes,
          reduction,
          result,
          resultAt + doneBytes + first,
          isForOthers ? area.part(number, rank) : NOWHERE);
      meeting.give();
      if (result != null) {
        meeting.awaitAll();
        takeOtherShares(number, result, resultAt + doneBytes, piece, elementBytes);
      }
    }
    return true;
  }

  /** The root combines all of it; others go on when they have put their operand there. */
  private void reduceAtRoot(
      int root,
      Object own,
      long ownAt,
      Object result,
      long resultAt,
      int count,
      int bytes,
      Reduction reduction) {
    int elementBytes = bytes / count;
    int most = partBytes / elementBytes * elementBytes;
    for (int done = 0; done < bytes; done += most) {
      int length = Math.min(most, bytes - done);
      int number = begin(CollectiveKind.REDUCE, root, bytes);
      if (rank == root) {
        meeting.give();
        meeting.awaitAll();
        int operands = area.part(number, 0);
        combine(
            own,
            ownAt + done,
            operands,
            length,
            elementBytes,
            reduction,
            result,
            resultAt + done,
            NOWHERE);
      } else {
        put(own, ownAt + done, area.part(number, rank), length);
        meeting.give();
      }
    }
  }

  /** Puts what other ranks combine of this rank's operand; each share stays where it is in it. */
  private void putOtherShares(Object own, long ownAt, int part, int count, int elementBytes) {
    int first = share(rank, count) * elementBytes;
    int end = share(rank + 1, count) * elementBytes;
    put(own, ownAt, part, first);
    put(own, ownAt + end, part + end, (long) count * elementBytes - end);
  }

  /**
   * Combines this rank's share of a piece, a little at a time: all that is copied is then in a
   * core's cache.
   *
   * @param operands where the share begins in the part of rank 0
   * @param result where the share of the result goes; null if not to this rank
   * @param place where it goes in this rank's part; {@link #NOWHERE} if nobody else gets it
   */
  private void combine(
      Object own,
      long ownAt,
      int operands,
      int bytes,
      int elementBytes,
      Reduction reduction,
      Object result,
      long resultAt,
      int place) {
    int most = Math.max(1, COMBINED_BYTES / elementBytes) * elementBytes;
    for (int done = 0; done < bytes; done += most) {
      int length = Math.min(most, bytes - done);
      Object array =
          combine(own, ownAt + done, operands + done, length, length / elementBytes, reduction);
      if (result != null) {
        workspace.copy(array, 0, result, resultAt + done, length);
      }
      if (place != NOWHERE) {
        put(array, 0, place + done, length);
      }
    }
  }

  /** Each is combined with the result of those before it; returns the array of the last result. */
  private Object combine(
      Object own, long ownAt, int operands, int bytes, int count, Reduction reduction) {
    PrimitiveType type = reduction.operandType();
    OperandArrays arrays = collectives.operands();
    arrays.prepare(type, bytes / type.sizeBytes());
    Object array = arrays.first();
    Object before = arrays.second();
    for (int owner = 0; owner < size; owner++) {
      if (owner == rank) {
        workspace.copy(own, ownAt, array, 0, bytes);
      } else {
        take(array, 0, operands + owner * partBytes, bytes);
      }
      if (owner > 0) {
        reduction.apply(before, 0, array, 0, count);
      }
      Object next = before;
      before = array;
      array = next;
    }
    return before;
  }

  boolean reduceScatter(
      Object own,
      long ownAt,
      Object result,
      long resultAt,
      int[] counts,
      int elementBytes,
      Reduction reduction) {
    int longest = 0;
    int total = 0;
    for (int block = 0; block < size; block++) {
      longest = Math.max(longest, counts[block]);
      total += counts[block];
    }
    int most = area.mostExchangedBytes() / elementBytes;
    int part = size * SharedArea.aligned(Math.min(longest, most) * elementBytes);
    if (!getParts(CollectiveKind.REDUCE_SCATTER, total * elementBytes, part)) {
      return false;
    }
    if (result != own || longest <= most) {
      reducePieces(own, ownAt, result, resultAt, counts, longest, total, elementBytes, reduction);
      return true;
    }
    // A piece of the result would go where the next piece of another block is.
    PrimitiveType type = reduction.operandType();
    long bytes = (long) counts[rank] * elementBytes;
    Object kept = workspace.take(type, (int) (bytes / type.sizeBytes()));
    reducePieces(own, ownAt, kept, 0, counts, longest, total, elementBytes, reduction);
    workspace.copy(kept, 0, result, resultAt, bytes);
    workspace.give(type, kept);
    return true;
  }

  /** Each rank puts a piece of each block, and combines those of its own block. */
  private void reducePieces(
      Object own,
      long ownAt,
      Object result,
      long resultAt,
      int[] counts,
      int longest,
      int total,
      int elementBytes,
      Reduction reduction) {
    int most = area.mostExchangedBytes() / elementBytes;
    for (int done = 0; done < longest; done += most) {
      int stride = SharedArea.aligned(Math.min(most, longest - done) * elementBytes);
      int number = begin(CollectiveKind.REDUCE_SCATTER, 0, total * elementBytes);
      long mine = 0;
      long at = ownAt + (long) done * elementBytes;
      for (int block = 0; block < size; block++) {
        if (block == rank) {
          mine = at;
        } else {
          int bytes = pieceElements(counts[block], done, most) * elementBytes;
          put(own, at, area.part(number, rank) + block * stride, bytes);
        }
        at += (long) counts[block] * elementBytes;
      }
      meeting.give();
      meeting.awaitAll();
      int bytes = pieceElements(counts[rank], done, most) * elementBytes;
      combine(
          own,
          mine,
          area.part(number, 0) + rank * stride,
          bytes,
          elementBytes,
          reduction,
          result,
          resultAt + (long) done * elementBytes,
          NOWHERE);
    }
  }

  private static int pieceElements(int count, int done, int most) {
    return Math.max(0, Math.min(most, count - done));
  }

  private void takeOtherShares(
      int number, Object result, long resultAt, int count, int elementBytes) {
    for (int owner = 0; owner < size; owner++) {
      if (owner != rank) {
        int first = share(owner, count) * elementBytes;
        int bytes = share(owner + 1, count) * elementBytes - first;
        take(result, resultAt + first, area.part(number, owner), bytes);
      }
    }
  }

  /** Where a rank's share of a piece begins. */
  private int share(int owner, int count) {
    return (int) ((long) count * owner / size);
  }

  boolean allToAll(Object from, long fromAt, Object to, long toAt, int bytes) {
    int most = area.mostExchangedBytes();
    for (int done = 0; done < bytes; done += most) {
      int piece = Math.min(most, bytes - done);
      int stride = SharedArea.aligned(piece);
      boolean has = collectives.reservePart(size * stride);
      meeting.begin(Gift.whatOfParts(CollectiveKind.ALL_TO_ALL, has, bytes));
      int number = meeting.number();
      if (has) {
        putBlocks(from, fromAt + done, bytes, area.part(number, rank), piece);
      }
      if (!meeting.give() || !allHaveParts()) {
        return false;
      }
      takeBlocks(area.part(number, 0) + rank * stride, to, toAt + done, bytes, piece);
    }
    long ownAt = (long) rank * bytes;
    workspace.copy(from, fromAt + ownAt, to, toAt + ownAt, bytes);
    return true;
  }

  /**
   * Gets memory for the beginning of all ranks' parts, unless that is there. A rank that has none
   * says so in an operation before the first piece.
   *
   * @param kind the operation that needs them
   * @param blockBytes of each rank
   * @param bytes of each part
   */
  private boolean getParts(CollectiveKind kind, int blockBytes, int bytes) {
    if (bytes > haveBytes) {
      // Twice as much each time, so that few lengths need it.
      int wanted = Math.min(Math.max(bytes, 2 * haveBytes), partBytes);
      boolean has = collectives.reservePart(wanted);
      meeting.begin(Gift.whatOfParts(kind, has, blockBytes));
      if (!meeting.give() || !allHaveParts()) {
        return false;
      }
      haveBytes = wanted;
    }
    return true;
  }

  /** Whether all have; if one has not, all see that, and send messages then and later. */
  private boolean allHaveParts() {
    boolean all = Gift.hasPart(meeting.awaitAllWithParts());
    if (!all) {
      collectives.doWithoutParts();
    }
    return all;
  }

  private int begin(CollectiveKind kind, int root, int bytes) {
    meeting.begin(Gift.what(kind, root, bytes));
    return meeting.number();
  }

  /** Puts a piece of each of equal blocks into a part, but of this rank's. */
  private void putBlocks(Object from, long fromAt, int blockBytes, int part, int bytes) {
    int stride = SharedArea.aligned(bytes);
    if (stride == bytes && bytes == blockBytes) {
      put(from, fromAt, part, (long) size * bytes);
      return;
    }
    for (int block = 0; block < size; block++) {
      if (block != rank) {
        put(from, fromAt + (long) block * blockBytes, part + block * stride, bytes);
      }
    }
  }

  /** Takes a piece of each of equal blocks, each out of another part, but of this rank's. */
  private void takeBlocks(int place, Object to, long toAt, int blockBytes, int bytes) {
    Buffer places = area.viewFor(to);
    for (int source = 0; source < size; source++) {
      if (source != rank) {
        long at = (long) place + (long) source * partBytes;
        workspace.copy(places, at, to, toAt + (long) source * blockBytes, bytes);
      }
    }
  }

  private void put(Object storage, long at, int place, long bytes) {
    workspace.copy(storage, at, area.viewFor(storage), place, bytes);
  }

  private void take(Object storage, long at, int place, int bytes) {
    workspace.copy(area.viewFor(storage), place, storage, at, bytes);
  }
}
