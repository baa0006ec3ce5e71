package org.ob1j.runtime.collective.shared;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.buffer.Workspace;
import org.ob1j.runtime.collective.round.CollectiveException;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.pml.PmlError;

/**
 * Collectives of blocks of different lengths, through the ranks' parts of a {@link SharedArea}. In
 * an allToAllV nobody knows all lengths, in a scatterV the root alone. So a rank writes beside a
 * piece of each block how long that is, and says whether one of its blocks has more; who waits for
 * it goes on until none has.
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
   * An allGatherV or allToAllV.
   *
   * @param outgoing this rank's block for each rank; of an allGatherV the block for all, null if it
   *     is in its place
   * @param incoming where each rank's block goes
   * @return false, at all ranks, if messages are to do it
   * @throws CollectiveException at the end, if a block was longer than its place, which has its
   *     beginning then
   */
  boolean exchange(CollectiveKind kind, Blocks outgoing, Blocks incoming) {
    boolean isForAll = kind == CollectiveKind.ALL_GATHER_V;
    Blocks from = outgoing == null ? incoming.sameForAll(rank) : outgoing;
    int most = isForAll ? area.partBytes() - firstPlace : mostOfEach();
    String trouble = null;
    long done = 0;
    long all;
    do {
      int number = begin(kind, 0, from, done, most, isForAll);
      if (!meeting.give()) {
        return false;
      }
      all = meeting.awaitAllWithParts();
      if (!Gift.hasPart(all)) {
        return goWithoutParts();
      }
      for (int source = 0; source < size; source++) {
        if (source != rank) {
          String wrong = take(source, incoming, source, done, most, number);
          trouble = trouble == null ? wrong : trouble;
        }
      }
      done += most;
    } while (Gift.hasMore(all));
    if (outgoing != null) {
      copyOwn(from, incoming, rank);
    }
    return isRight(trouble);
  }

  /**
   * A scatterV. The root waits for nobody.
   *
   * @param all the blocks, at the root
   * @param own where this rank's block goes; null at the root if it stays where it is
   * @return false, at all ranks, if messages are to do it
   * @throws CollectiveException as in {@link #exchange}
   */
  boolean scatter(int root, Blocks all, Blocks own) {
    int most = mostOfEach();
    String trouble = null;
    long done = 0;
    long gift;
    do {
      int number =
          begin(CollectiveKind.SCATTER_V, root, rank == root ? all : null, done, most, false);
      if (!meeting.give()) {
        return false;
      }
      gift = rank == root ? meeting.own() : meeting.awaitRootWithPart(root);
      if (!Gift.hasPart(gift)) {
        return goWithoutParts();
      }
      if (rank != root) {
        String wrong = take(root, own, 0, done, most, number);
        trouble = trouble == null ? wrong : trouble;
      }
      done += most;
    } while (Gift.hasMore(gift));
    if (rank == root && own != null) {
      copyOwn(all, own, 0);
    }
    return isRight(trouble);
  }

  /** The longest piece of a block for one rank. */
  private int mostOfEach() {
    return (area.partBytes() - firstPlace) / size & -Long.BYTES;
  }

  /**
   * Begins the operation of a piece, and puts this rank's pieces there.
   *
   * @param from null if it has none
   * @return the operation's number
   */
  private int begin(
      CollectiveKind kind, int root, Blocks from, long done, int most, boolean isForAll) {
    boolean has =
        from == null || collectives.reservePart(firstPlace + needed(from, done, most, isForAll));
    boolean hasMore = from != null && hasMore(from, done + most);
    meeting.begin(Gift.whatOfPieces(kind, root, has, hasMore));
    int number = meeting.number();
    if (has && from != null) {
      put(from, done, most, area.part(number, rank), isForAll);
    }
    return number;
  }

  /** A rank has no memory: all see that in the first piece, as no other needs more. */
  private boolean goWithoutParts() {
    collectives.doWithoutParts();
    return false;
  }

  private void copyOwn(Blocks from, Blocks to, int block) {
    long bytes = Math.min(from.bytes(rank), to.bytes(block));
    workspace.copy(from.storage, from.offsetBytes(rank), to.storage, to.offsetBytes(block), bytes);
  }

  private static boolean isRight(String trouble) {
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
   * Takes a piece for this rank.
   *
   * @param block where it goes, of those of this rank
   * @return what is wrong with the block's length; null if nothing
   */
  private String take(int source, Blocks incoming, int block, long done, int most, int number) {
    int part = area.part(number, source);
    long word = area.word(part + rank * Long.BYTES);
    long length = word >>> PLACE_BITS;
    long expected = incoming.bytes(block);
    int bytes = piece(Math.min(length, expected), done, most);
    if (bytes > 0) {
      int place = (int) word & PLACE_MASK;
      requireInside(source, place, bytes);
      Object storage = incoming.storage;
      long at = incoming.offsetBytes(block) + done;
      workspace.copy(area.viewFor(storage), part + place, storage, at, bytes);
    }
    return length > expected ? meeting.tooLong(source, length, expected) : null;
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
