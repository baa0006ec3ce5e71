package org.ob1j.runtime.memory;

import java.util.function.BooleanSupplier;

/**
 * Memory that processes of one host share, as a transport provides it: one process makes a region
 * and tells others its name, by whatever means; they map it.
 *
 * <p>Thread rules: those of the engine.
 */
public interface SharedRegions {
  /**
   * A region that this process has made.
   *
   * @param name what others give to {@link #open}
   */
  record Region(Memory memory, long name) {}

  /**
   * Makes a zeroed region.
   *
   * @return null if there is no memory for it, or others could not open it
   */
  Region create(int lengthBytes);

  /**
   * Maps a region that another process has made.
   *
   * @param owner the number of that process
   * @return null if this process cannot reach it
   */
  Memory open(int owner, long name, int lengthBytes);

  /**
   * Gives back a region that this process has made. Its memory is used for another one once nobody
   * uses it any more.
   *
   * @param isUnused asked when memory is wanted
   */
  void free(Region region, BooleanSupplier isUnused);
}
