package org.ob1j.runtime.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ob1j.runtime.collective.SharedMemoryJob.GAPPED;
import static org.ob1j.runtime.collective.SharedMemoryJob.INT;
import static org.ob1j.runtime.collective.SharedMemoryJob.SUM;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
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

/** Collectives that ranks of one host start, of little data or not. */
class StartedInAreaTest {
  /** The most ints that one rank gives. */
  private static final int MOST = 62;

  /** More than there are rows. */
  private static final int MANY = 700;

  private final SharedMemoryJob job = new SharedMemoryJob();

  private void run(int size, Consumer<SharedMemoryJob.Rank> program) {
    job.run(
        size,
        rank -> {
          rank.starts = true;
          program.accept(rank);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 7})
  void shouldGiveTheSameResultsWhateverTheLength(int size) {
    run(
        size,
        rank -> {
          for (int count :
              new int[] {1, 2, 0, MOST / size, MOST / size + 1, MOST, MOST + 1, 3000}) {
            rank.performAll(count);
          }
        });
    assertThat(job.regions.made()).isEqualTo(1);
  }

  @Test
  void shouldSendNoMessageOnceMemoryIsShared() {
    run(
        3,
        rank -> {
          rank.agree();
          rank.allReduce(1);
          int taken = rank.engine.requestsTaken();
          for (int kind : new int[] {0, 1, 2, 3, 4, 5, 6, 8}) {
            rank.perform(kind, 3, 1);
          }
          assertThat(rank.engine.requestsTaken()).as("messages").isEqualTo(taken);
        });
  }

  @Test
  void shouldNotTryForAFewOperations() {
    run(
        2,
        rank -> {
          for (int i = 1; i < SharedCollectives.OPERATIONS_BEFORE; i++) {
            rank.allReduce(1);
          }
        });
    assertThat(job.regions.made()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void shouldSendMessagesIfOneRankCannotShare(int rankAlone) {
    job.alone = rankAlone;
    run(
        3,
        rank -> {
          completesManyWaitedForBackwards(rank);
          rank.performAll(4);
        });
    assertThat(job.regions.made()).isEqualTo(rankAlone == 0 ? 0 : 1);
    assertThat(job.regions.unused()).isEqualTo(job.regions.made());
  }

  @ParameterizedTest
  @CsvSource({"coll_sm_fragment_size, 0", "coll_allgatherv_algorithm, ring"})
  void shouldSendMessagesIfOneRankDoesNotWantMore(String parameter, String value) {
    ParameterSet named = ParameterSet.of(Map.of(parameter, value));
    for (int unwilling = 0; unwilling < 3; unwilling++) {
      int other = unwilling;
      job.runWith(
          3,
          rank -> rank == other ? named : null,
          rank -> {
            rank.starts = true;
            completesManyWaitedForBackwards(rank);
          });
    }
  }

  @Test
  void shouldCompleteManyWhateverTheOrderInWhichTheyAreWaitedFor() {
    run(4, StartedInAreaTest::completesManyWaitedForBackwards);
  }

  private static void completesManyWaitedForBackwards(SharedMemoryJob.Rank rank) {
    List<CollectiveRequest> started = new ArrayList<>();
    List<Runnable> checks = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      started.add(rank.collectives.start(next(rank, i, 1 + i % 3, checks)));
    }
    for (int i = MANY - 1; i >= 0; i--) {
      rank.await(started.get(i));
    }
    checks.forEach(Runnable::run);
  }

  /** One of five kinds; what is to be seen afterwards goes to the checks. */
  private static Algorithm next(
      SharedMemoryJob.Rank rank, int kind, int count, List<Runnable> checks) {
    int root = kind % rank.size;
    switch (kind % 5) {
      case 0 -> {
        int[] data = rank.rank == root ? SharedMemoryJob.numbersOf(root, count) : new int[count];
        checks.add(() -> assertThat(data).isEqualTo(SharedMemoryJob.numbersOf(root, count)));
        return rank.collectives.broadcast(Blocks.same(data, count, INT), root);
      }
      case 1 -> {
        int[] sum = rank.numbers(count);
        Blocks block = Blocks.same(sum, count, INT);
        checks.add(() -> assertThat(sum).isEqualTo(SharedMemoryJob.sums(rank.size, count)));
        return rank.collectives.allReduce(block, block, SUM);
      }
      case 2 -> {
        int[] in = new int[rank.size * count];
        Blocks blocks = Blocks.uniform(in, count, INT);
        checks.add(() -> assertThat(in).isEqualTo(rank.incoming(count)));
        return rank.collectives.allToAll(Blocks.uniform(rank.outgoing(count), count, INT), blocks);
      }
      case 3 -> {
        int[] all = new int[rank.size * count];
        Blocks own = Blocks.same(rank.numbers(count), count, INT);
        checks.add(() -> assertThat(all).isEqualTo(SharedMemoryJob.allNumbers(rank.size, count)));
        return rank.collectives.allGather(own, Blocks.uniform(all, count, INT));
      }
      default -> {
        return rank.collectives.barrier();
      }
    }
  }

  @Test
  void shouldTakeAnySequenceOfLengthsWaitsAndDelaysBesideWhatIsWaitedFor() {
    for (int seed = 0; seed < 8; seed++) {
      int seeded = seed;
      run(
          4,
          rank -> performRandomly(rank, new Random(seeded), new Random(31L * seeded + rank.rank)));
    }
  }

  private static void performRandomly(SharedMemoryJob.Rank rank, Random common, Random own) {
    List<CollectiveRequest> started = new ArrayList<>();
    List<Runnable> checks = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      int count = common.nextInt(4) == 0 ? common.nextInt(200) + 1 : 1 + common.nextInt(8);
      Algorithm algorithm = next(rank, common.nextInt(20), count, checks);
      if (common.nextInt(6) == 0) {
        rank.collectives.runForUser(algorithm);
      } else {
        started.add(rank.collectives.start(algorithm));
      }
      if (own.nextInt(10) == 0) {
        rank.engine.pollOrIdle(wait -> {});
      } else if (own.nextInt(10) == 0 && !started.isEmpty()) {
        rank.await(started.remove(own.nextInt(started.size())));
      }
    }
    started.forEach(rank::await);
    checks.forEach(Runnable::run);
  }

  @Test
  void shouldTakeDatatypesWithGapsAtSomeRanksAndNotAtOthers() {
    run(
        3,
        rank -> {
          rank.agree();
          boolean gapped = rank.rank == 1;
          int step = gapped ? 2 : 1;
          TypeMap type = gapped ? GAPPED : INT;
          int[] all = new int[3 * 3 * step];
          int[] own = new int[3 * step];
          for (int i = 0; i < 3; i++) {
            own[i * step] = rank.numbers(3)[i];
          }
          rank.perform(
              rank.collectives.allGather(Blocks.same(own, 3, type), Blocks.uniform(all, 3, type)));
          int[] expected = SharedMemoryJob.allNumbers(3, 3);
          for (int i = 0; i < 9; i++) {
            assertThat(all[i * step]).isEqualTo(expected[i]);
          }
        });
  }

  @Test
  void shouldCombineInTheOrderOfTheRanks() {
    double[] operands = {1e16, 1, -1e16, 1};
    TypeMap type = TypeMap.of(PrimitiveType.DOUBLE);
    Reduction sum = new PredefinedReduction(Operator.SUM, PrimitiveType.DOUBLE);
    run(
        4,
        rank -> {
          rank.agree();
          double[] own = {operands[rank.rank]};
          double[] result = new double[1];
          rank.perform(
              rank.collectives.allReduce(
                  Blocks.same(own, 1, type), Blocks.same(result, 1, type), sum));
          assertThat(result[0]).isEqualTo(1e16 + 1 - 1e16 + 1);
        });
  }

  @ParameterizedTest
  @CsvSource({"2, 3", "3, 80", "90, 100"})
  void shouldTakeLessInABroadcastThanIsExpected(int sent, int expected) {
    run(
        3,
        rank -> {
          rank.agree();
          int[] data = new int[expected];
          Arrays.fill(data, rank.rank + 1);
          int count = rank.rank == 0 ? sent : expected;
          rank.perform(rank.collectives.broadcast(Blocks.same(data, count, INT), 0));
          assertThat(Arrays.copyOf(data, sent)).containsOnly(1);
          if (sent != expected) {
            assertThat(Arrays.copyOfRange(data, sent, expected)).containsOnly(rank.rank + 1);
          }
          rank.performAll(2);
        });
  }

  @ParameterizedTest
  @CsvSource({"3, 2", "80, 3", "100, 90"})
  void shouldRefuseMoreInABroadcastThanIsExpected(int sent, int expected) {
    run(
        2,
        rank -> {
          rank.agree();
          int[] data = new int[sent];
          int count = rank.rank == 0 ? sent : expected;
          Algorithm algorithm = rank.collectives.broadcast(Blocks.same(data, count, INT), 0);
          if (rank.rank == 0) {
            rank.perform(algorithm);
          } else {
            assertThatThrownBy(() -> rank.perform(algorithm))
                .isInstanceOf(CollectiveException.class)
                .hasMessageContaining("bytes");
          }
          rank.performAll(2);
        });
  }

  /** It waits for nobody, and nobody polls for it afterwards. */
  @ParameterizedTest
  @ValueSource(ints = {1, MOST, MOST + 1, 3000})
  void shouldLetTheRootOfManyBroadcastsGoOn(int count) {
    run(
        3,
        rank -> {
          int[] data = new int[count];
          for (int i = 0; i < MANY; i++) {
            data[0] = rank.rank == 0 ? i : -1;
            rank.perform(rank.collectives.broadcast(Blocks.same(data, count, INT), 0));
            assertThat(data[0]).isEqualTo(i);
          }
          rank.collectives.runBarrier();
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 70})
  void shouldTakeABlockThatIsShorterThanItsPlace(int count) {
    run(
        3,
        rank -> {
          rank.agree();
          int own = rank.rank == 0 ? count - 1 : count;
          int[] all = new int[3 * count];
          rank.perform(
              rank.collectives.gather(
                  Blocks.same(rank.numbers(own), own, INT),
                  rank.rank == 0 ? Blocks.uniform(all, count, INT) : null,
                  0));
          int[] expected = SharedMemoryJob.allNumbers(3, count);
          expected[count - 1] = 0;
          assertThat(all).isEqualTo(rank.rank == 0 ? expected : new int[3 * count]);
          rank.performAll(2);
        });
  }

  /** One has more than goes through memory, or starts something else; nobody waits for ever. */
  @ParameterizedTest
  @CsvSource({
    "gather, 75, gather, 2, 0",
    "gather, 2, gather, 75, 0",
    "reduce, 75, reduce, 2, 0",
    "scatter, 20, scatter, 23, 12",
    "scatter, 2, scatter, 75, 12",
    "allReduce, 75, allReduce, 2, 012",
    "allGather, 75, allGather, 2, 012",
    "allToAll, 25, allToAll, 2, 012",
    "barrier, 0, allReduce, 75, 012",
    "reduce, 75, barrier, 0, 012",
    "allReduce, 75, allGather, 75, 012",
  })
  void shouldTellThoseWhoWaitThatTheOthersDoSomethingElse(
      String ofRankZero, int itsCount, String ofOthers, int theirCount, String whoFails) {
    run(
        3,
        rank -> {
          rank.agree();
          boolean isFirst = rank.rank == 0;
          CollectiveRequest request =
              rank.collectives.start(
                  named(rank, isFirst ? ofRankZero : ofOthers, isFirst ? itsCount : theirCount));
          rank.engine.await(request);
          if (whoFails.contains(Integer.toString(rank.rank))) {
            assertThat(request.failure())
                .isInstanceOf(CollectiveException.class)
                .hasMessageContaining("all ranks must");
          }
        });
  }

  private static Algorithm named(SharedMemoryJob.Rank rank, String name, int count) {
    Blocks own = Blocks.same(new int[count], count, INT);
    Blocks all = Blocks.uniform(new int[3 * count], count, INT);
    boolean isRoot = rank.rank == 0;
    return switch (name) {
      case "gather" -> rank.collectives.gather(own, isRoot ? all : null, 0);
      case "scatter" -> rank.collectives.scatter(isRoot ? all : null, own, 0);
      case "reduce" -> rank.collectives.reduce(own, isRoot ? own : null, SUM, 0);
      case "allReduce" -> rank.collectives.allReduce(own, own, SUM);
      case "allGather" -> rank.collectives.allGather(own, all);
      case "allToAll" ->
          rank.collectives.allToAll(Blocks.uniform(new int[3 * count], count, INT), all);
      default -> rank.collectives.barrier();
    };
  }

  @Test
  void shouldRefuseDifferentLengths() {
    run(
        2,
        rank -> {
          rank.agree();
          int[] data = new int[4];
          Blocks block = Blocks.same(data, rank.rank + 1, INT);
          Algorithm algorithm = rank.collectives.allReduce(block, block, SUM);
          assertThatThrownBy(() -> rank.perform(algorithm))
              .isInstanceOf(CollectiveException.class)
              .hasMessageContaining("non-blocking all reduce of 4 bytes for each rank")
              .hasMessageContaining("non-blocking all reduce of 8 bytes for each rank");
          rank.performAll(2);
        });
  }

  @Test
  void shouldRefuseAnotherOperation() {
    run(
        2,
        rank -> {
          rank.agree();
          int[] data = new int[4];
          Blocks block = Blocks.same(data, 1, INT);
          Algorithm algorithm =
              rank.rank == 0
                  ? rank.collectives.allReduce(block, block, SUM)
                  : rank.collectives.barrier();
          assertThatThrownBy(() -> rank.perform(algorithm))
              .isInstanceOf(CollectiveException.class)
              .hasMessageContaining("non-blocking all reduce")
              .hasMessageContaining("non-blocking barrier");
          rank.performAll(2);
        });
  }

  @Test
  void shouldNotTakeOneOperationForAnotherIfARankWasRefusedOne() {
    run(
        2,
        rank -> {
          rank.agree();
          int[] data = new int[4];
          Blocks block = Blocks.same(data, 1, INT);
          if (rank.rank == 1) {
            rank.perform(rank.collectives.nothing());
          }
          Algorithm algorithm = rank.collectives.allReduce(block, block, SUM);
          assertThatThrownBy(() -> rank.perform(algorithm)).isInstanceOf(CollectiveException.class);
        });
  }

  @Test
  void shouldGiveTheRegionBackOnceAllHaveLeft() {
    run(
        3,
        rank -> {
          rank.agree();
          rank.collectives.close();
        });
    assertThat(job.regions.made()).isEqualTo(1);
    assertThat(job.regions.unused()).isEqualTo(1);
  }
}
