package org.ob1j.runtime.collective.shared;

import java.nio.Buffer;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.round.Members;

/**
 * A block of every rank for every other, through their parts of a {@link SharedArea}. Each puts all
 * of its blocks there, waits for all, and takes those for it.
 *
 * <p>A rank for whose part there is no memory says so in the place of the root. All see that, and
 * send messages then and later.
 */
final class SharedAllToAll extends SharedAlgorithm {
  private static final int HAS_PART = 0;
  private static final int HAS_NONE = 1;

  private final long blockBytes;

  /**
   * @param blockBytes of what this rank expects of each
   * @param outgoing the block for each rank
   * @param incoming where each rank's block goes
   */
  SharedAllToAll(
      Members members,
      SharedCollectives collectives,
      long blockBytes,
      Blocks outgoing,
      Blocks incoming) {
    super(members, collectives, CollectiveKind.ALL_TO_ALL, outgoing, incoming, null, 0);
    this.blockBytes = blockBytes;
  }

  @Override
  protected boolean meet(LittleCollectives little) {
    Meeting meeting = little.meeting();
    if (blockBytes > SharedArea.mostExchangedBytes(size) || own.bytes(0) != blockBytes) {
      meeting.goByMessages();
      return false;
    }
    if (!collectives.mayHaveParts()) {
      return false;
    }
    // In the area all elements are aligned.
    int strideBytes = (int) blockBytes + Long.BYTES - 1 & -Long.BYTES;
    boolean has = collectives.reservePart(size * strideBytes);
    meeting.begin(Gift.what(kind, has ? HAS_PART : HAS_NONE, (int) blockBytes));
    meeting.awaitEarlier();
    SharedArea area = meeting.area();
    int number = meeting.number();
    if (has) {
      putAll(area, area.part(number, rank), strideBytes);
    }
    if (!meeting.give()) {
      return false;
    }
    if (!meeting.awaitAllAndCompareRoots() || !has) {
      collectives.doWithoutParts();
      return false;
    }
    takeAll(area, area.part(number, 0) + rank * strideBytes);
    return true;
  }

  /** The blocks lie behind each other, and those for this rank in equal distances. */
  private void takeAll(SharedArea area, int first) {
    Buffer places = area.viewFor(all.storage);
    int apart = area.partBytes();
    long at = all.offsetBytes(0);
    for (int source = 0; source < size; source++) {
      workspace.copy(places, first + source * apart, all.storage, at, blockBytes);
      at += blockBytes;
    }
  }

  private void putAll(SharedArea area, int part, int strideBytes) {
    if (strideBytes == blockBytes) {
      put(own, 0, area, part, size * blockBytes);
      return;
    }
    for (int destination = 0; destination < size; destination++) {
      put(own, destination, area, part + destination * strideBytes, blockBytes);
    }
  }
}
