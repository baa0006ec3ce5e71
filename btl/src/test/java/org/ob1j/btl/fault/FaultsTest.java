package org.ob1j.btl.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlFabric;
import org.ob1j.btl.Frame;
import org.ob1j.btl.TestFrames;
import org.ob1j.btl.inmemory.InMemoryFabric;
import org.ob1j.btl.inmemory.InMemoryFabric.Behaviour;
import org.ob1j.btl.order.RequestedOrder;

/** That the wrapper injects the faults that are asked for, and no others. */
@Timeout(60)
class FaultsTest {
  private static final int HEADER_BYTES = 8;
  private static final int FRAMES = 300;

  /** So many polls bring everything that the in-memory transport holds. */
  private static final int MANY_POLLS = 100;

  private BtlFabric fabric;

  private void open(int busyPercent, int delayFrames, int reorderPercent, int seed) {
    close();
    InMemoryFabric inner = new InMemoryFabric(3, Behaviour.ordered());
    Map<String, String> parameters = new TreeMap<>();
    parameters.put("btl_fault_busy_percent", String.valueOf(busyPercent));
    parameters.put("btl_fault_delay_frames", String.valueOf(delayFrames));
    parameters.put("btl_fault_reorder_percent", String.valueOf(reorderPercent));
    parameters.put("btl_fault_seed", String.valueOf(seed));
    open(inner, parameters);
  }

  private void open(InMemoryFabric inner, Map<String, String> parameters) {
    fabric = BtlFabric.open(2, () -> new FaultInjectingComponent(inner::component), parameters);
  }

  @AfterEach
  void close() {
    if (fabric != null) {
      fabric.close();
      fabric = null;
    }
  }

  private void send() {
    assertThat(fabric.rank(0).trySendImmediate(1, HEADER_BYTES, 0)).isTrue();
  }

  /** How many frames are at rank 1 if rank 0 polls no more. */
  private int arrived() {
    for (int i = 0; i < MANY_POLLS; i++) {
      fabric.rank(1).progress();
    }
    return fabric.rank(1).receiver().receivedCount();
  }

  /** After how many polls of the sender each of many frames is handed on. */
  private List<Integer> delays() {
    List<Integer> delays = new ArrayList<>();
    for (int i = 0; i < FRAMES; i++) {
      send();
      int polls = 0;
      while (arrived() == i) {
        fabric.rank(0).progress();
        polls++;
      }
      delays.add(polls);
    }
    return delays;
  }

  @Test
  void shouldHoldFramesBackForAnyNumberOfPollsUpToTheLimit() {
    open(0, 7, 0, 1);
    assertThat(new TreeSet<>(delays())).containsExactly(1, 2, 3, 4, 5, 6, 7);
  }

  @Test
  void shouldHandFramesOnAtTheNextPollWithoutDelay() {
    open(0, 0, 0, 1);
    assertThat(delays()).containsOnly(1);
  }

  @Test
  void shouldTakeNoMoreFramesThanItMayHold() {
    open(0, 7, 0, 1);
    for (int i = 0; i < 7; i++) {
      send();
    }
    assertThat(fabric.rank(0).trySendImmediate(1, HEADER_BYTES, 0)).isFalse();
    for (int i = 0; i <= 7; i++) {
      fabric.rank(0).progress();
    }
    send();
  }

  private int timesBusy() {
    BtlEndpoint endpoint = fabric.rank(0).endpoint(1);
    int busy = 0;
    for (int i = 0; i < 10_000; i++) {
      Frame frame = endpoint.reserve(HEADER_BYTES, 0, RequestedOrder.DEFAULT);
      if (frame == null) {
        busy++;
      } else {
        endpoint.cancel(frame);
      }
    }
    return busy;
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 20, 95})
  void shouldBeBusyAsOftenAsWished(int percent) {
    open(percent, 16, 30, 1);
    // The seed is fixed: this does not change from run to run.
    assertThat(timesBusy()).isBetween(100 * percent - 200, 100 * percent + 200);
    assertThat(fabric.rank(0).describe()).contains("times busy").doesNotContain(" 0 times busy");
  }

  @Test
  void shouldNeverBeBusyIfThatIsNotWished() {
    open(0, 16, 30, 1);
    assertThat(timesBusy()).isZero();
  }

  @Test
  void shouldLoseAllFramesAfterSoManyAndTakeThemAsBefore() {
    Map<String, String> parameters = new TreeMap<>();
    parameters.put("btl_fault_busy_percent", "0");
    parameters.put("btl_fault_lose_after", "3");
    open(new InMemoryFabric(3, Behaviour.ordered()), parameters);
    for (int i = 0; i < FRAMES; i++) {
      fabric.send(0, 1, HEADER_BYTES, 0);
    }
    fabric.await("the loss", () -> fabric.rank(0).describe().contains((FRAMES - 3) + " lost"));
    assertThat(arrived()).isEqualTo(3);
  }

  /** The numbers of the frames in the order in which they arrive. */
  private List<Long> order() {
    for (int i = 0; i < FRAMES; i++) {
      fabric.send(0, 1, HEADER_BYTES, 0);
    }
    fabric.await("all frames", () -> fabric.rank(1).receiver().receivedCount() == FRAMES);
    return fabric.rank(1).receiver().received(0).stream().map(TestFrames.Noted::number).toList();
  }

  @Test
  void shouldKeepTheOrderIfNoneMayOvertake() {
    open(20, 16, 0, 1);
    assertThat(order()).isSorted().hasSize(FRAMES);
  }

  @Test
  void shouldLetFramesOvertake() {
    List<Long> order = order(1);
    assertThat(order).doesNotHaveDuplicates().hasSize(FRAMES);
    assertThat(order).isNotEqualTo(order.stream().sorted().toList());
  }

  private List<Long> order(int seed) {
    open(0, 16, 50, seed);
    return order();
  }

  @Test
  void shouldDoTheSameAgainForTheSameSeedAndOtherwiseForAnother() {
    List<Long> first = order(1);
    assertThat(order(1)).isEqualTo(first);
    assertThat(order(2)).isNotEqualTo(first);
  }
}
