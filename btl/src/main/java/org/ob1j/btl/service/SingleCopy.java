package org.ob1j.btl.service;

import java.nio.ByteBuffer;
import org.ob1j.btl.BtlException;
import org.ob1j.runtime.memory.NativeService;

/** Reads and writes another process's memory in one copy. For one thread at a time. */
public interface SingleCopy extends NativeService {
  /**
   * Copies from a peer's memory.
   *
   * @param processId the peer's process id, as this process sees it
   * @param address where in the peer, an {@link #addressOf} plus an offset
   * @throws BtlException if the peer is gone or forbids it; part of the target may be written
   */
  void read(long processId, long address, ByteBuffer target, int targetOffset, int lengthBytes);

  /**
   * Copies to a peer's memory.
   *
   * @param processId the peer's process id, as this process sees it
   * @param address where in the peer, an {@link #addressOf} plus an offset
   * @throws BtlException if the peer is gone or forbids it; part of its memory may be written
   */
  void write(long processId, long address, ByteBuffer source, int sourceOffset, int lengthBytes);

  /**
   * How long it takes to read so many bytes here, tried with this process's own memory: the
   * quickest of some attempts, in nanoseconds.
   *
   * @throws BtlException if they cannot be read
   */
  long readNanos(int lengthBytes);
}
