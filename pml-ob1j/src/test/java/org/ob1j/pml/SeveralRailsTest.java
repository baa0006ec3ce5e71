package org.ob1j.pml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.inmemory.InMemoryFabric;
import org.ob1j.btl.inmemory.InMemoryFabric.Behaviour;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;

/** Messages between ranks that reach each other by several modules. */
@Timeout(60)
class SeveralRailsTest {
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);
  private static final int LENGTH = 1_000_000;

  private static InMemoryJob job(
      Behaviour behaviour, Map<String, String> parameters, int... bandwidths) {
    List<InMemoryFabric> fabrics = new ArrayList<>();
    for (int i = 0; i < bandwidths.length; i++) {
      fabrics.add(new InMemoryFabric(i + 1, behaviour, "memory." + i, bandwidths[i]));
    }
    List<BtlComponent> components = fabrics.stream().map(InMemoryFabric::component).toList();
    return new InMemoryJob(2, rank -> components, ParameterSet.of(parameters));
  }

  private static byte[] content(int lengthBytes) {
    byte[] content = new byte[lengthBytes];
    new Random(lengthBytes).nextBytes(content);
    return content;
  }

  private static ByteBuffer direct(byte[] content) {
    return ByteBuffer.allocateDirect(content.length).put(content).clear();
  }

  /** Sends a message from rank 0 to rank 1, and checks that it arrives. */
  private static void exchange(InMemoryJob job, byte[] content, boolean direct) {
    Object source = direct ? direct(content) : content;
    Object target = direct ? ByteBuffer.allocateDirect(content.length) : new byte[content.length];
    PmlRequest receive = job.world(1).irecv(target, content.length, BYTES, 0, 3);
    PmlRequest send = job.world(0).isend(SendMode.STANDARD, source, content.length, BYTES, 1, 3);
    job.await("a message", () -> send.isComplete() && receive.isComplete());
    assertThat(send.error()).isEqualTo(PmlError.NONE);
    assertThat(receive.error()).isEqualTo(PmlError.NONE);
    byte[] arrived = new byte[content.length];
    if (target instanceof ByteBuffer memory) {
      memory.get(0, arrived);
    } else {
      System.arraycopy(target, 0, arrived, 0, arrived.length);
    }
    assertThat(arrived).isEqualTo(content);
    job.engine(0).release(send);
    job.engine(1).release(receive);
    job.await("requests to end", () -> job.engine(0).sends().inUse() == 0);
    assertThat(job.engine(1).receives().inUse()).isZero();
  }

  /** How much of what has moved went by each rail, at the side that moved it. */
  private static List<Double> parts(Ob1Pml engine, int peer) {
    List<Rail> rails = engine.peer(peer).rails().all();
    double total = rails.stream().mapToLong(Rail::movedBytes).sum();
    return rails.stream().map(rail -> rail.movedBytes() / total).toList();
  }

  @ParameterizedTest
  @CsvSource({"100, 100", "300, 100", "100, 900", "5000, 1000"})
  void shouldDivideFragmentsByBandwidth(int one, int other) {
    for (boolean direct : new boolean[] {false, true}) {
      try (InMemoryJob job = job(Behaviour.unordered(), Map.of(), one, other)) {
        exchange(job, content(LENGTH), direct);
        double strongest = Math.max(one, other) / (double) (one + other);
        List<Double> parts = parts(job.engine(0), 1);
        assertThat(parts.get(0)).isCloseTo(strongest, within(0.1 * strongest));
        assertThat(parts.get(1)).isCloseTo(1 - strongest, within(0.1 * (1 - strongest)));
      }
    }
  }

  @Test
  void shouldDivideAmongNoMoreRailsThanAllowed() {
    Map<String, String> two = Map.of("pml_ob1j_max_send_per_range", "2");
    try (InMemoryJob job = job(Behaviour.ordered(), two, 100, 400, 200)) {
      exchange(job, content(LENGTH), true);
      List<Rail> rails = job.engine(0).peer(1).rails().all();
      assertThat(rails).extracting(Rail::name).containsExactly("memory.1", "memory.2", "memory.0");
      assertThat(rails.get(1).movedBytes()).isPositive();
      assertThat(rails.get(2).movedBytes()).isZero();
    }
  }

  @Test
  void shouldSendShortMessagesByTheFirstRailAlone() {
    try (InMemoryJob job = job(Behaviour.ordered(), Map.of(), 100, 200)) {
      for (int length : new int[] {0, 1, 2000, 2024}) {
        exchange(job, content(length), false);
      }
      assertThat(job.engine(0).peer(1).rails().all()).extracting(Rail::movedBytes).containsOnly(0L);
      assertThat(job.engine(0).describe())
          .contains("rank 1 by memory.1 (fragments 0, put 0, got 0 bytes) and memory.0 (frag");
    }
  }

  @Test
  void shouldKeepTheSharesWhereRailsAreBusyMostOfTheTime() {
    int noPlace = BtlCapabilities.SEND;
    Behaviour narrow = new Behaviour(noPlace, Behaviour.unordered().order(), 1, 2048);
    try (InMemoryJob job = job(narrow, Map.of("pml_ob1j_send_pipeline_depth", "1"), 1, 1, 1)) {
      exchange(job, content(LENGTH), false);
      assertThat(parts(job.engine(0), 1))
          .allSatisfy(part -> assertThat(part).isCloseTo(1 / 3.0, within(0.02)));
    }
  }
}
