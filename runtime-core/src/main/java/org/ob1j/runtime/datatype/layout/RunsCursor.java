package org.ob1j.runtime.datatype.layout;

import org.ob1j.runtime.memory.NativeService;

/**
 * A place in a message whose data lies in runs of bytes, which goes from block to block. Not
 * thread-safe.
 *
 * <pre>
 *   ■■■■■■──■■■■■■──■■■■■■──■■■■■■
 *              ▲──►
 *              |left in block|    blocks left: 0 here, 2 at the beginning of the next
 * </pre>
 */
public final class RunsCursor {
  private final Runs runs;
  private final long elementBytes;
  private final long extentBytes;

  private long origin;
  private int group;
  private long block;
  private long within;

  /** Where the block has its first byte. */
  private long place;

  /** Kept reachable while native code reads them: another thread may have replaced the group's. */
  private NativePlaces listed;

  private RunsCursor(Runs runs, long extentBytes) {
    this.runs = runs;
    this.extentBytes = extentBytes;
    elementBytes = runs.sizeBytes();
  }

  /** In elements of data. */
  public static RunsCursor of(Runs runs, long extentBytes, long count) {
    // Elements of one run are a group themselves.
    return runs.isOneRun() && count > 1
        ? new RunsCursor(
            new RunsBuilder().add(runs.firstByte(), runs.sizeBytes(), extentBytes, count).build(),
            0)
        : new RunsCursor(runs, extentBytes);
  }

  /**
   * Goes to a byte of the message.
   *
   * @param newOrigin where the first element has its origin
   * @param position from 0 to before the message's end
   */
  public void moveTo(long newOrigin, long position) {
    long element = position / elementBytes;
    long inElement = position - element * elementBytes;
    origin = newOrigin + element * extentBytes;
    group = runs.groupOf(inElement);
    long inGroup = inElement - runs.start(group);
    block = inGroup / runs.block(group);
    within = inGroup - block * runs.block(group);
    place = origin + runs.place(group, block);
  }

  /** Where the next byte lies. */
  public long place() {
    return place + within;
  }

  /** How many bytes lie together from here on. */
  public long leftInBlock() {
    return runs.block(group) - within;
  }

  /** How many whole blocks of one length follow; 0 inside one. */
  public long blocksLeft() {
    return within == 0 ? runs.count(group) - block : 0;
  }

  /** Whether pieces of this length that follow stand at one distance. */
  public boolean isRegular(long pieceBytes) {
    return leftInBlock() != pieceBytes || !runs.isListed(group);
  }

  /** From one piece of this length to the next, if they are regular. */
  public long step(long pieceBytes) {
    return leftInBlock() == pieceBytes ? runs.stride(group) : pieceBytes;
  }

  /**
   * Where native code reads the places of the blocks that follow if they are not regular, which
   * count from {@link #origin()}; 0 if there is no such list. It holds until the next call and as
   * long as this cursor is reachable.
   */
  public long nativePlaces(NativeService service) {
    listed = runs.nativePlaces(group, service);
    return listed.isListed() ? listed.address() + block * Long.BYTES : 0;
  }

  /** Where the element has its origin. */
  public long origin() {
    return origin;
  }

  /** The bits that are set in any place or length of the blocks that follow. */
  public long alignment() {
    return origin | runs.alignment(group);
  }

  /** Goes on by bytes of this block. */
  public void skip(long bytes) {
    within += bytes;
    if (within == runs.block(group)) {
      within = 0;
      skipBlocks(1);
    }
  }

  /** Lists where the next blocks lie, in elements of {@code 2^shift} bytes; does not move. */
  public void list(int blocks, int shift, int[] into) {
    runs.places(group, block, blocks, origin, shift, into);
  }

  /** Goes on by blocks of this group, at the beginning of one. */
  public void skipBlocks(long blocks) {
    block += blocks;
    if (block == runs.count(group)) {
      block = 0;
      group++;
      if (group == runs.groups()) {
        group = 0;
        origin += extentBytes;
      }
    }
    place = origin + runs.place(group, block);
  }
}
