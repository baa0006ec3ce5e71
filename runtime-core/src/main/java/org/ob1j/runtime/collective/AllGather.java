package org.ob1j.runtime.collective;

import java.nio.IntBuffer;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;

/**
 * The same number of ints from each rank, for all ranks, by Bruck's algorithm: in round k a rank
 * sends the first 2^k blocks it has to the rank 2^k below it, so what a rank has doubles.
 *
 * <pre>
 *   rank      0        1        2           blocks held, own first
 *   start     0        1        2
 *   round 0   0 1      1 2      2 0
 *   round 1   0 1 2    1 2 0    2 0 1       turned at the end, so that block 0 comes first
 * </pre>
 */
public final class AllGather {
  private static final TypeMap INT = TypeMap.of(PrimitiveType.INT);
  private static final int TAG = 3;

  private AllGather() {}

  /**
   * Returns rank 0's block, rank 1's block, and so on.
   *
   * @param block this rank's ints; as many on every rank
   * @throws org.ob1j.runtime.pml.PmlException if a peer failed
   */
  public static int[] run(Pml pml, PmlCommunicator communicator, int... block) {
    int size = communicator.size();
    int rank = communicator.rank();
    int[] held = new int[Math.multiplyExact(size, block.length)];
    System.arraycopy(block, 0, held, 0, block.length);
    for (int blocks = 1; blocks < size; ) {
      int wanted = Math.min(blocks, size - blocks);
      int count = wanted * block.length;
      IntBuffer next = IntBuffer.wrap(held, blocks * block.length, count).slice();
      int below = Math.floorMod(rank - blocks, size);
      int above = (int) (((long) rank + blocks) % size);
      Exchange.run(pml, communicator, INT, TAG, held, count, below, next, count, above);
      blocks += wanted;
    }
    return turned(held, rank * block.length);
  }

  private static int[] turned(int[] held, int by) {
    int[] inOrder = new int[held.length];
    System.arraycopy(held, 0, inOrder, by, held.length - by);
    System.arraycopy(held, held.length - by, inOrder, 0, by);
    return inOrder;
  }
}
