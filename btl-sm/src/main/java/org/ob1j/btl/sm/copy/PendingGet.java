package org.ob1j.btl.sm.copy;

import java.nio.ByteBuffer;
import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlResult;
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
 * A sender that is away computing takes none, and the receiver copies all. If either side cannot
 * copy a chunk, the get is refused once neither copies any more.
 */
final class PendingGet {
  /** Where the bytes come from. */
  interface Source {
    /**
     * Copies bytes.
     *
     * @param position where in the target
     * @param at where in what is got
     * @throws BtlException if the peer's memory cannot be read
     */
    void copyTo(Convertor target, long position, long at, int count);

    /** One run of bytes of a file. */
    static Source of(Memory file, int offset) {
      return (target, position, at, count) ->
          target.unpack(position, file, offset + (int) at, count);
    }
  }

  private final Source source;
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
  private int leftOut;
  private boolean allTaken;
  private boolean refused;
  private ByteBuffer writtenByPeer;

  /**
   * @param chunkBytes what is copied at a time
   */
  PendingGet(
      Source source,
      Convertor target,
      long position,
      long lengthBytes,
      int chunkBytes,
      BtlCompletion completion) {
    this.source = source;
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

  /** The peer writes to memory that only this process has, and that must not be freed meanwhile. */
  void letPeerWrite(ByteBuffer memory) {
    writtenByPeer = memory;
  }

  /** Null if the peer writes at most to memory that it maps itself. */
  ByteBuffer writtenByPeer() {
    return writtenByPeer;
  }

  /** The index of its board, or -1. */
  int boardIndex() {
    return board == null ? -1 : boardIndex;
  }

  /**
   * Needs its board no longer if everything has been copied, although that has not been told yet.
   *
   * @return the index of a board that is free for another get now; -1 if none is
   */
  int leaveBoard() {
    if (board == null || !isOver()) {
      return -1;
    }
    copied += board.helped(operation);
    refused |= board.helpFailed(operation);
    board = null;
    return boardIndex;
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
   * @return true if everything has been copied, or cannot be
   */
  boolean advance(long budgetBytes) {
    for (long done = 0; !allTaken && done < budgetBytes; done += chunkBytes) {
      int chunk = take();
      if (chunk < 0) {
        allTaken = true;
      } else if (!copies(chunk)) {
        refused = true;
        leaveOut(1);
      }
    }
    return isOver();
  }

  private boolean isOver() {
    return allTaken && copied + leftOut + (board == null ? 0 : board.helped(operation)) == chunks;
  }

  /** How it has ended: DONE or REFUSED. */
  BtlResult result() {
    boolean ended = !refused && (board == null || !board.helpFailed(operation));
    return ended ? BtlResult.DONE : BtlResult.REFUSED;
  }

  /**
   * Takes what is left, so that nobody copies it.
   *
   * @param taken so many chunks have been taken before and not been copied
   */
  private void leaveOut(int taken) {
    leftOut += taken;
    while (take() >= 0) {
      leftOut++;
    }
    allTaken = true;
  }

  /**
   * Nothing more is written to the target, by nobody: what is left is taken and not copied, and the
   * peer gets time to end the one chunk that it may be copying.
   *
   * @param patienceNanos after which it has died or been stopped
   * @return false if the peer may still write to the target, when it goes on
   */
  boolean giveUp(long patienceNanos) {
    leaveOut(0);
    long start = System.nanoTime();
    while (!isOver() && board != null && System.nanoTime() - start < patienceNanos) {
      Thread.onSpinWait();
    }
    return board == null || isOver();
  }

  private int take() {
    if (board != null) {
      return board.takeLast(operation, chunks);
    }
    return ownNext < chunks ? ownNext++ : -1;
  }

  private boolean copies(int chunk) {
    long at = (long) chunk * chunkBytes;
    int count = (int) Math.min(chunkBytes, lengthBytes - at);
    try {
      source.copyTo(target, position + at, at, count);
    } catch (BtlException cannotRead) {
      return false;
    }
    copied++;
    return true;
  }
}
