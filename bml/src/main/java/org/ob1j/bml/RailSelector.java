package org.ob1j.bml;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.ob1j.btl.BtlAttributes;

/**
 * Which of the endpoints of a peer are its rails, as Open MPI's bml/r2 has it: those of the highest
 * exclusivity. The first, of the lowest latency, carries all headers and short messages; long
 * messages go by all of them.
 */
final class RailSelector {
  private RailSelector() {}

  /**
   * The rails of a peer.
   *
   * @param reaching the attributes of the modules that reach it
   * @return their indices, the one of the lowest latency first; among equals, of the highest
   *     bandwidth, and then in the order given
   */
  public static List<Integer> select(List<BtlAttributes> reaching) {
    int exclusivity = reaching.stream().mapToInt(BtlAttributes::exclusivity).max().orElse(0);
    return IntStream.range(0, reaching.size())
        .filter(i -> reaching.get(i).exclusivity() == exclusivity)
        .boxed()
        .sorted(
            Comparator.<Integer>comparingInt(i -> reaching.get(i).latencyMicros())
                .thenComparingInt(i -> -reaching.get(i).bandwidthMegabits()))
        .toList();
  }
}
