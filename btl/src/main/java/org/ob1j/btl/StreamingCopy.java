package org.ob1j.btl;

import org.ob1j.runtime.memory.NativeService;

/**
 * Writes memory past the processor's caches, for a reader on a core that takes long to fetch lines
 * from the writer's.
 *
 * <p>It checks nothing: whoever calls {@link #copy} has made sure that both sides are memory.
 */
public interface StreamingCopy extends NativeService {
  /** What the target's address is a multiple of: the length of a cache line, in bytes. */
  int ALIGNMENT = 64;

  /**
   * Copies. Whatever is stored afterwards is seen by others after what was copied. The sides do not
   * overlap.
   *
   * @param target an address, a multiple of {@link #ALIGNMENT}
   * @param source an address
   */
  void copy(long target, long source, int lengthBytes);
}
