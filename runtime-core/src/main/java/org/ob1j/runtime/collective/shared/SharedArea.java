package org.ob1j.runtime.collective.shared;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.memory.SharedRegions;
import org.ob1j.runtime.memory.SharedRegions.Region;

/**
 * What the ranks of a communicator share for its collectives, little-endian. Operations are counted
 * from 1; each uses the next of four sets for its data.
 *
 * <pre>
 *      0  rank 0: gift in set 0 (8) | 1 | 2 | 3 | by messages (8) | left (8) | sleepers (8)
 *                      | doorbell: process (8) | inode (8) | descriptor (8)
 *    128  rank 1, …
 *         set 0: blocks of the ranks, one behind the other, or one block for all
 *         set 1, 2, 3
 *         to the next page
 *         for set 0: part of rank 0: a piece of its block, or of its blocks for rank 0, 1, 2, …
 *                    part of rank 1, …
 *         for set 1, 2, 3: the same
 * </pre>
 *
 * A {@link Gift} tells the operation, and that what the rank gives in it is there. <em>By
 * messages</em> counts operations of too much data. <em>Sleepers</em> and <em>doorbell</em> are
 * those of {@link AreaDoorbells}.
 *
 * <pre>
 *   rank 0                                   rank 1
 *     | all have come to the operation         |
 *     |   three before: the set is free        |
 *     | writes its block                       | the same
 *     | its gift (release) ------------------> | waits for it (acquire)
 *     |                                        | reads the block
 * </pre>
 *
 * Who waits reads words of other ranks, compares them, and copies as many bytes as it expects
 * itself; so nothing that a rank writes leads out of the area.
 */
public final class SharedArea {
  /** The most ranks that can have one: each has a bit of a word. */
  public static final int MOST_RANKS = Long.SIZE;

  /** A rank that others do not wait for may be so many operations ahead, less one. */
  static final int SETS = 4;

  /** Of a longer block this much is a piece, where not more than five ranks exchange them. */
  private static final int MOST_EXCHANGED_BYTES = 128 * 1024;

  /** What the parts of all ranks take in one set, if it is used to its end. */
  private static final int MOST_PARTS_BYTES = 4 << 20;

  /**
   * What all ranks put into a set, of which each reads, or combines, as much as there are ranks, is
   * so many times shorter than what one puts there for all.
   */
  private static final int READERS_FACTOR = 2;

  private static final int PAGE_BYTES = 4096;
  private static final int RANK_BYTES = 128;
  private static final int BY_MESSAGES_OFFSET = SETS * Long.BYTES;
  private static final int LEFT_OFFSET = BY_MESSAGES_OFFSET + Long.BYTES;
  private static final int SLEEPERS_OFFSET = LEFT_OFFSET + Long.BYTES;

  private final Memory memory;
  private final int ranks;
  private final int setBytes;
  private final int setsOffset;
  private final int partsOffset;
  private final int partBytes;
  private final AreaDoorbells doorbells;

  /**
   * An area that all ranks have mapped.
   *
   * @param memory at least {@link #lengthBytes}; what must be reserved has been, with zeros
   * @param setBytes what the data of one operation may take, a multiple of 8
   */
  public SharedArea(Memory memory, int ranks, int setBytes) {
    this(memory, ranks, setBytes, AreaDoorbells.ONCE);
  }

  SharedArea(Memory memory, int ranks, int setBytes, AreaDoorbells.Ringer ringer) {
    doorbells = new AreaDoorbells(memory, ranks, SLEEPERS_OFFSET, RANK_BYTES, ringer);
    this.memory = memory;
    this.ranks = ranks;
    this.setBytes = setBytes;
    setsOffset = setsOffset(ranks);
    partsOffset = reservedBytes(ranks, setBytes);
    partBytes = partBytes(ranks);
  }

  /** Makes the region of an area; null if there is no memory for it. */
  public static Region create(SharedRegions regions, int ranks, int setBytes) {
    return regions.create(lengthBytes(ranks, setBytes), reservedBytes(ranks, setBytes));
  }

