package org.ob1j.runtime.collective;

import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;

/**
 * Waits for all ranks of a communicator, by dissemination: in round k a rank tells the rank 2^k
 * above it that it, and all it has heard of, have come. ⌈log2 n⌉ rounds of empty messages; two
 * ranks need one.
 *
 * <pre>
 *   rank      0    1    2    3    4
 *   round 0   0→1  1→2  2→3  3→4  4→0
 *   round 1   0→2  1→3  2→4  3→0  4→1
 *   round 2   0→4  1→0  2→1  3→2  4→3
 * </pre>
 */
public final class Barrier {
  private static final TypeMap NOTHING = TypeMap.of(PrimitiveType.BYTE);
  private static final int TAG = 1;

  private Barrier() {}

  /**
   * Returns when every rank of the communicator has called it.
   *
   * @throws org.ob1j.runtime.pml.PmlException if a peer failed
   */
  public static void run(Pml pml, PmlCommunicator communicator) {
    int size = communicator.size();
    int rank = communicator.rank();
    for (long distance = 1; distance < size; distance <<= 1) {
      int above = (int) ((rank + distance) % size);
      int below = (int) ((rank - distance + size) % size);
      Exchange.run(pml, communicator, NOTHING, TAG, null, 0, above, null, 0, below);
    }
  }
}
