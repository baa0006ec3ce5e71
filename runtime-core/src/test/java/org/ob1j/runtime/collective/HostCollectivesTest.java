package org.ob1j.runtime.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Operator;
import org.ob1j.runtime.collective.op.PredefinedReduction;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.CollectiveRequest;
import org.ob1j.runtime.datatype.DerivedTypes;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.job.NodeMap;

/** Every collective that goes within hosts first, over many layouts. */
class HostCollectivesTest {
  private static final int COUNT = 3;

  /** Beyond what a standard send keeps, and in several segments of a chain. */
  private static final int MANY = 300 * 1024;

  private static final Reduction SUM = new PredefinedReduction(Operator.SUM, PrimitiveType.INT);

  /** An int, and a gap as long. */
  private static final TypeMap GAPPED = DerivedTypes.resized(HostJob.INT, 0, 2 * Integer.BYTES);

  /** Text of both operands, one after the other, in the digits of an int: the order matters. */
  private static final Reduction CONCATENATE =
      new Reduction() {
        @Override
        public PrimitiveType operandType() {
          return PrimitiveType.LONG;
        }

        @Override
        public boolean isCommutative() {
          return false;
        }

        @Override
        public void apply(Object first, int firstIndex, Object second, int secondIndex, int count) {
          for (int i = 0; i < count; i++) {
            long left = ((long[]) first)[firstIndex + i];
            long right = ((long[]) second)[secondIndex + i];
            long shift = 1;
            while (shift <= right) {
              shift *= 10;
            }
            ((long[]) second)[secondIndex + i] = left * shift + right;
          }
        }
      };

  /** A sum of ints behind each of which there is a gap. */
  private static final Reduction EVERY_OTHER =
      new Reduction() {
        @Override
        public PrimitiveType operandType() {
          return PrimitiveType.INT;
        }

        @Override
        public boolean isCommutative() {
          return true;
        }

        @Override
        public void apply(Object first, int firstIndex, Object second, int secondIndex, int count) {
          for (int i = 0; i < count; i++) {
            ((int[]) second)[secondIndex + 2 * i] += ((int[]) first)[firstIndex + 2 * i];
          }
        }
      };

  static Stream<HostJob> jobs() {
    return Stream.of(
        new HostJob("0*5", 5),
        new HostJob("0-3*2", 8),
        new HostJob("0,1*3,2*2", 6),
        new HostJob("(0-3)*2", 8),
        new HostJob("(0-1)*3,2", 7),
        new HostJob("0,1,0,2,1,1,0", 7),
        new HostJob("0*9,1*2", 11),
        new HostJob("0*2,1*5", 7),
        of("(0-2)*3", 7, 2, 6, 3, 0),
        of("0-3*2", 1, 0, 5, 6, 7),
        of("0-3*2", 0, 2, 4));
  }

  private static HostJob of(String nodes, int... processes) {
    NodeMap map = NodeMap.parse(nodes, nodes.startsWith("(0-2)*3") ? 9 : 8);
    return new HostJob(map, processes, null);
  }

  /** All, or for much data the first and the last. */
  private static int[] roots(HostJob.Rank rank, int count) {
    return count == COUNT ? IntStream.range(0, rank.size).toArray() : new int[] {0, rank.size - 1};
  }

  private static int[] numbers(int ofRank, int count) {
    return IntStream.range(0, count).map(i -> 1000 * (ofRank + 1) + i).toArray();
  }

  private static int[] everybodys(int ranks, int count) {
    return IntStream.range(0, ranks).flatMap(rank -> IntStream.of(numbers(rank, count))).toArray();
  }

  private static int[] sums(int ranks, int count) {
    int ofFirsts = IntStream.rangeClosed(1, ranks).map(number -> 1000 * number).sum();
    return IntStream.range(0, count).map(i -> ofFirsts + ranks * i).toArray();
  }

