package org.ob1j.launcher.plan;

import java.util.List;
import java.util.function.LongSupplier;
import org.ob1j.launcher.program.MaxHeap;

/** Says that the ranks of a host may take more memory together than it has. */
public final class HeapWarning {
  private static final long MIB = 1 << 20;

  private HeapWarning() {}

  /**
   * What to say of a host; null if there is nothing. Only heaps whose limit the user has set count:
   * of its own a JVM takes a quarter of the host's memory as its limit, and seldom needs it.
   *
   * @param ranks those of the host
   * @param memory tells the host's bytes, 0 if they are not known; asked only if it matters
   */
  public static String of(String host, List<RankPlan> ranks, LongSupplier memory) {
    boolean isSaid = false;
    for (RankPlan rank : ranks) {
      isSaid |= MaxHeap.isSaid(rank.command(), rank.environment());
    }
    long memoryBytes = isSaid ? memory.getAsLong() : 0;
    long heaps = 0;
    for (RankPlan rank : ranks) {
      heaps += MaxHeap.bytes(rank.command(), rank.environment(), memoryBytes);
    }
    if (memoryBytes == 0 || heaps <= memoryBytes) {
      return null;
    }
    return "the heaps of the "
        + ranks.size()
        + " ranks on "
        + host
        + " may grow to "
        + heaps / MIB
        + " MiB together, and it has "
        + memoryBytes / MIB
        + " MiB of memory: a smaller -Xmx, or fewer ranks on each host (-N)";
  }
}
