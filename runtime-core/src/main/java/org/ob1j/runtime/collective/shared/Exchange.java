package org.ob1j.runtime.collective.shared;

import java.util.function.BooleanSupplier;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.memory.SharedRegions;
import org.ob1j.runtime.memory.SharedRegions.Region;
import org.ob1j.runtime.pml.Pml;

/**
 * The {@link ExchangeArea} of a communicator, which its ranks agree on when an operation first
 * needs one, or a longer one. They meet for that:
 *
 * <pre>
 *   rank 0                                  others
 *     | makes a region                        |
 *     | its name --------------------------&gt;  | map it
 *     | &lt;--- did that succeed everywhere? ---> |
 * </pre>
 *
 * If it did not, such operations go by messages from then on.
 */
final class Exchange {
  /** What a rank's part has at least, so that most communicators need one area. */
  private static final int LEAST_PART_BYTES = 64 * 1024;

  /** What a set may have. The area of 64 ranks is twice as long. */
  private static final int MOST_SET_BYTES = 8 << 20;

  /** Longer blocks are as quick by messages, which leave them where they are. */
  private static final int MOST_BLOCK_BYTES = 32 * 1024;

  private final Pml pml;
  private final Meeting meeting;
  private final int[] processes;
  private final int rank;
  private final int ranks;

  /** Null while there is none. */
  private ExchangeArea area;

  /** What rank 0 has made; null at others. */
  private Region region;

  private boolean refused;

  /**
   * None yet.
   *
   * @param processes the job's rank of each rank
   */
  Exchange(Pml pml, Meeting meeting, int[] processes, int rank) {
    this.pml = pml;
    this.meeting = meeting;
    this.processes = processes;
    this.rank = rank;
    ranks = processes.length;
  }

  /** The longest blocks that so many ranks exchange through an area. */
  static int mostBlockBytes(int ranks) {
    return Math.min(MOST_BLOCK_BYTES, MOST_SET_BYTES / (ranks * ranks));
  }

  /**
   * An area in which each rank has a part so long; null if they cannot have one. All ranks call
   * this with the same arguments.
   *
   * @param what the operation, as in {@link Gift#what}
   */
  ExchangeArea withParts(int what, int bytes) {
    if (!refused && (area == null || area.partBytes() < bytes)) {
      agree(what, Math.max(LEAST_PART_BYTES, Integer.highestOneBit(bytes - 1) << 1));
    }
    return refused ? null : area;
  }

  private void agree(int what, int partBytes) {
    int lengthBytes = ExchangeArea.lengthBytes(ranks, partBytes);
    SharedRegions regions = pml.sharedRegions();
    Region made = rank == 0 && regions != null ? regions.create(lengthBytes) : null;
    try {
      long name = tellName(what, made);
      Memory memory = null;
      if (made != null) {
        memory = made.memory();
      } else if (name != 0 && regions != null) {
        memory = regions.open(processes[0], name, lengthBytes);
      }
      refused = !haveAll(what, memory != null);
      giveBack(() -> true);
      if (!refused) {
        region = made;
        area = new ExchangeArea(memory, ranks, partBytes);
      }
    } finally {
      if (made != null && made != region) {
        // Where a rank fails others may still write there.
        regions.free(made, meeting.area()::isLeft);
      }
    }
  }

  /** Tells all what rank 0 has made, and is told; 0 for nothing. */
  private long tellName(int what, Region made) {
    int set = meeting.begin(what);
    if (rank == 0) {
      meeting.area().memory.putLong(set, made == null ? 0 : made.name());
    }
    meeting.give();
    meeting.awaitAll();
    return meeting.area().memory.getLong(set);
  }

  /** Tells all whether this rank has the area, and is told. */
  private boolean haveAll(int what, boolean has) {
    int set = meeting.begin(what);
    meeting.area().memory.putByte(set + rank, (byte) (has ? 1 : 0));
    meeting.give();
    meeting.awaitAll();
    boolean all = true;
    for (int other = 0; other < ranks; other++) {
      all &= meeting.area().memory.getByte(set + other) != 0;
    }
    return all;
  }

  /** Nobody begins an operation any more: rank 0 gives its region back. */
  void giveBack(BooleanSupplier isUnused) {
    area = null;
    if (region != null) {
      pml.sharedRegions().free(region, isUnused);
      region = null;
    }
  }
}
