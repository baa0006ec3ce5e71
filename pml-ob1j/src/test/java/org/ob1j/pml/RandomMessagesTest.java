package org.ob1j.pml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ob1j.bml.BmlException;
import org.ob1j.bml.Rail;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.fault.FaultInjectingComponent;
import org.ob1j.btl.inmemory.InMemoryFabric;
import org.ob1j.btl.inmemory.InMemoryFabric.Behaviour;
import org.ob1j.btl.inmemory.SimulatedTagMatching.Nature;
import org.ob1j.btl.order.GuaranteedOrder;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;

/**
 * Random messages among ranks in one JVM: every mode, kind of buffer and length around the limits,
 * expected and unexpected, with and without wildcards. Every byte and every status is verified, and
 * the order of messages between each pair is the order of sending.
 */
@Timeout(180)
class RandomMessagesTest {
  private static final int RANKS = 3;
  private static final int MESSAGES = 1_500;
  private static final int[] LENGTHS = {
    0, 1, 7, 8, 32, 33, 255, 256, 257, 1000, 2007, 2008, 2009, 2023, 2024, 2025, 2048, 4072, 4073,
    9999, 30_000
  };
  private static final int PUT_REGISTERED =
      BtlCapabilities.PUT | BtlCapabilities.NEEDS_REGISTRATION;
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);

  static Stream<Behaviour> behaviours() {
    int all = BtlCapabilities.SEND | BtlCapabilities.SEND_IMMEDIATE | BtlCapabilities.SEND_IN_PLACE;
    return Stream.of(
        Behaviour.ordered(),
        Behaviour.unordered(),
        Behaviour.ordered().withCapabilities(BtlCapabilities.SEND),
        Behaviour.unordered().withCapabilities(BtlCapabilities.SEND),
        Behaviour.unordered().withCapabilities(all & ~BtlCapabilities.SEND_IMMEDIATE),
        Behaviour.unordered().withCapabilities(all & ~BtlCapabilities.SEND_IN_PLACE),
        Behaviour.ordered().withCapabilities(all | BtlCapabilities.GET),
        Behaviour.ordered().withCapabilities(all | BtlCapabilities.PUT),
        Behaviour.ordered().withCapabilities(all | PUT_REGISTERED),
        Behaviour.unordered()
            .withCapabilities(all | BtlCapabilities.GET | PUT_REGISTERED | BtlCapabilities.FLUSH),
        Behaviour.unordered()
            .withCapabilities(all | PUT_REGISTERED | BtlCapabilities.REMOTE_COMPLETION),
        Behaviour.orderedSequences(),
        Behaviour.unordered().withCapabilities(all | BtlCapabilities.PUT),
        Behaviour.ordered()
            .withOrder(GuaranteedOrder.CONNECTION)
            .withCapabilities(all | BtlCapabilities.PUT | BtlCapabilities.GET),
        Behaviour.unordered().withPlaces(256),
        Behaviour.ordered().withPlaces(1).withQueuedFrames(3),
        Behaviour.ordered().withTags(Nature.willing(0, 2048)),
        Behaviour.ordered().withTags(Nature.willing(1, 2048)),
        Behaviour.unordered().withTags(Nature.capricious(2, 1000)),
        Behaviour.orderedSequences().withTags(Nature.capricious(64, 2048)),
        Behaviour.unordered()
            .withCapabilities(all | BtlCapabilities.GET)
            .withTags(Nature.willing(3, 256)));
  }

  private record Sent(int tag, byte[] content, PmlRequest request) {}

  private record Posted(
      int rank, int source, int tag, Object buffer, int capacity, PmlRequest request) {}

  @ParameterizedTest
  @MethodSource("behaviours")
  void shouldDeliverEveryByteInTheOrderOfSending(Behaviour behaviour) {
    for (long seed = 1; seed <= 4; seed++) {
      run(seed, behaviour, Map.of("mpi_leave_pinned", String.valueOf(seed % 2)));
    }
  }

  @ParameterizedTest
  @MethodSource("behaviours")
  void shouldDeliverEveryByteWithHardlyAnyCredit(Behaviour behaviour) {
    run(11, behaviour, Map.of("pml_ob1j_unexpected_bytes", "0"));
    run(12, behaviour, Map.of("pml_ob1j_unexpected_bytes", "3000"));
  }

  @ParameterizedTest
  @MethodSource("behaviours")
  void shouldDeliverEveryByteWhenPutsAndGetsAreRefusedAndFramesOvertake(Behaviour behaviour) {
    Map<String, String> parameters = Map.of("btl_fault_refuse_percent", "30");
    for (long seed = 21; seed <= 22; seed++) {
      InMemoryFabric fabric = new InMemoryFabric(seed, behaviour);
      run(
          seed,
          rank -> List.of(new FaultInjectingComponent(fabric::component)),
          parameters,
          "faults, " + behaviour);
    }
  }

  /** As when there is no memory for longer ones. */
  @ParameterizedTest
  @MethodSource("behaviours")
  void shouldDeliverEveryByteWhenFramesBecomeShort(Behaviour behaviour) {
    for (int frames : new int[] {0, 1, 50, 300}) {
      InMemoryFabric fabric = new InMemoryFabric(frames, behaviour);
      run(
          frames,
          rank -> List.of(new FaultInjectingComponent(fabric::component)),
          Map.of("btl_fault_short_after", String.valueOf(frames)),
          "short after " + frames + " frames, " + behaviour);
    }
  }

  @ParameterizedTest
  @MethodSource("behaviours")
  void shouldDeliverEveryByteBySeveralRails(Behaviour behaviour) {
    for (long seed = 31; seed <= 33; seed++) {
      Behaviour other = behaviours().skip(seed % behaviours().count()).findFirst().orElseThrow();
      run(
          seed,
          severalRails(seed, behaviour, other),
          Map.of("btl_fault_refuse_percent", "15", "mpi_leave_pinned", String.valueOf(seed % 2)),
          "several rails, " + behaviour + ", " + other);
    }
  }

  private static Function<Integer, List<BtlComponent>> severalRails(
      long seed, Behaviour behaviour, Behaviour other) {
    List<InMemoryFabric> fabrics =
        List.of(
            new InMemoryFabric(seed, behaviour, "memory.0", 500),
            new InMemoryFabric(seed, other, "memory.1", 300),
            new InMemoryFabric(seed, behaviour, "memory.2", 100));
    return rank ->
        fabrics.stream()
            .<BtlComponent>map(fabric -> new FaultInjectingComponent(fabric::component))
            .toList();
  }

  /** Each rank changes its rails for itself, the first one too, with messages under way. */
  @ParameterizedTest
  @MethodSource("behaviours")
  void shouldDeliverEveryByteWhileRailsComeAndGo(Behaviour behaviour) {
    for (long seed = 41; seed <= 43; seed++) {
      Behaviour other = behaviours().skip(seed % behaviours().count()).findFirst().orElseThrow();
      ParameterSet parameters =
          ParameterSet.of(
              Map.of(
                  "btl_fault_refuse_percent", "15", "mpi_leave_pinned", String.valueOf(seed % 2)));
      try (InMemoryJob job =
          new InMemoryJob(RANKS, severalRails(seed, behaviour, other), parameters)) {
        ChangingRails rails = new ChangingRails(job, new Random(seed));
        new Exchange(job, new Random(seed), rails::change).run();
        rails.verifyChanges();
      } catch (AssertionError failed) {
        throw new AssertionError(
            "seed " + seed + ", changing rails, " + behaviour + ", " + other, failed);
      }
    }
  }

  private static void run(long seed, Behaviour behaviour, Map<String, String> parameters) {
    InMemoryFabric fabric = new InMemoryFabric(seed, behaviour);
    run(seed, rank -> List.of(fabric.component()), parameters, behaviour.toString());
  }

  private static void run(
      long seed,
      Function<Integer, List<BtlComponent>> components,
      Map<String, String> parameters,
      String what) {
    try (InMemoryJob job = new InMemoryJob(RANKS, components, ParameterSet.of(parameters))) {
      new Exchange(job, new Random(seed), () -> {}).run();
    } catch (AssertionError failed) {
      throw new AssertionError("seed " + seed + ", " + what + ", " + parameters, failed);
    }
  }

  /** Adds rails to peers and takes them away at random, but for the last. */
  private static final class ChangingRails {
    private final InMemoryJob job;
    private final Random random;
    private final Set<String> firsts = new HashSet<>();
    private int refusals;

    ChangingRails(InMemoryJob job, Random random) {
      this.job = job;
      this.random = random;
    }

    void change() {
      if (random.nextInt(6) != 0) {
        return;
      }
      int rank = random.nextInt(RANKS);
      int peer = (rank + 1 + random.nextInt(RANKS - 1)) % RANKS;
      Ob1Pml engine = job.engine(rank);
      BtlModule module = engine.modules().get(random.nextInt(engine.modules().size()));
      int version = engine.bml().railsTo(peer).version();
      try {
        if (random.nextBoolean()) {
          engine.bml().addRail(peer, module);
          assertThat(railNames(engine, peer)).contains(module.name());
        } else {
          engine.bml().removeRail(peer, module);
          assertThat(railNames(engine, peer)).doesNotContain(module.name());
        }
      } catch (BmlException cannotBeSpared) {
        refusals++;
        assertThat(engine.bml().railsTo(peer).version()).isEqualTo(version);
      }
      firsts.add(engine.peers().of(peer).rails().first().name());
      assertThat(engine.peers().of(peer).rails()).isSameAs(engine.bml().railsTo(peer));
    }

    private static List<String> railNames(Ob1Pml engine, int peer) {
      return engine.peers().of(peer).rails().all().stream().map(Rail::name).toList();
    }

    void verifyChanges() {
      assertThat(firsts).as("first rails").hasSizeGreaterThan(1);
      assertThat(refusals).as("changes that were refused").isPositive();
    }
  }

  /** One run: what is sent and posted, and what the ranks must see. */
  private static final class Exchange {
    private final InMemoryJob job;
    private final Random random;
    private final Runnable betweenSteps;
    private final Map<String, Queue<Sent>> inOrder = new HashMap<>();
    private final List<Sent> sends = new ArrayList<>();
    private final int[] toReceive = new int[RANKS];
    private final MessageStatus status = new MessageStatus();

    Exchange(InMemoryJob job, Random random, Runnable betweenSteps) {
      this.job = job;
      this.random = random;
      this.betweenSteps = betweenSteps;
    }

    void run() {
      for (int rank = 0; rank < RANKS; rank++) {
        job.engine(rank).attachBuffer(1L << 30);
      }
      int sent = 0;
      int received = 0;
      while (received < MESSAGES) {
        betweenSteps.run();
        if (sent < MESSAGES && random.nextInt(3) != 0) {
          send(sent++);
        } else if (random.nextBoolean()) {
          job.poll();
        } else {
          received += receiveSome();
        }
      }
      for (Sent message : sends) {
        job.await("a send", message.request()::isComplete);
        assertThat(message.request().error()).isEqualTo(PmlError.NONE);
      }
      for (int rank = 0; rank < RANKS; rank++) {
        for (Sent message : sends) {
          assertThat(message.request().isComplete()).isTrue();
        }
        assertThat(job.world(rank).iprobe(-1, -1, status)).isFalse();
      }
      releaseAll();
    }

    private void releaseAll() {
      for (Sent message : sends) {
        job.engine(0).release(message.request());
      }
      for (int rank = 0; rank < RANKS; rank++) {
        Ob1Pml engine = job.engine(rank);
        job.await("requests to end", () -> engine.requests().sends().inUse() == 0);
        assertThat(engine.requests().receives().inUse()).isZero();
        assertThat(engine.arrivals().payloadBytesInUse()).isZero();
        assertThat(engine.requests().registrations().usedCount()).isZero();
        engine.detachBuffer();
      }
    }

    private void send(int number) {
      int from = random.nextInt(RANKS);
      int to = random.nextInt(RANKS);
      int tag = random.nextInt(4);
      byte[] content = new byte[LENGTHS[random.nextInt(LENGTHS.length)]];
      random.nextBytes(content);
      SendMode mode = SendMode.values()[number % SendMode.values().length];
      Object buffer = random.nextBoolean() ? content.clone() : direct(content);
      PmlRequest request = job.world(from).isend(mode, buffer, content.length, BYTES, to, tag);
      Sent message = new Sent(tag, content, request);
      sends.add(message);
      inOrder.computeIfAbsent(from + " to " + to, pair -> new ArrayDeque<>()).add(message);
      toReceive[to]++;
    }

    private static ByteBuffer direct(byte[] content) {
      return ByteBuffer.allocateDirect(content.length).put(content).clear();
    }

    /** Posts several receives on one rank, for which messages have been sent, and verifies them. */
    private int receiveSome() {
      int rank = random.nextInt(RANKS);
      int count = Math.min(toReceive[rank], 1 + random.nextInt(6));
      List<Posted> posted = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        // Any tag: with exact tags the order of matching is the business of the matching test.
        int source = PmlCommunicator.ANY_SOURCE;
        int capacity = random.nextInt(10) == 0 ? random.nextInt(3000) : 30_000;
        Object buffer =
            random.nextBoolean() ? new byte[capacity] : ByteBuffer.allocateDirect(capacity);
        posted.add(
            new Posted(
                rank,
                source,
                PmlCommunicator.ANY_TAG,
                buffer,
                capacity,
                job.world(rank).irecv(buffer, capacity, BYTES, source, PmlCommunicator.ANY_TAG)));
      }
      for (Posted receive : posted) {
        job.await("a receive", receive.request()::isComplete);
        verify(receive);
      }
      toReceive[rank] -= count;
      return count;
    }

    private void verify(Posted receive) {
      receive.request().copyStatus(status);
      Sent message = inOrder.get(status.source + " to " + receive.rank()).remove();
      int fitting = Math.min(message.content().length, receive.capacity());
      assertThat(status.tag).isEqualTo(message.tag());
      assertThat(status.lengthBytes).isEqualTo(fitting);
      assertThat(status.error)
          .isEqualTo(fitting < message.content().length ? PmlError.TRUNCATED : PmlError.NONE);
      byte[] arrived = new byte[fitting];
      if (receive.buffer() instanceof ByteBuffer direct) {
        direct.get(0, arrived);
      } else {
        System.arraycopy(receive.buffer(), 0, arrived, 0, fitting);
      }
      assertThat(arrived).isEqualTo(java.util.Arrays.copyOf(message.content(), fitting));
      job.engine(receive.rank()).release(receive.request());
    }
  }
}
