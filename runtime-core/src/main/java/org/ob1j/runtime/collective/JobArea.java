package org.ob1j.runtime.collective;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;
import org.ob1j.runtime.collective.shared.SharedArea;
import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.job.Modex;
import org.ob1j.runtime.memory.PublishedRegion;
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
 *     | name (8), length (4) ----&gt; |                 |
 *     | ------------------------- fence ------------- |
 *     |                             | &lt;-- asks for it | with the first collective
 * </pre>
 */
public final class JobArea implements Consumer<SharedRegions>, PublishedRegion {
  private static final String KEY = "coll.sm";
  private static final int VALUE_BYTES = Long.BYTES + Integer.BYTES;

  private final Modex modex;
  private final int rank;
  private final int lengthBytes;

  /** What rank 0 has made; null at others. */
  private Region own;

  private JobArea(JobControl job, int setBytes) {
    modex = job.modex();
    rank = job.identity().rank();
    lengthBytes = SharedArea.lengthBytes(job.identity().size(), setBytes);
  }

  /**
   * That of a job; null if its ranks may not share memory for collectives, which all of them find.
   *
   * @param named has {@link CollectiveParameters}; null if none is given
   */
  public static JobArea of(JobControl job, ParameterSet named) {
    int[] everybody = new int[job.identity().size()];
    for (int each = 0; each < everybody.length; each++) {
      everybody[each] = each;
    }
    return Sharing.isPossible(job.identity().nodes(), everybody, named)
        ? new JobArea(job, Sharing.setBytes(named))
        : null;
  }

  /**
   * Makes and publishes it, at rank 0. To be called before the fence of MPI.Init, if at all.
   *
   * @param regions null if there is no memory to share
   */
  @Override
  public void accept(SharedRegions regions) {
    if (rank != 0 || regions == null) {
      return;
    }
    own = regions.create(lengthBytes);
    if (own != null) {
      ByteBuffer value = ByteBuffer.allocate(VALUE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
      modex.put(KEY, value.putLong(own.name()).putInt(lengthBytes).array());
    }
  }

  @Override
  public long name() {
    ByteBuffer value = published();
    return value == null ? 0 : value.getLong(0);
  }

  @Override
  public int lengthBytes() {
    ByteBuffer value = published();
    return value == null ? 0 : value.getInt(Long.BYTES);
  }

  @Override
  public Region own() {
    return own;
  }

  /** Null if there is none, which is sure after the fence. */
  private ByteBuffer published() {
    byte[] value = modex.get(0, KEY);
    return value == null || value.length != VALUE_BYTES
        ? null
        : ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
  }
}