  /**
   * What others need to find an area, as it is published.
   *
   * <pre>
   *   what the data of one operation may take (4) | the region, as its transport has it
   * </pre>
   */
  public static byte[] toBytes(SharedRegions regions, Region own, int setBytes) {
    byte[] address = regions.publish(own);
    return ByteBuffer.allocate(Integer.BYTES + address.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(setBytes)
        .put(address)
        .array();
  }

  /** What the data of one operation may take in an area that has been published; 0 for none. */
  static int setBytes(byte[] published) {
    return published.length < Integer.BYTES
        ? 0
        : ByteBuffer.wrap(published).order(ByteOrder.LITTLE_ENDIAN).getInt();
  }

  /** Where an area is that has been published. */
  static byte[] address(byte[] published) {
    return Arrays.copyOfRange(published, Integer.BYTES, published.length);
  }

  /** What must be reserved of an area, from its beginning on: all but the parts. */
  private static int reservedBytes(int ranks, int setBytes) {
    return setsOffset(ranks) + SETS * setBytes + PAGE_BYTES - 1 & -PAGE_BYTES;
  }

  /** How long an area is. */
  static int lengthBytes(int ranks, int setBytes) {
    return reservedBytes(ranks, setBytes) + SETS * ranks * partBytes(ranks);
  }

  /** What one rank's blocks in an allToAll may take. */
  private static int partBytes(int ranks) {
    return Math.min(ranks * MOST_EXCHANGED_BYTES, MOST_PARTS_BYTES / ranks) & -PAGE_BYTES;
  }

  private static int mostExchangedBytes(int ranks) {
    return partBytes(ranks) / ranks & -Long.BYTES;
  }

  /** The longest blocks of which one for each rank fits into a part. */
  int mostExchangedBytes() {
    return mostExchangedBytes(ranks);
  }

  /** How far a block is from the one before: in the area all elements are aligned. */
  static int aligned(int bytes) {
    return bytes + Long.BYTES - 1 & -Long.BYTES;
  }

  private static int setsOffset(int ranks) {
    return ranks * RANK_BYTES;
  }

  private static int lineOf(int rank) {
    return rank * RANK_BYTES;
  }

  /** What the data of one operation may take. */
  int setBytes() {
    return setBytes;
  }

  /** How long a rank's block may be of which a set has one for each rank. */
  int littleBytes() {
    return setBytes / READERS_FACTOR / ranks & -Long.BYTES;
  }

  /** Where the data of an operation begins. */
  int set(int number) {
    return setsOffset + (number & SETS - 1) * setBytes;
  }

  /** Where a rank's blocks for others begin in an allToAll. */
  int part(int number, int rank) {
    return partsOffset + ((number & SETS - 1) * ranks + rank) * partBytes;
  }

  /** What they may take. */
  int partBytes() {
    return partBytes;
  }

  /**
   * Gets memory for a rank's parts in all sets. What is there already may be in use, and stays as
   * it is.
   *
   * @param first how much of each is there, in whole pages
   * @param bytes how much of each is to be there, at most {@link #partBytes}
   * @return how much of each is there now, in whole pages; as before if there is no memory
   */
  int reserveParts(SharedRegions regions, Region region, int rank, int first, int bytes) {
    int end = bytes + PAGE_BYTES - 1 & -PAGE_BYTES;
    for (int set = 0; end > first && set < SETS; set++) {
      if (!regions.reserve(region, part(set, rank) + first, end - first)) {
        return first;
      }
    }
    return Math.max(first, end);
  }

  /** Writes a word of a part; what others give later tells that it is there. */
  void putWord(int place, long word) {
    memory.putLong(place, word);
  }

  long word(int place) {
    return memory.getLong(place);
  }

  /** As {@link Memory#viewFor}. */
  Buffer viewFor(Object storage) {
    return memory.viewFor(storage);
  }

  /** This rank has come to an operation, and given. */
  void give(int rank, int number, long gift) {
    memory.putLongRelease(lineOf(rank) + (number & SETS - 1) * Long.BYTES, gift);
  }

  /** What a rank has given in an operation, or four, eight, … before it. */
  long gift(int rank, int number) {
    return memory.getLongAcquire(lineOf(rank) + (number & SETS - 1) * Long.BYTES);
  }

  /** This rank has come to so many operations that go by messages. */
  void goByMessages(int rank, long count) {
    memory.putLongRelease(lineOf(rank) + BY_MESSAGES_OFFSET, count);
  }

  long byMessages(int rank) {
    return memory.getLongAcquire(lineOf(rank) + BY_MESSAGES_OFFSET);
  }

  /** This rank uses the area no more. */
  void leave(int rank) {
    memory.putLongRelease(lineOf(rank) + LEFT_OFFSET, 1);
  }

  /** Whether nobody uses the area any more. */
  public boolean isLeft() {
    boolean isLeft = true;
    for (int rank = 0; rank < ranks; rank++) {
      isLeft &= memory.getLongAcquire(lineOf(rank) + LEFT_OFFSET) != 0;
    }
    return isLeft;
  }

  /** Who sleeps. */
  AreaDoorbells doorbells() {
    return doorbells;
  }
}
