package org.ob1j.pml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.ob1j.bml.Bml;
import org.ob1j.bml.BmlException;
import org.ob1j.bml.Rail;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.InMemoryModex;
import org.ob1j.btl.inmemory.InMemoryFabric;
import org.ob1j.btl.inmemory.InMemoryFabric.Behaviour;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlException;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;

/** Messages between ranks that reach each other by several modules. */
@Timeout(60)
class SeveralRailsTest {
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);
  private static final int LENGTH = 1_000_000;
  private static final int PUT = BtlCapabilities.PUT;
  private static final int GET = BtlCapabilities.GET;
  private static final int NEEDS = BtlCapabilities.NEEDS_REGISTRATION;
  private static final int FLUSH = BtlCapabilities.FLUSH;

  private static InMemoryJob job(
      Behaviour behaviour, Map<String, String> parameters, int... bandwidths) {
    return job(Collections.nCopies(bandwidths.length, behaviour), parameters, bandwidths);
  }

  private static InMemoryJob job(
      List<Behaviour> behaviours, Map<String, String> parameters, int... bandwidths) {
    List<BtlComponent> components = new ArrayList<>();
    for (int i = 0; i < bandwidths.length; i++) {
      components.add(
          new InMemoryFabric(i + 1, behaviours.get(i), "memory." + i, bandwidths[i]).component());
    }
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
    job.await("requests to end", () -> job.engine(0).requests().sends().inUse() == 0);
    assertThat(job.engine(1).requests().receives().inUse()).isZero();
  }

  /** How much of what rank 0 has sent to rank 1 has moved by each rail. */
  private static List<Double> parts(InMemoryJob job) {
    List<Rail> sender = job.engine(0).peers().of(1).rails().all();
    List<Rail> receiver = job.engine(1).peers().of(0).rails().all();
    List<Long> bytes = new ArrayList<>();
    for (int i = 0; i < sender.size(); i++) {
      bytes.add(sender.get(i).movedBytes() + receiver.get(i).movedBytes());
    }
    double total = bytes.stream().mapToLong(Long::longValue).sum();
    return bytes.stream().map(each -> each / total).toList();
  }

  @ParameterizedTest
  @CsvSource({"100, 100", "300, 100", "100, 900", "5000, 1000"})
  void shouldDivideFragmentsByBandwidth(int one, int other) {
    for (boolean direct : new boolean[] {false, true}) {
      try (InMemoryJob job = job(Behaviour.unordered(), Map.of(), one, other)) {
        exchange(job, content(LENGTH), direct);
        double strongest = Math.max(one, other) / (double) (one + other);
        List<Double> parts = parts(job);
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
      List<Rail> rails = job.engine(0).peers().of(1).rails().all();
      assertThat(rails).extracting(Rail::name).containsExactly("memory.1", "memory.2", "memory.0");
      assertThat(rails.get(1).movedBytes()).isPositive();
      assertThat(rails.get(2).movedBytes()).isZero();
    }
  }

  @Test
  void shouldSendNothingMoreByARailThatWasTakenAwayUntilItIsAdded() {
    try (InMemoryJob job = job(Behaviour.unordered(), Map.of(), 100, 200)) {
      exchange(job, content(LENGTH), true);
      List<Rail> rails = job.engine(0).peers().of(1).rails().all();
      Rail first = rails.get(0);
      Rail second = rails.get(1);
      assertThat(first.name()).isEqualTo("memory.1");

      job.engine(0).bml().removeRail(1, first.endpoint().module());
      long before = first.movedBytes();
      exchange(job, content(LENGTH), true);
      exchange(job, content(10), false);
      assertThat(first.movedBytes()).isEqualTo(before);
      assertThat(job.engine(0).peers().of(1).endpoint()).isSameAs(second.endpoint());

      job.engine(0).bml().addRail(1, first.endpoint().module());
      exchange(job, content(LENGTH), true);
      assertThat(job.engine(0).peers().of(1).rails().all()).containsExactly(first, second);
      assertThat(first.movedBytes()).isGreaterThan(before);
    }
  }

  @Test
  void shouldRefuseToTakeTheOnlyRailAway() {
    try (InMemoryJob job = job(Behaviour.ordered(), Map.of(), 100)) {
      BtlModule only = job.engine(0).modules().get(0);

      assertThatThrownBy(() -> job.engine(0).bml().removeRail(1, only))
          .isInstanceOf(BmlException.class)
          .hasMessage("rank 1 is reached by memory.0 alone");
      exchange(job, content(1000), false);
    }
  }

  @Test
  void shouldNotFallBackToARailThatWasTakenAwayBeforeItWasUsed() {
    List<InMemoryFabric> fabrics =
        List.of(
            new InMemoryFabric(1, Behaviour.ordered(), "best.0", 100, 100),
            new InMemoryFabric(2, Behaviour.ordered(), "low.0", 100, 50));
    try (InMemoryJob job =
        new InMemoryJob(
            2,
            rank -> fabrics.stream().map(InMemoryFabric::component).toList(),
            ParameterSet.of(Map.of()))) {
      Bml bml = job.engine(0).bml();
      List<BtlModule> modules = job.engine(0).modules();
      assertThat(bml.railsTo(1).all()).extracting(Rail::name).containsExactly("best.0");

      bml.removeRail(1, modules.get(1));
      assertThatThrownBy(() -> bml.removeRail(1, modules.get(0)))
          .hasMessage("rank 1 is reached by best.0 alone");
      bml.addRail(1, modules.get(1));
      bml.removeRail(1, modules.get(0));

      assertThat(bml.railsTo(1).all()).extracting(Rail::name).containsExactly("low.0");
      exchange(job, content(1000), false);
    }
  }

  @Test
  void shouldSendByAModuleThatWasOpenedLater() {
    InMemoryFabric late = new InMemoryFabric(9, Behaviour.unordered(), "late.0", 1000);
    try (InMemoryJob job = job(Behaviour.unordered(), Map.of(), 100)) {
      exchange(job, content(LENGTH), true);
      for (int rank = 0; rank < 2; rank++) {
        Ob1Pml engine = job.engine(rank);
        BtlContext context =
            new BtlContext(
                engine.identity(),
                new InMemoryModex(2).view(rank),
                new byte[32],
                ParameterSet.of(Map.of()),
                engine.bml().receiver());
        engine.bml().add(late.component().initialise(context).get(0));
      }
      for (int rank = 0; rank < 2; rank++) {
        Bml bml = job.engine(rank).bml();
        bml.addRail(1 - rank, bml.modules().get(1));
      }

      exchange(job, content(LENGTH), true);

      assertThat(job.engine(0).peers().of(1).rails().all()).hasSize(2);
      assertThat(job.engine(0).peers().of(1).rails().all().get(0).name()).isEqualTo("late.0");
      assertThat(job.engine(0).peers().of(1).rails().all().get(0).movedBytes()).isPositive();
    }
  }

  /** A transport may tell so of a process that sends here and cannot be sent to. */
  @Test
  void shouldOutliveTheFailureOfAProcessThatNoTransportReaches() {
    List<InMemoryFabric> apart =
        List.of(
            new InMemoryFabric(1, Behaviour.ordered()), new InMemoryFabric(2, Behaviour.ordered()));
    try (InMemoryJob job =
        new InMemoryJob(
            2, rank -> List.of(apart.get(rank).component()), ParameterSet.of(Map.of()))) {
      Ob1Pml engine = job.engine(0);
      engine.failed(engine.modules().get(0), 1, new BtlException("a test"));
      engine.progress();

      assertThatThrownBy(() -> job.world(0).irecv(new byte[1], 1, BYTES, 1, 0))
          .isInstanceOf(PmlException.class)
          .hasMessageContaining("rank 0 cannot reach rank 1");
    }
  }

  @Test
  void shouldSendShortMessagesByTheFirstRailAlone() {
    try (InMemoryJob job = job(Behaviour.ordered(), Map.of(), 100, 200)) {
      for (int length : new int[] {0, 1, 2000, 2024}) {
        exchange(job, content(length), false);
      }
      assertThat(job.engine(0).peers().of(1).rails().all())
          .extracting(Rail::movedBytes)
          .containsOnly(0L);
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
      assertThat(parts(job)).allSatisfy(part -> assertThat(part).isCloseTo(1 / 3.0, within(0.02)));
    }
  }

  static Stream<Arguments> rdma() {
    return Stream.of(
        Arguments.of("put", PUT, PUT, Map.of()),
        Arguments.of("get and puts", GET | PUT, GET | PUT, Map.of()),
        Arguments.of("get and put", GET, PUT, Map.of()),
        Arguments.of("registered", PUT | NEEDS, PUT | NEEDS, Map.of()),
        Arguments.of("registered by one", PUT, PUT | NEEDS, Map.of()),
        Arguments.of("registered by the other", PUT | NEEDS, PUT, Map.of()),
        Arguments.of("pipeline", PUT | NEEDS, PUT | NEEDS, Map.of("mpi_leave_pinned", "0")));
  }

  @ParameterizedTest
  @MethodSource("rdma")
  void shouldDivideWhatMovesByRdmaByBandwidth(
      String what, int one, int other, Map<String, String> parameters) {
    Behaviour first = Behaviour.unordered().withCapabilities(BtlCapabilities.SEND | FLUSH | one);
    Behaviour second = first.withCapabilities(BtlCapabilities.SEND | FLUSH | other);
    try (InMemoryJob job = job(List.of(first, second), parameters, 300, 100)) {
      exchange(job, content(LENGTH), true);
      List<Double> parts = parts(job);
      assertThat(parts.get(0)).isCloseTo(0.75, within(0.075));
      assertThat(parts.get(1)).isCloseTo(0.25, within(0.025));
      assertNothingIsRegistered(job);
    }
  }

  private static void assertNothingIsRegistered(InMemoryJob job) {
    for (int rank = 0; rank < 2; rank++) {
      assertThat(job.engine(rank).requests().registrations().usedCount()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("rdma")
  void shouldDeliverByRailsThatAreMeasured(
      String what, int one, int other, Map<String, String> parameters) {
    Behaviour first = Behaviour.unordered().withCapabilities(BtlCapabilities.SEND | FLUSH | one);
    Behaviour second = first.withCapabilities(BtlCapabilities.SEND | FLUSH | other);
    try (InMemoryJob job = job(List.of(first, second), parameters, 0, 0)) {
      exchange(job, content(LENGTH), true);
      assertThat(parts(job)).allSatisfy(part -> assertThat(part).isCloseTo(0.5, within(0.05)));
      for (int i = 0; i < 10; i++) {
        exchange(job, content(LENGTH + i), i % 2 == 0);
      }
      assertThat(job.engine(0).describe()).contains("memory.0 (measured ");
      assertNothingIsRegistered(job);
    }
  }

  @Test
  void shouldLeaveOutRailsWithoutRdmaAndRailsBeyondTheLimit() {
    Behaviour puts = Behaviour.ordered().withCapabilities(BtlCapabilities.SEND | PUT);
    Behaviour sends = Behaviour.ordered().withCapabilities(BtlCapabilities.SEND);
    Map<String, String> two = Map.of("pml_ob1j_max_rdma_per_request", "2");
    try (InMemoryJob job = job(List.of(puts, sends, puts, puts), two, 800, 400, 200, 100)) {
      exchange(job, content(LENGTH), true);
      List<Rail> rails = job.engine(0).peers().of(1).rails().all();
      assertThat(rails).extracting(Rail::name).last().isEqualTo("memory.3");
      assertThat(rails.get(0).movedBytes()).isCloseTo(LENGTH * 4 / 5, within(100L));
      assertThat(rails.get(1).movedBytes()).isZero();
      assertThat(rails.get(2).movedBytes()).isCloseTo(LENGTH / 5, within(100L));
      assertThat(rails.get(3).movedBytes()).isZero();
    }
  }

  @Test
  void shouldEndWhatConcernsAPeerWhenOneOfItsRailsFails() {
    List<BtlModule> secondRail = new ArrayList<>();
    BtlComponent first = new InMemoryFabric(1, Behaviour.ordered(), "memory.0", 100).component();
    BtlComponent second = new InMemoryFabric(2, Behaviour.ordered(), "memory.1", 100).component();
    BtlComponent kept = keeping(second, secondRail);
    try (InMemoryJob job =
        new InMemoryJob(2, rank -> List.of(first, kept), ParameterSet.of(Map.of()))) {
      byte[] content = content(LENGTH);
      PmlRequest receive = job.world(0).irecv(new byte[LENGTH], LENGTH, BYTES, 1, 3);
      PmlRequest send = job.world(0).isend(SendMode.SYNCHRONOUS, content, LENGTH, BYTES, 1, 3);
      secondRail.stream()
          .filter(module -> module.describe().contains("rank 1"))
          .forEach(BtlModule::close);
      job.await("the failure", () -> send.isComplete() && receive.isComplete());
      assertThat(send.error()).isEqualTo(PmlError.PEER_FAILED);
      assertThat(receive.error()).isEqualTo(PmlError.PEER_FAILED);
      // By the rail that has not failed.
      job.world(1).isend(SendMode.STANDARD, content, 1000, BYTES, 0, 3);
      job.world(1).isend(SendMode.STANDARD, content, LENGTH, BYTES, 0, 3);
      for (int i = 0; i < 1000; i++) {
        job.engine(0).progress();
      }
      assertThat(job.engine(0).describe()).doesNotContain("unexpected: ");
      job.engine(0).release(send);
      job.engine(0).release(receive);
      assertThat(job.engine(0).requests().sends().inUse()).isZero();
      assertThat(job.engine(0).requests().receives().inUse()).isZero();
    }
  }

  /** A component that remembers the modules that it has made. */
  private static BtlComponent keeping(BtlComponent component, List<BtlModule> modules) {
    return new BtlComponent() {
      @Override
      public String name() {
        return component.name();
      }

      @Override
      public List<BtlModule> initialise(BtlContext context) {
        List<BtlModule> made = component.initialise(context);
        synchronized (modules) {
          modules.addAll(made);
        }
        return made;
      }
    };
  }

  @Test
  void shouldSendByFragmentsOnAllRailsWhereTheFirstHasNoRdma() {
    Behaviour sends = Behaviour.ordered().withCapabilities(BtlCapabilities.SEND);
    Behaviour puts = Behaviour.ordered().withCapabilities(BtlCapabilities.SEND | PUT | GET);
    try (InMemoryJob job = job(List.of(sends, puts), Map.of(), 100, 100)) {
      exchange(job, content(LENGTH), true);
      assertThat(job.engine(0).peers().of(1).rails().all())
          .allSatisfy(rail -> assertThat(rail.describe()).contains("put 0, got 0"));
      assertThat(parts(job)).allSatisfy(part -> assertThat(part).isCloseTo(0.5, within(0.05)));
    }
  }

  @Test
  void shouldGiveUpAPeerByAllWaysOnceOneHasFailed() {
    try (InMemoryJob job = job(Behaviour.ordered(), Map.of(), 1000, 1000)) {
      exchange(job, content(LENGTH), true);
      List<Rail> rails = job.engine(1).peers().of(0).rails().all();
      assertThat(rails).hasSize(2);
      BtlException cause = new BtlException("no more");
      job.engine(1).failed(rails.get(0).endpoint().module(), 0, cause);
      for (Rail rail : rails) {
        assertThatThrownBy(() -> rail.endpoint().reserve(Long.BYTES, 0, RequestedOrder.DEFAULT))
            .isInstanceOf(BtlException.class)
            .hasMessageContaining("was given up")
            .hasCause(cause);
      }
    }
  }
}
