package org.ob1j.runtime.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ob1j.runtime.collective.SharedMemoryJob.GAPPED;
import static org.ob1j.runtime.collective.SharedMemoryJob.INT;
import static org.ob1j.runtime.collective.SharedMemoryJob.SUM;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.util.Map;
import java.util.Random;
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
import org.ob1j.runtime.collective.round.CollectiveRequest;
import org.ob1j.runtime.collective.shared.SharedCollectives;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.pml.PmlError;

/** Collectives of ranks that share memory, and of those that almost do. */
class SharedCollectivesTest {
  private static final TypeMap BYTE = TypeMap.of(PrimitiveType.BYTE);
  private static final TypeMap DOUBLE = TypeMap.of(PrimitiveType.DOUBLE);
  private static final Reduction PRODUCT =
      new PredefinedReduction(Operator.PROD, PrimitiveType.DOUBLE);

  private final SharedMemoryJob job = new SharedMemoryJob();

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 7})
  void shouldGiveTheSameResultsWhateverTheLength(int size) {
    job.run(
        size,
        rank -> {
          rank.agree();
          for (int count : new int[] {1, 2, 3, 0, 17, 200, 3000}) {
            rank.performAll(count);
          }
        });
    assertThat(job.regions.made()).isEqualTo(1);
  }

  @Test
  void shouldSendNoMessageOnceMemoryIsShared() {
    job.run(
        3,
        rank -> {
          rank.agree();
          rank.allToAll(1);
          rank.engine.share(null);
          rank.performAll(8);
          assertThat(rank.collectives.allGather(null, Blocks.uniform(new int[3], 1, INT)).name())
              .isEqualTo("shared-memory all gather");
        });
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "2"})
  void shouldSendMessagesIfOneRankCannotShare(int rankAlone) {
    job.alone = rankAlone;
    job.run(
        3,
        rank -> {
          rank.agree();
          rank.performAll(4);
        });
    assertThat(job.regions.made()).isEqualTo(rankAlone == 0 ? 0 : 1);
    assertThat(job.regions.unused()).isEqualTo(job.regions.made());
  }

  @ParameterizedTest
  @CsvSource({
    "0*2;1*2, coll_sm_fragment_size, 0",
    "0*2;1*2, coll_bcast_algorithm, chain",
    "0-3, coll_sm_fragment_size, 8192",
    "0*4, coll_sm_fragment_size, 0",
    "0*4, coll_sm_fragment_size, 7",
    "0*4, coll_bcast_algorithm, chain",
  })
  void shouldNotTryWhereItCannotBeOrIsNotWanted(String nodes, String parameter, String value) {
    ParameterSet named = ParameterSet.of(Map.of(parameter, value));
    job.run(4, nodes.replace(';', ','), named, rank -> rank.performAll(4));
    assertThat(job.regions.made()).isZero();
  }

  @Test
  void shouldKeepToTheLengthThatRankZeroWants() {
    job.run(
        2,
        "0*2",
        ParameterSet.of(Map.of("coll_sm_fragment_size", "64")),
        rank -> {
          rank.performAll(8);
          rank.performAll(9);
          rank.performAll(17);
        });
    assertThat(job.regions.made()).isEqualTo(1);
  }

  @Test
  void shouldTakeAnySequenceOfLengthsRootsAndDelays() {
    for (int seed = 0; seed < 5; seed++) {
      int seeded = seed;
      job.run(
          4,
          rank -> {
            Random random = new Random(seeded);
            Random own = new Random(31L * seeded + rank.rank);
            for (int i = 0; i < 60; i++) {
              int count = random.nextInt(4) == 0 ? random.nextInt(3000) : random.nextInt(20);
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
  void shouldNotTryForAFewOperations() {
    job.run(
        2,
        rank -> {
          for (int i = 1; i < SharedCollectives.OPERATIONS_BEFORE; i++) {
            rank.allReduce(1);
          }
        });
    assertThat(job.regions.made()).isZero();
  }

  @Test
  void shouldSendMessagesForWhatIsStartedBesideWhatIsWaitedFor() {
    job.run(
        3,
        rank -> {
          rank.agree();
          int[] started = rank.numbers(2);
          Blocks block = Blocks.same(started, 2, INT);
          CollectiveRequest request =
              rank.collectives.start(rank.collectives.allReduce(block, block, SUM));
          rank.performAll(2);
          rank.engine.await(request);
          assertThat(request.failure()).isNull();
          assertThat(started).isEqualTo(SharedMemoryJob.sums(3, 2));
        });
  }

  @Test
  void shouldTakeBuffersOfAllKinds() {
    job.run(
        3,
        rank -> {
          rank.agree();
          IntBuffer shown =
              ByteBuffer.allocateDirect(16).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
          shown.put(0, rank.numbers(4), 0, 4);
          int[] sum = new int[6];
          IntBuffer part = IntBuffer.wrap(sum, 1, 4).slice();
          rank.perform(
              rank.collectives.allReduce(
                  Blocks.same(shown, 4, INT), Blocks.same(part, 4, INT), SUM));
          int[] expected = new int[6];
          System.arraycopy(SharedMemoryJob.sums(3, 4), 0, expected, 1, 4);
          assertThat(sum).isEqualTo(expected);

          // Memory is moved as it is, whatever order a buffer shows it in.
          IntBuffer swapped = ByteBuffer.allocateDirect(4).asIntBuffer().put(0, rank.rank + 1);
          int[] moved = new int[3];
          rank.perform(
              rank.collectives.allGather(
                  Blocks.same(swapped, 1, INT), Blocks.uniform(moved, 1, INT)));
          assertThat(moved).containsExactly(1 << 24, 2 << 24, 3 << 24);

          ByteBuffer direct = ByteBuffer.allocateDirect(9);
          direct.put(3 * rank.rank, (byte) (rank.rank + 1));
          rank.perform(rank.collectives.allGather(null, Blocks.uniform(direct, 3, BYTE)));
          byte[] all = new byte[9];
          direct.get(0, all);
          assertThat(all).containsExactly(1, 0, 0, 2, 0, 0, 3, 0, 0);

          char[] text = rank.rank == 1 ? "ab".toCharArray() : new char[2];
          rank.perform(
              rank.collectives.broadcast(Blocks.same(text, 2, TypeMap.of(PrimitiveType.CHAR)), 1));
          assertThat(text).containsExactly('a', 'b');

          DoubleBuffer doubles = DoubleBuffer.allocate(2).put(0, rank.rank + 2).put(1, 0.5);
          rank.perform(
              rank.collectives.allReduce(
                  Blocks.same(doubles, 2, DOUBLE), Blocks.same(doubles, 2, DOUBLE), PRODUCT));
          assertThat(doubles.array()).containsExactly(24, 0.125);
        });
  }

  @Test
  void shouldTakeDatatypesWithGapsAtSomeRanksAndNotAtOthers() {
    job.run(
        3,
        rank -> {
          rank.agree();
          boolean gapped = rank.rank == 1;
          int step = gapped ? 2 : 1;
          int[] data = new int[3 * step];
          for (int i = 0; rank.rank == 0 && i < 3; i++) {
            data[i] = i + 1;
          }
          rank.perform(rank.collectives.broadcast(Blocks.same(data, 3, gapped ? GAPPED : INT), 0));
          assertThat(data).isEqualTo(gapped ? new int[] {1, 0, 2, 0, 3, 0} : new int[] {1, 2, 3});
          int[] all = new int[3 * 3 * step];
          Blocks own = Blocks.same(data, 3, gapped ? GAPPED : INT);
          rank.perform(
              rank.collectives.allGather(own, Blocks.uniform(all, 3, gapped ? GAPPED : INT)));
          for (int i = 0; i < 9; i++) {
            assertThat(all[i * step]).isEqualTo(i % 3 + 1);
          }
        });
  }

  @Test
  void shouldCombineInTheOrderOfTheRanks() {
    double[] operands = {1e16, 1, -1e16, 1};
    Reduction sum = new PredefinedReduction(Operator.SUM, PrimitiveType.DOUBLE);
    job.run(
        4,
        rank -> {
          rank.agree();
          double[] own = {operands[rank.rank]};
          double[] result = new double[1];
          rank.perform(
              rank.collectives.allReduce(
                  Blocks.same(own, 1, DOUBLE), Blocks.same(result, 1, DOUBLE), sum));
          assertThat(result[0]).isEqualTo(1e16 + 1 - 1e16 + 1);
        });
  }

  @Test
  void shouldTakeLessInABroadcastThanIsExpected() {
    job.run(
        2,
        rank -> {
          rank.agree();
          int[] data = {7, 7, 7};
          rank.perform(
              rank.collectives.broadcast(Blocks.same(data, rank.rank == 0 ? 2 : 3, INT), 0));
          assertThat(data).containsExactly(7, 7, 7);
          rank.agree();
        });
  }

  @Test
  void shouldRefuseDifferentLengths() {
    job.run(
        2,
        rank -> {
          rank.agree();
          int[] data = new int[4];
          int count = rank.rank + 1;
          Algorithm algorithm =
              rank.collectives.allReduce(
                  Blocks.same(data, count, INT), Blocks.same(data, count, INT), SUM);
          assertThatThrownBy(() -> rank.perform(algorithm))
              .isInstanceOf(CollectiveException.class)
              .hasMessageContaining("4 bytes for each rank")
              .hasMessageContaining("8 bytes for each rank")
              .extracting(failure -> ((CollectiveException) failure).error())
              .isEqualTo(PmlError.TRUNCATED);
          rank.agree();
        });
  }

  @Test
  void shouldGiveTheRegionBackOnceAllHaveLeft() {
    job.run(
        3,
        rank -> {
          rank.performAll(1);
          if (rank.rank == 0) {
            rank.collectives.close();
            assertThat(job.regions.unused()).isZero();
          }
        });
    job.run(
        3,
        rank -> {
          rank.performAll(1);
          rank.collectives.close();
        });
    assertThat(job.regions.made()).isEqualTo(2);
    assertThat(job.regions.unused()).isEqualTo(1);
  }
}
