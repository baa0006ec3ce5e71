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
   * A region that this process has made, or mapped.
   *
   * @param owner the number of the process that has made it
   * @param name what others give to {@link #open}
   */
  record Region(Memory memory, int owner, long name) {}

  /**
   * Makes a region.
   *
   * @param reservedBytes how much of it, from its beginning on, can be used at once and is zeroed;
   *     for more there is no memory until somebody has {@link #reserve reserved} it
   * @return null if there is no memory for it, or others could not open it
   */
  Region create(int lengthBytes, int reservedBytes);

  /**
   * Maps a region that another process has made.
   *
   * @param owner the number of that process
   * @return null if this process cannot reach it
   */
  Region open(int owner, long name, int lengthBytes);

  /** What others can find a region of this process by without asking anybody else. */
  byte[] publish(Region own);

  /**
   * As {@link #open}, by what its owner has published.
   *
   * @param published may have come from anywhere
   */
  Region find(int owner, byte[] published, int lengthBytes);

  /**
   * Gets memory for a part of a region, unless this process has got it before. What has been there
   * is lost.
   *
   * @param offset a multiple of the page size
   * @return false if there is none
   */
  boolean reserve(Region region, int offset, int lengthBytes);

  /**
   * Gives back a region that this process has made. Its memory is used for another one once nobody
   * uses it any more.
   *
   * @param isUnused asked when memory is wanted
   */
  void free(Region region, BooleanSupplier isUnused);
}
