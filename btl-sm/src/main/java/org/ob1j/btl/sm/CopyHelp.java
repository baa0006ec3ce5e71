package org.ob1j.btl.sm;

/** The sender's part of a copy that a receiver has offered to share. */
final class CopyHelp {
  /** Copies bytes from this process's memory to the peer's. */
  interface Copy {
    /**
     * Copies some.
     *
     * @param at where in what is copied
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
      copy.copy((long) chunk * job.chunkBytes(), job.bytesOf(chunk));
      board.setHelped(operation, ++copied);
    }
    return true;
  }
}
