package org.ob1j.runtime.datatype;

import java.nio.ByteBuffer;

/**
 * Copies blocks of direct memory by a loop of native code, which takes less than half as long as a
 * bulk copy of Java's for each of them. A service that one module may provide to others through
 * {@link java.util.ServiceLoader}; where none is found, they do without.
 *
 * <p>It checks nothing: whoever calls {@link #copy} has made sure that all blocks lie in memory.
 * For any thread.
 */
public interface NativeBlockCopy {
  /**
   * Why it cannot be used on this host, or null if it can. The first call may load a library, and
   * so take a tenth of a second; the others answer at once. Nothing else may be called before.
   */
  String unavailableReason();

  /**
   * The address of a direct buffer's first byte, which holds as long as the buffer is reachable.
   */
  long addressOf(ByteBuffer memory);

  /**
   * Copies blocks. The sides do not overlap.
   *
   * @param targetPlaces the address of as many ints in native order as there are blocks, which say
   *     how many bytes from the target each goes
   * @param sourcePlaces the same of the source
   * @param blockBytes the length of each
   */
  void copy(
      long target, long targetPlaces, long source, long sourcePlaces, int blocks, int blockBytes);

  /**
   * Copies blocks that stand at one distance on each side, the first of them at the address.
   *
   * @param targetStep from one to the next in the target, in bytes
   * @param sourceStep the same in the source
   */
  void copySteps(
      long target, long targetStep, long source, long sourceStep, int blocks, int blockBytes);
}
