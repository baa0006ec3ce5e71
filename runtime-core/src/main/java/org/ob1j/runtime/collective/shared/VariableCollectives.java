package org.ob1j.runtime.collective.shared;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.buffer.Workspace;
import org.ob1j.runtime.collective.round.CollectiveException;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.pml.PmlError;

/**
 * allGatherV and allToAllV, whose blocks have different lengths, through the ranks' parts of a
 * {@link SharedArea}. In an allToAllV nobody knows the lengths of all blocks. So a rank writes
 * beside a piece of each block how long that is, and says whether one of its blocks has more; all
 * wait for all, and go on until none has.
 *
 * <pre>
 *   63      24 23      0
 *     length     place      for rank 0: of its whole block; where a piece is in this part
 *     length     place      for rank 1
 *     …
 *     pieces, each from a multiple of 8 on; in an allGatherV the same for all
 * </pre>
 */
final class VariableCollectives {
  private static final int PLACE_BITS = 24;
  private static final int PLACE_MASK = (1 << PLACE_BITS) - 1;

  private final SharedCollectives collectives;
  private final Meeting meeting;
  private final SharedArea area;
  private final Workspace workspace;
  private final int rank;
  private final int size;
  private final int firstPlace;

  VariableCollectives(Members members, SharedCollectives collectives, Meeting meeting) {
    this.collectives = collectives;
    this.meeting = meeting;
    area = meeting.area();
    workspace = members.workspace();
    rank = members.rank();
    size = members.size();
    firstPlace = size * Long.BYTES;
  }

  /**
   * Carries one out. Where a block is longer than its place, that gets the block's beginning.
   *
   * @param outgoing this rank's block for each rank; of an allGatherV the block for all, null if it
   *     is in its place
   * @param incoming where each rank's block goes
   * @return false, at all ranks, if messages are to do it
   * @throws CollectiveException at the end, if a block was longer than its place
   */
  boolean exchange(CollectiveKind kind, Blocks outgoing, Blocks incoming) {
    boolean isForAll = kind == CollectiveKind.ALL_GATHER_V;
    Blocks from = outgoing == null ? incoming.sameForAll(rank) : outgoing;
    int most = (area.partBytes() - firstPlace) / (isForAll ? 1 : size) & -Long.BYTES;
    String trouble = null;
    long done = 0;
    boolean isOver = false;
    while (!isOver) {
      boolean has = collectives.reservePart(firstPlace + needed(from, done, most, isForAll));
      meeting.begin(Gift.whatOfPieces(kind, has, hasMore(from, done + most)));
      int number = meeting.number();
      if (has) {
        put(from, done, most, area.part(number, rank), isForAll);
      }
      if (!meeting.give()) {
        return false;
      }
      long all = meeting.awaitAllWithParts();
      if (!Gift.hasPart(all)) {
        // In the first piece: no other needs more.
        collectives.doWithoutParts();
        return false;
      }
      trouble = take(incoming, done, most, number, trouble);
      done += most;
      isOver = !Gift.hasMore(all);
    }
    if (outgoing != null) {
      long bytes = Math.min(from.bytes(rank), incoming.bytes(rank));
      workspace.copy(
          from.storage,
          from.offsetBytes(rank),
          incoming.storage,
          incoming.offsetBytes(rank),
          bytes);
    }
    if (trouble != null) {
      throw new CollectiveException(PmlError.TRUNCATED, trouble);
    }
    return true;
  }

  private static int piece(long length, long done, int most) {
    return (int) Math.max(0, Math.min(most, length - done));
  }

  private int needed(Blocks from, long done, int most, boolean isForAll) {
    int needed = 0;
    for (int target = 0; target < size; target++) {
      if (target != rank) {
        int bytes = SharedArea.aligned(piece(from.bytes(target), done, most));
        needed = isForAll ? bytes : needed + bytes;
      }
    }
    return needed;
  }

  private boolean hasMore(Blocks from, long end) {
    boolean hasMore = false;
    for (int target = 0; target < size; target++) {
      hasMore |= target != rank && from.bytes(target) > end;
    }
    return hasMore;
  }

  private void put(Blocks from, long done, int most, int part, boolean isForAll) {
    int place = firstPlace;
    boolean isThere = false;
    for (int target = 0; target < size; target++) {
      if (target != rank) {
        long length = from.bytes(target);
        int bytes = piece(length, done, most);
        area.putWord(part + target * Long.BYTES, length << PLACE_BITS | place);
        if (!isThere) {
          Object storage = from.storage;
          long at = from.offsetBytes(target) + done;
          workspace.copy(storage, at, area.viewFor(storage), part + place, bytes);
        }
        isThere = isForAll;
        place += isForAll ? 0 : SharedArea.aligned(bytes);
      }
    }
  }

  /**
   * Takes the pieces for this rank.
   *
   * @param trouble what was wrong with one before; null if nothing
   * @return the same, now with these
   */
  private String take(Blocks incoming, long done, int most, int number, String trouble) {
    String first = trouble;
    for (int source = 0; source < size; source++) {
      if (source != rank) {
        int part = area.part(number, source);
        long word = area.word(part + rank * Long.BYTES);
        long length = word >>> PLACE_BITS;
        long expected = incoming.bytes(source);
        if (length > expected && first == null) {
          first = meeting.tooLong(source, length, expected);
        }
        int bytes = piece(Math.min(length, expected), done, most);
        if (bytes > 0) {
          int place = (int) word & PLACE_MASK;
          requireInside(source, place, bytes);
          Object storage = incoming.storage;
          long at = incoming.offsetBytes(source) + done;
          workspace.copy(area.viewFor(storage), part + place, storage, at, bytes);
        }
      }
    }
    return first;
  }

  /** Another rank may have written anything. */
  private void requireInside(int source, int place, int bytes) {
    if (!isInside(place, bytes, size, area.partBytes())) {
      throw new CollectiveException(
          PmlError.TRUNCATED,
          meeting.nameOf(source)
              + " says that a piece of "
              + bytes
              + " bytes is at "
              + place
              + " of its "
              + area.partBytes()
              + " bytes of shared memory");
    }
  }

  static boolean isInside(int place, int bytes, int ranks, int partBytes) {
    return place >= ranks * Long.BYTES && place % Long.BYTES == 0 && place <= partBytes - bytes;
  }
}
