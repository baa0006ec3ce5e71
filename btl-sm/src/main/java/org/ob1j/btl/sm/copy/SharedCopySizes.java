package org.ob1j.btl.sm.copy;

/**
 * Which copies two processes share, and how they divide them.
 *
 * @param leastBytes gets of this length or longer are shared with the peer
 * @param chunkBytes what one side copies at a time then
 */
public record SharedCopySizes(long leastBytes, int chunkBytes) {
  /**
   * The shortest get that is shared with the peer: Java takes about four times as long to copy
   * blocks as to copy one run, so that help pays earlier.
   */
  long leastBytes(boolean blocksInJava) {
    return blocksInJava ? leastBytes / 4 : leastBytes;
  }

  /**
   * The shortest single copy that is shared with the peer. A shorter one fits the cache of the side
   * that reads, and goes no faster by two in a row of many.
   */
  long leastOrdinaryBytes() {
    return leastBytes > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * leastBytes;
  }
}
