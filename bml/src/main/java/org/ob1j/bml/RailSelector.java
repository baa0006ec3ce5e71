package org.ob1j.bml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
    int exclusivity = 0;
    for (BtlAttributes each : reaching) {
      exclusivity = Math.max(exclusivity, each.exclusivity());
    }
    List<Integer> selected = new ArrayList<>();
    for (int i = 0; i < reaching.size(); i++) {
      if (reaching.get(i).exclusivity() == exclusivity) {
        selected.add(i);
      }
    }
    // No comparators of the JDK's making: their classes are spun anew in the start of every rank.
    selected.sort(
        new Comparator<>() {
          @Override
          public int compare(Integer one, Integer other) {
            return order(reaching.get(one), reaching.get(other));
          }
        });
    return selected;
  }

  /** The better one is less. */
  private static int order(BtlAttributes one, BtlAttributes other) {
    int byLatency = Integer.compare(one.latencyMicros(), other.latencyMicros());
    return byLatency != 0
        ? byLatency
        : Integer.compare(other.bandwidthMegabits(), one.bandwidthMegabits());
  }
}
