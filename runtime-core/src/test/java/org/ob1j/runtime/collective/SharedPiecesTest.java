package org.ob1j.runtime.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ob1j.runtime.collective.SharedMemoryJob.GAPPED;
import static org.ob1j.runtime.collective.SharedMemoryJob.INT;
import static org.ob1j.runtime.collective.SharedMemoryJob.SUM;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Operator;
import org.ob1j.runtime.collective.op.PredefinedReduction;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.CollectiveException;
import org.ob1j.runtime.collective.shared.CollectiveKind;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.parameter.ParameterSet;

/** Collectives of data that goes through shared memory in pieces. */
class SharedPiecesTest {
  /** With 2 to 5 ranks several pieces, and a rest that is no whole one. */
  private static final int SEVERAL_PIECES = 200_001;

  /** Ints that are more than go through memory. */
  private static final int TOO_MANY = 1 << 21;

  /** Others have looked many times by then at what should not happen. */
  private static final long LATE_NANOS = 2_500_000_000L;

  private static final TypeMap DOUBLE = TypeMap.of(PrimitiveType.DOUBLE);

  private final SharedMemoryJob job = new SharedMemoryJob();

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5})
  void shouldGiveTheSameResultsHoweverManyPieces(int size) {
    job.run(
        size,
        rank -> {
          rank.agree();
          for (int count : new int[] {16_385, 3, SEVERAL_PIECES, 70_000, 70_001}) {
            rank.performAll(count);
          }
        });
    assertThat(job.regions.made()).isEqualTo(1);
  }

  @Test
  void shouldSendNoMessageHoweverLongTheData() {
    job.run(
        2,
        rank -> {
          rank.agree();
          rank.allToAll(SEVERAL_PIECES);
          rank.allReduce(SEVERAL_PIECES);
          int[] data = new int[SEVERAL_PIECES];
          Algorithm algorithm = rank.collectives.broadcast(Blocks.same(data, data.length, INT), 0);
          rank.perform(algorithm);
          assertThat(algorithm.name()).isEqualTo("shared-memory broadcast");
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void shouldBeginWithAnyOfThem(int first) {
    job.publish(3, true);
    job.run(3, rank -> rank.perform(first, SEVERAL_PIECES, 2));
    job.publish(3, true);
    job.alone = 2;
    job.run(
        3,
        rank -> {
          rank.perform(first, SEVERAL_PIECES, 2);
          rank.performAll(3);
        });
  }

  @Test
  void shouldTakeAnySequenceOfLengthsRootsAndDelays() {
    for (int seed = 0; seed < 4; seed++) {
      int seeded = seed;
      job.run(
          4,
          "0*4",
          ParameterSet.of(Map.of("coll_sm_fragment_size", "512")),
          rank -> {
            Random random = new Random(seeded);
            Random own = new Random(31L * seeded + rank.rank);
            for (int i = 0; i < 50; i++) {
              int count = random.nextInt(random.nextInt(3) == 0 ? 300_000 : 300);
              int root = random.nextInt(4);
              if (own.nextInt(8) == 0) {
                rank.engine.pollOrIdle(wait -> {});
              }
              rank.perform(random.nextInt(9), count, root);
            }
          });
    }
  }

  @Test
  void shouldNotDestroyWhatOthersHaveNotTakenYetWhenPartsGetLonger() {
    job.run(
        2,
        rank -> {
          rank.agree();
          rank.gather(20_000, 0);
          int before = job.regions.reserved();
          rank.collectives.runBarrier();
          if (rank.rank == 0) {
            // The other one has put its block, and is in the next operation.
            while (job.regions.reserved() < before + 4) {
              Thread.onSpinWait();
            }
          }
          rank.gather(20_000, 0);
          rank.gather(60_000, 0);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void shouldSendMessagesIfARankHasNoMemoryForPieces(int without) {
    job.run(
        3,
        rank -> {
          rank.agree();
          if (rank.rank == without) {
            rank.engine.share(null);
          }
          rank.allReduce(SEVERAL_PIECES);
          rank.engine.share(job.regions);
          rank.performAll(SEVERAL_PIECES);
          rank.performAll(4);
        });
    assertThat(job.regions.reserved()).as("not after one had none").isEqualTo(2 * 4);
  }

  @Test
  void shouldWaitForALateRankAfterOneHadNoMemoryWhicheverWayRanksCame() {
    job.run(
        2,
        rank -> {
          rank.agree();
          int[] data = rank.numbers(SEVERAL_PIECES);
          if (rank.rank == 0) {
            rank.engine.share(null);
            // As a call does with an array: straight, and when that is refused by an algorithm.
            int bytes = data.length * Integer.BYTES;
            assertThat(
                    rank.collectives
                        .inArea()
                        .reduce(
                            CollectiveKind.ALL_REDUCE,
                            0,
                            data,
                            0,
                            data,
                            0,
                            data.length,
                            bytes,
                            SUM))
                .isFalse();
          }
          Blocks block = Blocks.same(data, data.length, INT);
          rank.perform(rank.collectives.allReduce(block, block, SUM));
          assertThat(data).isEqualTo(SharedMemoryJob.sums(2, data.length));
          if (rank.rank == 0) {
            LockSupport.parkNanos(LATE_NANOS);
          }
          rank.performAll(4);
        });
  }

  @Test
  void shouldSendMessagesForMoreThanAWordCanSay() {
    job.run(
        2,
        rank -> {
          rank.agree();
          int[] data = new int[TOO_MANY];
          if (rank.rank == 0) {
            Arrays.fill(data, 7);
          }
          Algorithm algorithm = rank.collectives.broadcast(Blocks.same(data, TOO_MANY, INT), 0);
          rank.perform(algorithm);
          assertThat(algorithm.name()).doesNotContain("shared");
          assertThat(data).containsOnly(7);
          rank.performAll(5);
        });
  }

  @Test
  void shouldTakeDatatypesWithGapsAtSomeRanksAndNotAtOthers() {
    int count = 30_000;
    job.run(
        3,
        rank -> {
          rank.agree();
          boolean gapped = rank.rank == 1;
          int step = gapped ? 2 : 1;
          int[] data = new int[count * step];
          if (rank.rank == 0) {
            Arrays.setAll(data, i -> i);
          }
          rank.perform(
              rank.collectives.broadcast(Blocks.same(data, count, gapped ? GAPPED : INT), 0));
          int[] all = new int[3 * count * step];
          rank.perform(
              rank.collectives.allGather(
                  Blocks.same(data, count, gapped ? GAPPED : INT),
                  Blocks.uniform(all, count, gapped ? GAPPED : INT)));
          assertThat(IntStream.range(0, 3 * count).map(i -> all[i * step]).toArray())
              .isEqualTo(IntStream.range(0, 3 * count).map(i -> i % count).toArray());
          if (gapped) {
            assertThat(IntStream.range(0, 3 * count).map(i -> all[2 * i + 1])).containsOnly(0);
          }
        });
  }

  @Test
  void shouldCombineInTheOrderOfTheRanks() {
    int count = 20_000;
    double[] operands = {1e16, 1, -1e16, 1};
    Reduction sum = new PredefinedReduction(Operator.SUM, PrimitiveType.DOUBLE);
    job.run(
        4,
        rank -> {
          rank.agree();
          double[] data = new double[count];
          Arrays.fill(data, operands[rank.rank]);
          rank.perform(
              rank.collectives.allReduce(
                  Blocks.same(data, count, DOUBLE), Blocks.same(data, count, DOUBLE), sum));
          assertThat(data).containsOnly(1e16 + 1 - 1e16 + 1);
          Arrays.fill(data, operands[rank.rank]);
          Blocks own = Blocks.same(data, count, DOUBLE);
          rank.perform(rank.collectives.reduce(own, rank.rank == 2 ? own : null, sum, 2));
          assertThat(data).containsOnly(rank.rank == 2 ? 1e16 + 1 - 1e16 + 1 : operands[rank.rank]);
        });
  }

  @ParameterizedTest
  @CsvSource({"70000, 70001", "70000, 300000", "3, 70000", "20000, 70000"})
  void shouldTakeLessInABroadcastThanIsExpected(int given, int expected) {
    job.run(
        3,
        rank -> {
          rank.agree();
          int count = rank.rank == 1 ? given : expected;
          int[] data = new int[expected];
          Arrays.fill(data, rank.rank);
          rank.perform(rank.collectives.broadcast(Blocks.same(data, count, INT), 1));
          for (int i = 0; i < expected; i++) {
            assertThat(data[i]).isEqualTo(i < given ? 1 : rank.rank);
          }
          rank.performAll(5);
        });
  }

  @ParameterizedTest
  @CsvSource({"70000, 70001", "3, 70000", "20000, 300000"})
  void shouldRefuseDifferentLengths(int few, int many) {
    job.run(
        2,
        rank -> {
          rank.agree();
          int count = rank.rank == 0 ? few : many;
          int[] data = new int[many];
          Blocks block = Blocks.same(data, count, INT);
          Algorithm algorithm = rank.collectives.allReduce(block, block, SUM);
          assertThatThrownBy(() -> rank.perform(algorithm))
              .isInstanceOf(CollectiveException.class)
              .hasMessageContaining("rank " + (1 - rank.rank) + " is in ");
        });
  }

  @Test
  void shouldTellWhoHasAnotherRoot() {
    job.run(
        2,
        rank -> {
          rank.agree();
          int[] data = new int[SEVERAL_PIECES];
          Algorithm algorithm =
              rank.collectives.broadcast(Blocks.same(data, data.length, INT), rank.rank);
          assertThatThrownBy(() -> rank.perform(algorithm))
              .isInstanceOf(CollectiveException.class)
              .hasMessageContaining("with root 0")
              .hasMessageContaining("with root 1");
        });
  }

  @Test
  void shouldTellWhichCollectiveNeededPartsWhereAnotherRankIsInAnother() {
    job.run(
        2,
        rank -> {
          rank.agree();
          int[] data = new int[2 * SEVERAL_PIECES];
          Blocks block = Blocks.same(data, SEVERAL_PIECES, INT);
          Algorithm algorithm =
              rank.rank == 0
                  ? rank.collectives.allReduce(block, block, SUM)
                  : rank.collectives.allGather(null, Blocks.uniform(data, SEVERAL_PIECES, INT));
          assertThatThrownBy(() -> rank.perform(algorithm))
              .isInstanceOf(CollectiveException.class)
              .hasMessageContaining("in all reduce of 800004 bytes")
              .hasMessageContaining("in all gather of 800004 bytes");
        });
  }
}
