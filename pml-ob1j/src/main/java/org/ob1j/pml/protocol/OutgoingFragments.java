package org.ob1j.pml.protocol;

import java.util.ArrayDeque;
import java.util.Queue;
import org.ob1j.btl.Frame;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.pml.header.FragmentHeader;

/**
 * Which bytes of a message its receiver has asked for: the range that goes by fragments next, for
 * which receive, and how much has had no answer yet.
 *
 * <pre>
 *   0        nextByte        endByte                    taken       length of the message
 *   | sent    | goes next     | not asked for yet        | not wanted |
 * </pre>
 */
public final class OutgoingFragments {
  private record Range(long offset, long lengthBytes) {}

  /** Go when those before them have. */
  private final Queue<Range> later = new ArrayDeque<>(2);

  private long nextByte;
  private long endByte;
  private int receiveSlot;
  private int receiveGeneration;
  private long takenBytes;
  private long unclaimedBytes;

  /** So many first bytes go with the header; nothing has been asked for. */
  void begin(int firstBytes) {
    nextByte = firstBytes;
    endByte = firstBytes;
    later.clear();
  }

  /** Names the receive that the fragments are for. */
  public void areFor(int slot, int generation) {
    receiveSlot = slot;
    receiveGeneration = generation;
  }

  /** Bytes that go by fragments, after those that were asked for before. */
  public void add(long offset, long lengthBytes) {
    if (nextByte == endByte && later.isEmpty()) {
      goOnWith(offset, lengthBytes);
    } else {
      later.add(new Range(offset, lengthBytes));
    }
  }

  private void goOnWith(long offset, long lengthBytes) {
    nextByte = offset;
    endByte = offset + lengthBytes;
  }

  /** True if there are bytes to send; goes on to the next range where the last has been sent. */
  boolean areLeft() {
    while (nextByte == endByte && !later.isEmpty()) {
      Range next = later.poll();
      goOnWith(next.offset(), next.lengthBytes());
    }
    return nextByte != endByte;
  }

  /** How many bytes of the range have not been sent. */
  long leftBytes() {
    return endByte - nextByte;
  }

  /**
   * Writes the header of the next fragment.
   *
   * @return where in the message the fragment begins
   */
  long writeNext(Frame frame, int lengthBytes) {
    long offset = nextByte;
    FragmentHeader.write(
        frame.headerMemory(),
        frame.headerOffset(),
        receiveSlot,
        receiveGeneration,
        offset,
        lengthBytes);
    nextByte = offset + lengthBytes;
    return offset;
  }

  // Answers

  /**
   * Checks that an answer, which asks for a part of the message or says that the receiver has it,
   * can be right.
   *
   * @param taken how much of the message the receiver says it takes in all
   * @param isFirst whether this is the first answer
   */
  void check(boolean isFirst, long taken, long offset, long lengthBytes, long messageBytes) {
    if (taken < 0
        || taken > messageBytes
        || offset < 0
        || lengthBytes < 0
        || offset > taken - lengthBytes) {
      throw new FrameRejectedException(
          Rejection.BAD_OFFSET,
          "%d bytes from %d, and %d in all, of a message of %d"
              .formatted(lengthBytes, offset, taken, messageBytes));
    }
    long unclaimed = unclaimedOf(isFirst, taken);
    if (!isFirst && taken != takenBytes
        || lengthBytes > unclaimed
        || lengthBytes == 0 && (unclaimed != 0 || !isFirst)) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH,
          "an answer for " + lengthBytes + " bytes, where " + unclaimed + " have had none");
    }
  }

  private long unclaimedOf(boolean isFirst, long taken) {
    return isFirst ? taken - Math.min(nextByte, taken) : unclaimedBytes;
  }

  /** Counts a part of the message for which an answer, which has been checked, has come. */
  void claim(boolean isFirst, long taken, long lengthBytes) {
    unclaimedBytes = unclaimedOf(isFirst, taken) - lengthBytes;
    takenBytes = taken;
    if (isFirst) {
      endByte = nextByte;
    }
  }

  /** The receiver wants no more than it has asked for. */
  void wantNoMore() {
    unclaimedBytes = 0;
  }

  /** True if all that was asked for has been sent, and nothing is left to ask for. */
  boolean areOver() {
    return nextByte == endByte && later.isEmpty() && unclaimedBytes == 0;
  }
}
