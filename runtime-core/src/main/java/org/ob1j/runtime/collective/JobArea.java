package org.ob1j.runtime.collective;

import java.util.function.Supplier;
import org.ob1j.runtime.collective.shared.SharedArea;
import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.job.Modex;
import org.ob1j.runtime.memory.SharedRegions;
import org.ob1j.runtime.memory.SharedRegions.Region;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * What all ranks of a job on one host share for the collectives of MPI_COMM_WORLD from the first
 * on. Rank 0 makes it before the fence of MPI.Init, so afterwards all know whether there is one.
 *
 * <pre>
 *   rank 0                        mpirun           others
 *     | makes a region              |                 |
 *     | where it is -------------&gt;  |                 |
 *     | ------------------------- fence ------------- |
 *     |                             | &lt;-- asks for it | with the first collective
 * </pre>
 */
public final class JobArea implements Supplier<byte[]> {
  private static final String KEY = "coll.sm";

  private final Modex modex;
  private final int rank;
  private final int ranks;
  private final int setBytes;

  /** What rank 0 has made; null at others. */
  private Region own;

  private JobArea(JobControl job, int setBytes) {
    modex = job.modex();
    rank = job.identity().rank();
    ranks = job.identity().size();
    this.setBytes = setBytes;
  }

  /**
   * That of a job; null if its ranks cannot share memory for collectives, which all of them find.
   * One whose parameters say that it does not want to still has to say so.
   *
   * @param named has {@link CollectiveParameters}; null if none is given
   */
  public static JobArea of(JobControl job, ParameterSet named) {
    int[] everybody = new int[job.identity().size()];
    for (int each = 0; each < everybody.length; each++) {
      everybody[each] = each;
    }
    return Sharing.isPossible(job.identity().nodes(), everybody)
        ? new JobArea(job, Sharing.setBytes(named))
        : null;
  }

  /**
   * Makes and publishes it, at rank 0. To be called before the fence of MPI.Init, if at all.
   *
   * @param regions null if there is no memory to share
   */
  public void create(SharedRegions regions) {
    if (rank != 0 || regions == null || setBytes == 0) {
      return;
    }
    own = SharedArea.create(regions, ranks, setBytes);
    if (own != null) {
      modex.put(KEY, SharedArea.toBytes(regions, own, setBytes));
    }
  }

  /** What rank 0 has published; null for nothing, which is sure after the fence. */
  @Override
  public byte[] get() {
    return modex.get(0, KEY);
  }

  /** What rank 0 has made; null at others, or if it has made none. */
  Region own() {
    return own;
  }
}