  /** Elements with gaps between them, which hold −1. */
  private static int[] spread(int[] data) {
    int[] spread = new int[2 * data.length];
    Arrays.fill(spread, -1);
    for (int i = 0; i < data.length; i++) {
      spread[2 * i] = data[i];
    }
    return spread;
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldLetNobodyOutOfABarrierBeforeEverybodyIsIn(HostJob job) {
    AtomicInteger arrived = new AtomicInteger();
    AtomicInteger begun = new AtomicInteger();
    job.runAllWays(
        rank -> {
          int before = 10 * rank.size * (begun.getAndIncrement() / rank.size);
          for (int round = 1; round <= 10; round++) {
            arrived.incrementAndGet();
            rank.perform(rank.collectives.barrier());
            assertThat(arrived.get()).isGreaterThanOrEqualTo(before + round * rank.size);
            rank.perform(rank.collectives.barrier());
          }
          rank.collectives.runBarrier();
        });
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldBroadcast(HostJob job) {
    job.runAllWays(
        rank -> {
          for (int count : new int[] {COUNT, MANY}) {
            for (int root : roots(rank, count)) {
              int[] data = rank.rank == root ? numbers(root, count) : new int[count];
              rank.perform(rank.collectives.broadcast(HostJob.Rank.same(data), root));
              assertThat(data).isEqualTo(numbers(root, count));
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldReduce(HostJob job) {
    job.runAllWays(
        rank -> {
          for (int count : new int[] {COUNT, MANY / 8}) {
            for (int root : roots(rank, count)) {
              boolean isRoot = rank.rank == root;
              int[] own = numbers(rank.rank, count);
              Blocks ownBlock = HostJob.Rank.same(own);
              int[] result = new int[count];
              Blocks resultBlock = isRoot ? HostJob.Rank.same(result) : null;
              rank.perform(rank.collectives.reduce(ownBlock, resultBlock, SUM, root));
              assertThat(result).isEqualTo(isRoot ? sums(rank.size, count) : new int[count]);
              assertThat(own).isEqualTo(numbers(rank.rank, count));

              rank.perform(rank.collectives.reduce(ownBlock, isRoot ? ownBlock : null, SUM, root));
              assertThat(own)
                  .isEqualTo(isRoot ? sums(rank.size, count) : numbers(rank.rank, count));
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldReduceAtAll(HostJob job) {
    job.runAllWays(
        rank -> {
          for (int count : new int[] {1, COUNT, MANY / 8}) {
            int[] own = numbers(rank.rank, count);
            Blocks ownBlock = HostJob.Rank.same(own);
            int[] result = new int[count];
            rank.perform(rank.collectives.allReduce(ownBlock, HostJob.Rank.same(result), SUM));
            assertThat(result).isEqualTo(sums(rank.size, count));
            assertThat(own).isEqualTo(numbers(rank.rank, count));

            rank.perform(rank.collectives.allReduce(ownBlock, ownBlock, SUM));
            assertThat(own).isEqualTo(sums(rank.size, count));
          }
        });
  }

  /** What reductions cannot work in. */
  @ParameterizedTest
  @MethodSource("jobs")
  void shouldReduceDirectBuffers(HostJob job) {
    job.runAllWays(
        rank -> {
          int root = rank.size - 1;
          for (int count : new int[] {COUNT, MANY / 8}) {
            IntBuffer own = direct(numbers(rank.rank, count));
            IntBuffer result = direct(new int[count]);
            Blocks ownBlock = Blocks.same(own, count, HostJob.INT);
            Blocks resultBlock = Blocks.same(result, count, HostJob.INT);
            rank.perform(
                rank.collectives.reduce(
                    ownBlock, rank.rank == root ? resultBlock : null, SUM, root));
            int[] atRoot = rank.rank == root ? sums(rank.size, count) : new int[count];
            assertThat(contents(result)).isEqualTo(atRoot);

            rank.perform(rank.collectives.allReduce(ownBlock, resultBlock, SUM));
            assertThat(contents(result)).isEqualTo(sums(rank.size, count));
            assertThat(contents(own)).isEqualTo(numbers(rank.rank, count));

            rank.perform(rank.collectives.allReduce(ownBlock, ownBlock, SUM));
            assertThat(contents(own)).isEqualTo(sums(rank.size, count));
          }
        });
  }

  private static IntBuffer direct(int[] data) {
    ByteBuffer bytes = ByteBuffer.allocateDirect(data.length * Integer.BYTES);
    return bytes.order(ByteOrder.nativeOrder()).asIntBuffer().put(0, data);
  }

  private static int[] contents(IntBuffer buffer) {
    int[] data = new int[buffer.capacity()];
    buffer.get(0, data);
    return data;
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldKeepOperandsInTheirPlaces(HostJob job) {
    TypeMap type = TypeMap.of(PrimitiveType.LONG);
    job.runAllWays(
        rank -> {
          long expected = 1;
          for (int other = 1; other < rank.size; other++) {
            expected = expected * (other < 9 ? 10 : 100) + other + 1;
          }
          for (int root = 0; root < rank.size; root++) {
            long[] own = {rank.rank + 1, rank.rank + 1};
            long[] result = new long[2];
            Blocks ownBlock = Blocks.same(own, 2, type);
            Blocks resultBlock = rank.rank == root ? Blocks.same(result, 2, type) : null;
            rank.perform(rank.collectives.reduce(ownBlock, resultBlock, CONCATENATE, root));
            assertThat(result).containsOnly(rank.rank == root ? expected : 0);

            rank.perform(
                rank.collectives.allReduce(ownBlock, Blocks.same(result, 2, type), CONCATENATE));
            assertThat(result).containsOnly(expected);
            rank.perform(rank.collectives.allReduce(ownBlock, ownBlock, CONCATENATE));
            assertThat(own).containsOnly(expected);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldGather(HostJob job) {
    job.runAllWays(
        rank -> {
          for (int root = 0; root < rank.size; root++) {
            boolean isRoot = rank.rank == root;
            int[] all = new int[isRoot ? COUNT * rank.size : 0];
            Blocks own = HostJob.Rank.same(numbers(rank.rank, COUNT));
            rank.perform(rank.collectives.gather(own, isRoot ? rank.blocks(all) : null, root));
            assertThat(all).isEqualTo(isRoot ? everybodys(rank.size, COUNT) : new int[0]);

            int[] inPlace = new int[COUNT * rank.size];
            System.arraycopy(numbers(root, COUNT), 0, inPlace, COUNT * root, COUNT);
            Blocks mine = isRoot ? null : own;
            rank.perform(rank.collectives.gather(mine, isRoot ? rank.blocks(inPlace) : null, root));
            if (isRoot) {
              assertThat(inPlace).isEqualTo(everybodys(rank.size, COUNT));
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldScatter(HostJob job) {
    job.runAllWays(
        rank -> {
          for (int root = 0; root < rank.size; root++) {
            boolean isRoot = rank.rank == root;
            int[] all = everybodys(rank.size, COUNT);
            Blocks blocks = isRoot ? rank.blocks(all) : null;
            int[] own = new int[COUNT];
            rank.perform(rank.collectives.scatter(blocks, HostJob.Rank.same(own), root));
            assertThat(own).isEqualTo(numbers(rank.rank, COUNT));

            Arrays.fill(own, 0);
            Blocks mine = isRoot ? null : HostJob.Rank.same(own);
            rank.perform(rank.collectives.scatter(blocks, mine, root));
            assertThat(own).isEqualTo(isRoot ? new int[COUNT] : numbers(rank.rank, COUNT));
            assertThat(all).isEqualTo(everybodys(rank.size, COUNT));
          }
        });
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldGatherAtAll(HostJob job) {
    job.runAllWays(
        rank -> {
          for (int count : new int[] {COUNT, MANY / 8}) {
            int[] all = new int[count * rank.size];
            Blocks own = HostJob.Rank.same(numbers(rank.rank, count));
            rank.perform(rank.collectives.allGather(own, rank.blocks(all)));
            assertThat(all).isEqualTo(everybodys(rank.size, count));

            int[] inPlace = new int[count * rank.size];
            System.arraycopy(numbers(rank.rank, count), 0, inPlace, count * rank.rank, count);
            rank.perform(rank.collectives.allGather(null, rank.blocks(inPlace)));
            assertThat(inPlace).isEqualTo(everybodys(rank.size, count));
          }
        });
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldGatherBlocksOfDifferentLengthsAtAll(HostJob job) {
    job.runAllWays(
        rank -> {
          int[] counts = IntStream.range(0, rank.size).map(r -> r * 2 % 5).toArray();
          // The last rank's block comes first, and there is a gap behind each.
          int[] displacements =
              IntStream.range(0, rank.size).map(r -> (rank.size - 1 - r) * 6).toArray();
          int[] expected = new int[6 * rank.size];
          for (int r = 0; r < rank.size; r++) {
            System.arraycopy(numbers(r, counts[r]), 0, expected, displacements[r], counts[r]);
          }
          int[] all = new int[6 * rank.size];
          Blocks blocks = Blocks.of(all, counts, displacements, HostJob.INT);
          Blocks own = HostJob.Rank.same(numbers(rank.rank, counts[rank.rank]));
          rank.perform(rank.collectives.allGatherV(own, blocks));
          assertThat(all).isEqualTo(expected);

          int[] inPlace = new int[6 * rank.size];
          int begin = displacements[rank.rank];
          System.arraycopy(expected, begin, inPlace, begin, counts[rank.rank]);
          rank.perform(
              rank.collectives.allGatherV(
                  null, Blocks.of(inPlace, counts, displacements, HostJob.INT)));
          assertThat(inPlace).isEqualTo(expected);
        });
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldLeaveGapsAlone(HostJob job) {
    job.runAllWays(
        rank -> {
          int[] own = spread(numbers(rank.rank, COUNT));
          Blocks ownBlock = Blocks.same(own, COUNT, GAPPED);
          int[] all = spread(new int[COUNT * rank.size]);
          rank.perform(rank.collectives.allGather(ownBlock, Blocks.uniform(all, COUNT, GAPPED)));
          assertThat(all).isEqualTo(spread(everybodys(rank.size, COUNT)));

          int[] sum = spread(new int[COUNT]);
          Blocks sumBlock = Blocks.same(sum, COUNT, GAPPED);
          rank.perform(rank.collectives.allReduce(ownBlock, sumBlock, EVERY_OTHER));
          assertThat(sum).isEqualTo(spread(sums(rank.size, COUNT)));
          for (int root = 0; root < rank.size; root++) {
            leaveGapsOfRootedOnesAlone(rank, ownBlock, root);
          }
        });
  }

  private static void leaveGapsOfRootedOnesAlone(HostJob.Rank rank, Blocks own, int root) {
    boolean isRoot = rank.rank == root;
    int[] sum = spread(new int[COUNT]);
    Blocks sumBlock = isRoot ? Blocks.same(sum, COUNT, GAPPED) : null;
    rank.perform(rank.collectives.reduce(own, sumBlock, EVERY_OTHER, root));
    assertThat(sum).isEqualTo(spread(isRoot ? sums(rank.size, COUNT) : new int[COUNT]));

    int[] all = spread(new int[COUNT * rank.size]);
    Blocks allBlocks = isRoot ? Blocks.uniform(all, COUNT, GAPPED) : null;
    rank.perform(rank.collectives.gather(own, allBlocks, root));
    int[] nothing = new int[COUNT * rank.size];
    assertThat(all).isEqualTo(spread(isRoot ? everybodys(rank.size, COUNT) : nothing));

    int[] back = spread(new int[COUNT]);
    Blocks backBlock = Blocks.same(back, COUNT, GAPPED);
    rank.perform(rank.collectives.scatter(allBlocks, backBlock, root));
    assertThat(back).isEqualTo(spread(numbers(rank.rank, COUNT)));
    rank.perform(rank.collectives.broadcast(backBlock, root));
    assertThat(back).isEqualTo(spread(numbers(root, COUNT)));
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldTakeDifferentDatatypesForTheSameData(HostJob job) {
    TypeMap triple = DerivedTypes.contiguous(COUNT, HostJob.INT);
    job.run(
        rank -> {
          for (int root = 0; root < rank.size; root++) {
            boolean isRoot = rank.rank == root;
            int[] all = new int[COUNT * rank.size];
            Blocks blocks = isRoot ? Blocks.uniform(all, 1, triple) : null;
            int[] own = numbers(rank.rank, COUNT);
            rank.perform(rank.collectives.gather(HostJob.Rank.same(own), blocks, root));
            Arrays.fill(own, 0);
            rank.perform(rank.collectives.scatter(blocks, HostJob.Rank.same(own), root));
            assertThat(own).isEqualTo(numbers(rank.rank, COUNT));
            rank.perform(
                rank.collectives.allGather(HostJob.Rank.same(own), Blocks.uniform(all, 1, triple)));
            assertThat(all).isEqualTo(everybodys(rank.size, COUNT));
          }
        });
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void shouldCarryOutOperationsThatOverlap(HostJob job) {
    job.run(
        rank -> {
          int[] first = {rank.rank};
          int[] second = {2 * rank.rank};
          List<CollectiveRequest> requests =
              Stream.of(
                      rank.collectives.allReduce(
                          HostJob.Rank.same(first), HostJob.Rank.same(first), SUM),
                      rank.collectives.barrier(),
                      rank.collectives.allReduce(
                          HostJob.Rank.same(second), HostJob.Rank.same(second), SUM),
                      rank.collectives.barrier())
                  .map(rank.collectives::start)
                  .toList();
          requests.forEach(rank::await);
          assertThat(first).containsExactly(rank.size * (rank.size - 1) / 2);
          assertThat(second).containsExactly(rank.size * (rank.size - 1));
        });
  }
}
