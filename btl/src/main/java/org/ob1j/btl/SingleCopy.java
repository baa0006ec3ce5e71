package org.ob1j.btl;

import java.nio.ByteBuffer;

/**
 * Reads another process's memory in one copy, a service that one module may provide to another
 * through {@link java.util.ServiceLoader}. Where none is found, transports do without.
 */
public interface SingleCopy {
  /**
   * Why it cannot be used on this host, or null if it can. The first call may load a library, and
   * so take a tenth of a second; the others answer at once. Nothing else may be called before.
   */
  String unavailableReason();

  /** The address of a direct buffer's first byte, as a peer needs it for {@link #read}. */
  long addressOf(ByteBuffer memory);

  /**
   * Copies from a peer's memory.
   *
   * @param processId the peer's process id, as this process sees it
   * @param address where in the peer, an {@link #addressOf} plus an offset
   * @throws BtlException if the peer is gone or forbids it; part of the target may be written
   */
  void read(long processId, long address, ByteBuffer target, int targetOffset, int lengthBytes);
}
