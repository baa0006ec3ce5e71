package org.ob1j.runtime.collective.shared;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.round.Members;

/**
 * A block of every rank for every other, through an {@link ExchangeArea}. Each puts all of its
 * blocks there, waits for all, and takes those for it.
 */
final class SharedAllToAll extends SharedAlgorithm {
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
  protected boolean meet() {
    Meeting meeting = collectives.meeting();
    if (meeting == null) {
      return false;
    }
    if (blockBytes > Exchange.mostBlockBytes(size) || own.bytes(0) != blockBytes) {
      meeting.goByMessages();
      return false;
    }
    int bytes = (int) blockBytes;
    int what = Gift.what(kind, 0, bytes);
    // In the area all elements are aligned.
    int strideBytes = bytes + Long.BYTES - 1 & -Long.BYTES;
    ExchangeArea area = collectives.exchange().withParts(what, size * strideBytes);
    if (area == null) {
      return false;
    }
    exchange(meeting, what, area, strideBytes);
    return true;
  }

  private void exchange(Meeting meeting, int what, ExchangeArea area, int strideBytes) {
    meeting.begin(what);
    meeting.awaitEarlier();
    int number = meeting.number();
    putAll(area, area.part(number, rank), strideBytes);
    meeting.give();
    meeting.awaitAll();
    int place = rank * strideBytes;
    for (int source = 0; source < size; source++) {
      take(all, source, area, area.part(number, source) + place, blockBytes);
    }
  }

  private void putAll(ExchangeArea area, int part, int strideBytes) {
    if (strideBytes == blockBytes) {
      put(own, 0, area, part, size * blockBytes);
      return;
    }
    for (int destination = 0; destination < size; destination++) {
      put(own, destination, area, part + destination * strideBytes, blockBytes);
    }
  }
}
