package org.ob1j.runtime.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.runtime.pml.LoopbackNetwork;
import org.ob1j.runtime.pml.LoopbackPml;
import org.ob1j.runtime.pml.LoopbackRanks;
import org.ob1j.runtime.pml.PmlCommunicator;

class CollectiveTest {
  private static final int CONTEXT = 1;

  private static void run(int ranks, BiConsumer<LoopbackPml, PmlCommunicator> program) {
    List<LoopbackPml> engines = LoopbackNetwork.engines(ranks);
    int[] everybody = IntStream.range(0, ranks).toArray();
    LoopbackRanks.run(
        ranks,
        rank -> {
          LoopbackPml engine = engines.get(rank);
          program.accept(engine, engine.open(CONTEXT, rank, everybody));
          assertThat(engine.requestsInUse()).isZero();
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 9})
  void shouldLetNobodyOutOfABarrierBeforeEverybodyIsIn(int ranks) {
    AtomicInteger arrived = new AtomicInteger();
    run(
        ranks,
        (pml, communicator) -> {
          for (int round = 1; round <= 20; round++) {
            arrived.incrementAndGet();
            Barrier.run(pml, communicator);
            assertThat(arrived.get()).isGreaterThanOrEqualTo(round * ranks);
            Barrier.run(pml, communicator);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 9})
  void shouldFindTheGreatestWhereverItIs(int ranks) {
    run(
        ranks,
        (pml, communicator) -> {
          for (int holder = 0; holder < ranks; holder++) {
            long own = communicator.rank() == holder ? Long.MAX_VALUE - holder : -holder;
            assertThat(AllReduceMax.run(pml, communicator, own)).isEqualTo(Long.MAX_VALUE - holder);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 9})
  void shouldGatherEveryBlockInTheOrderOfRanks(int ranks) {
    run(
        ranks,
        (pml, communicator) -> {
          int rank = communicator.rank();
          int[] all = AllGather.run(pml, communicator, new int[] {rank, -rank, 100 + rank});
          for (int other = 0; other < ranks; other++) {
            assertThat(all[3 * other]).isEqualTo(other);
            assertThat(all[3 * other + 1]).isEqualTo(-other);
            assertThat(all[3 * other + 2]).isEqualTo(100 + other);
          }
        });
  }
}
