package org.ob1j.runtime.collective;

import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;

/**
 * The greatest of one number from each rank, for all ranks. It travels as the {@link Barrier}'s
 * messages do: hearing of a number twice, as happens where n is no power of two, does not change
 * the greatest.
 */
public final class AllReduceMax {
  private static final TypeMap LONG = TypeMap.of(PrimitiveType.LONG);
  private static final int TAG = 2;

  private AllReduceMax() {}

  /**
   * Returns the greatest of the values that the communicator's ranks called it with.
   *
   * @throws org.ob1j.runtime.pml.PmlException if a peer failed
   */
  public static long run(Pml pml, PmlCommunicator communicator, long value) {
    int size = communicator.size();
    int rank = communicator.rank();
    long[] greatest = {value};
    long[] heard = new long[1];
    for (long distance = 1; distance < size; distance <<= 1) {
      int above = (int) ((rank + distance) % size);
      int below = (int) ((rank - distance + size) % size);
      Exchange.run(pml, communicator, LONG, TAG, greatest, 1, above, heard, 1, below);
      greatest[0] = Math.max(greatest[0], heard[0]);
    }
    return greatest[0];
  }
}
