package org.ob1j.btl.sm.copy;

import org.ob1j.btl.BtlException;

/** The sender's part of a copy that a receiver has offered to share. */
final class CopyHelp {
  /** Copies bytes from this process's memory to the peer's. */
  interface Copy {
    /**
     * Copies some.
     *
     * @param at where in what is copied
     * @throws BtlException if the peer's memory cannot be written
     */
    void copy(long at, int count);
  }

  private final CopyBoard board;
  private final long operation;
  private final CopyBoard.Job job;
  private final Copy copy;
  private int copied;

  CopyHelp(CopyBoard board, long operation, CopyBoard.Job job, Copy copy) {
    this.board = board;
    this.operation = operation;
    this.job = job;
    this.copy = copy;
  }

  /**
   * Copies about so many bytes.
   *
   * @return false if there is nothing left to take
   */
  boolean advance(long budgetBytes) {
    for (long done = 0; done < budgetBytes; done += job.chunkBytes()) {
      int chunk = board.takeFirst(operation, job.chunks());
      if (chunk < 0) {
        return false;
      }
      boolean failed = !copies(chunk);
      board.setHelped(operation, ++copied, failed);
      if (failed) {
        return false;
      }
    }
    return true;
  }

  /** The receiver, which is told of a failure, has the whole message sent otherwise. */
  private boolean copies(int chunk) {
    try {
      copy.copy((long) chunk * job.chunkBytes(), job.bytesOf(chunk));
      return true;
    } catch (BtlException cannotWrite) {
      return false;
    }
  }
}
