package org.ob1j.btl.sm;

import org.ob1j.btl.BtlCompletion;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.memory.Memory;

/**
 * A get under way: copies chunk by chunk, those that the peer has not taken.
 *
 * <pre>
 *   receiver                                     sender
 *     | offers the copy on a board                  |
 *     | control HELP(board, operation) -----------> | when it next makes progress
 *     | takes a chunk, copies it, …                 | takes a chunk, copies it, says so, …
 *     | all taken: waits for those of the sender    |
 *     | complete                                    |
 * </pre>
 *
 * A sender that is away computing takes none, and the receiver copies all.
 */
final class PendingGet {
  private final Memory source;
  private final int sourceOffset;
  private final Convertor target;
  private final long position;
  private final long lengthBytes;
  private final int chunkBytes;
  private final int chunks;
  private final BtlCompletion completion;

  private CopyBoard board;
  private int boardIndex;
  private long operation;
  private int ownNext;
  private int copied;
  private boolean allTaken;

  /**
   * @param chunkBytes what is copied at a time
   */
  PendingGet(
      Memory source,
      int sourceOffset,
      Convertor target,
      long position,
      long lengthBytes,
      int chunkBytes,
      BtlCompletion completion) {
    this.source = source;
    this.sourceOffset = sourceOffset;
    this.target = target;
    this.position = position;
    this.lengthBytes = lengthBytes;
    this.chunkBytes = chunkBytes;
    this.completion = completion;
    chunks = (int) ((lengthBytes + chunkBytes - 1) / chunkBytes);
  }

  /** From now on chunks are taken from a board. */
  void share(CopyBoard newBoard, int index, long newOperation) {
    board = newBoard;
    boardIndex = index;
    operation = newOperation;
  }

  /** The index of its board, or -1. */
  int boardIndex() {
    return board == null ? -1 : boardIndex;
  }

  /** True if somebody has taken each chunk, so that there is only the peer to wait for. */
  boolean isTaken() {
    return allTaken;
  }

  BtlCompletion completion() {
    return completion;
  }

  /**
   * Copies about so many bytes more.
   *
   * @return true if everything has been copied
   */
  boolean advance(long budgetBytes) {
    for (long done = 0; !allTaken && done < budgetBytes; done += chunkBytes) {
      int chunk = take();
      if (chunk < 0) {
        allTaken = true;
      } else {
        copy(chunk);
      }
    }
    return allTaken && copied + (board == null ? 0 : board.helped(operation)) == chunks;
  }

  private int take() {
    if (board != null) {
      return board.take(operation, chunks);
    }
    return ownNext < chunks ? ownNext++ : -1;
  }

  private void copy(int chunk) {
    long at = (long) chunk * chunkBytes;
    int count = (int) Math.min(chunkBytes, lengthBytes - at);
    target.unpack(position + at, source, sourceOffset + (int) at, count);
    copied++;
  }
}
