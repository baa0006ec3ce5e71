package org.ob1j.btl.sm;

import java.nio.ByteBuffer;
import org.ob1j.runtime.memory.Memory;

/** The sender's part of a copy that a receiver has offered to share. */
final class CopyHelp {
  private final CopyBoard board;
  private final long operation;
  private final CopyBoard.Job job;
  private final ByteBuffer source;
  private final Memory target;
  private int copied;

  /**
   * @param source the whole of the source buffer
   * @param target the file of the target buffer
   */
  CopyHelp(CopyBoard board, long operation, CopyBoard.Job job, ByteBuffer source, Memory target) {
    this.board = board;
    this.operation = operation;
    this.job = job;
    this.source = source.duplicate().clear();
    this.target = target;
  }

  /**
   * Copies about so many bytes.
   *
   * @return false if there is nothing left to take
   */
  boolean advance(long budgetBytes) {
    for (long done = 0; done < budgetBytes; done += job.chunkBytes()) {
      int chunk = board.take(operation, job.chunks());
      if (chunk < 0) {
        return false;
      }
      long at = (long) chunk * job.chunkBytes();
      target
          .bytes()
          .put(
              SharedBufferFile.HEADER_BYTES + (int) (job.targetOffset() + at),
              source,
              (int) (job.sourceOffset() + at),
              job.bytesOf(chunk));
      board.setHelped(operation, ++copied);
    }
    return true;
  }
}
