package org.ob1j.runtime.collective.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Operator;
import org.ob1j.runtime.collective.op.PredefinedReduction;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.CollectiveRank;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.datatype.PrimitiveType;

/** Each algorithm that combines data, whatever the table says when it is used. */
class ReductionAlgorithmsTest {
  /** Not a multiple of any number of ranks, and less than some of them have chunks. */
  private static final int[] COUNTS = {1, 5, 37};

  private static final Reduction SUM = new PredefinedReduction(Operator.SUM, PrimitiveType.INT);

  /** Composes x → a x + b with a and b in the halves of an int: the order matters. */
  private static final Reduction COMPOSE =
      new Reduction() {
        @Override
        public PrimitiveType operandType() {
          return PrimitiveType.INT;
        }

        @Override
        public boolean isCommutative() {
          return false;
        }

        @Override
        public void apply(Object first, int firstIndex, Object second, int secondIndex, int count) {
          for (int i = 0; i < count; i++) {
            int a = ((int[]) first)[firstIndex + i];
            int b = ((int[]) second)[secondIndex + i];
            ((int[]) second)[secondIndex + i] = composed(a, b);
          }
        }
      };

  private interface AllReduce {
    Algorithm of(Members members, Blocks own, Blocks result, Reduction reduction);
  }

  private interface Reduce {
    Algorithm of(Members members, Blocks own, Blocks result, Reduction reduction, int root);
  }

  private interface ReduceScatter {
    Algorithm of(
        Members members,
        Blocks own,
        int[] begins,
        Blocks parts,
        Blocks result,
        Reduction reduction);
  }

  private static int composed(int first, int second) {
    int slope = (first >>> 16) * (second >>> 16);
    int constant = (first >>> 16) * (second & 0xffff) + (first & 0xffff);
    return slope << 16 | constant & 0xffff;
  }

  private static int[] operand(int rank, int count) {
    return IntStream.range(0, count).map(i -> (rank + 3 * i + 2) * 0x10003 + 7 * rank).toArray();
  }

  private static int[] expected(Reduction reduction, int ranks, int count) {
    int[] result = operand(0, count);
    for (int rank = 1; rank < ranks; rank++) {
      int[] next = operand(rank, count);
      for (int i = 0; i < count; i++) {
        result[i] = reduction == SUM ? result[i] + next[i] : composed(result[i], next[i]);
      }
    }
    return result;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9})
  void shouldReduceAtAllRanks(int ranks) {
    allReduce(ranks, SUM, RecursiveDoublingAllReduce::new);
    allReduce(ranks, COMPOSE, RecursiveDoublingAllReduce::new);
    allReduce(ranks, SUM, LinearAllReduce::new);
    allReduce(ranks, COMPOSE, LinearAllReduce::new);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 7, 8, 9})
  void shouldReduceAtAllOfSeveralRanks(int ranks) {
    allReduce(ranks, SUM, RingAllReduce::new);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8})
  void shouldReduceAtAllRanksOfAPowerOfTwo(int ranks) {
    allReduce(ranks, SUM, HalvingAllReduce::new);
  }

  private static void allReduce(int ranks, Reduction reduction, AllReduce algorithm) {
    CollectiveRank.run(
        ranks,
        rank -> {
          for (int count : COUNTS) {
            int[] own = operand(rank.rank, count);
            int[] result = new int[count];
            Blocks ownBlock = CollectiveRank.same(own);
            rank.perform(
                algorithm.of(rank.members, ownBlock, CollectiveRank.same(result), reduction));
            assertThat(result).isEqualTo(expected(reduction, ranks, count));
            assertThat(own).isEqualTo(operand(rank.rank, count));

            rank.perform(algorithm.of(rank.members, ownBlock, ownBlock, reduction));
            assertThat(own).isEqualTo(expected(reduction, ranks, count));
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9})
  void shouldReduceAndScatter(int ranks) {
    for (Reduction reduction : new Reduction[] {SUM, COMPOSE}) {
      reduceScatter(
          ranks,
          reduction,
          (members, own, begins, parts, result, by) ->
              new PairwiseReduceScatter(members, parts, result, by));
    }
    reduceScatter(
        ranks,
        SUM,
        (members, own, begins, parts, result, by) ->
            new HalvingReduceScatter(members, own, result, begins, by));
  }

  private static void reduceScatter(int ranks, Reduction reduction, ReduceScatter algorithm) {
    // 2, 4, 0, 3 … elements, the longer ones later
    reduceScatter(ranks, rank -> (rank + 1) % 3 * 2 + rank / 3, reduction, algorithm);
    // less than there are ranks
    reduceScatter(ranks, rank -> rank < 2 ? 1 : 0, reduction, algorithm);
    // all for one
    reduceScatter(ranks, rank -> rank == ranks - 1 ? 5 : 0, reduction, algorithm);
  }

  private static void reduceScatter(
      int ranks, IntUnaryOperator lengths, Reduction reduction, ReduceScatter algorithm) {
    int[] counts = IntStream.range(0, ranks).map(lengths).toArray();
    int[] begins =
        IntStream.range(0, ranks).map(rank -> Arrays.stream(counts, 0, rank).sum()).toArray();
    int total = Arrays.stream(counts).sum();
    CollectiveRank.run(
        ranks,
        rank -> {
          int begin = begins[rank.rank];
          int length = counts[rank.rank];
          int[] block =
              Arrays.copyOfRange(expected(reduction, ranks, total), begin, begin + length);
          int[] own = operand(rank.rank, total);
          int[] result = new int[length + 1];
          Blocks ownBlock = CollectiveRank.same(own);
          Blocks parts = ownBlock.cut(counts, begins);
          Blocks place = CollectiveRank.same(result);
          rank.perform(algorithm.of(rank.members, ownBlock, begins, parts, place, reduction));
          assertThat(result).isEqualTo(Arrays.copyOf(block, length + 1));
          assertThat(own).isEqualTo(operand(rank.rank, total));

          rank.perform(algorithm.of(rank.members, ownBlock, begins, parts, ownBlock, reduction));
          int[] after = operand(rank.rank, total);
          System.arraycopy(block, 0, after, 0, length);
          assertThat(own).isEqualTo(after);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9})
  void shouldReduceAtTheRoot(int ranks) {
    reduce(ranks, SUM, BinomialReduce::new);
    reduce(ranks, COMPOSE, BinomialReduce::new);
  }

  private static void reduce(int ranks, Reduction reduction, Reduce algorithm) {
    CollectiveRank.run(
        ranks,
        rank -> {
          for (int count : COUNTS) {
            for (int root = 0; root < ranks; root++) {
              int[] own = operand(rank.rank, count);
              int[] result = new int[count];
              boolean isRoot = rank.rank == root;
              Blocks ownBlock = CollectiveRank.same(own);
              Blocks resultBlock = isRoot ? CollectiveRank.same(result) : null;
              rank.perform(algorithm.of(rank.members, ownBlock, resultBlock, reduction, root));
              assertThat(result)
                  .isEqualTo(isRoot ? expected(reduction, ranks, count) : new int[count]);
              assertThat(own).isEqualTo(operand(rank.rank, count));

              Blocks inPlace = isRoot ? ownBlock : null;
              rank.perform(algorithm.of(rank.members, ownBlock, inPlace, reduction, root));
              assertThat(own)
                  .isEqualTo(
                      isRoot ? expected(reduction, ranks, count) : operand(rank.rank, count));
            }
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9})
  void shouldScan(int ranks) {
    for (boolean exclusive : new boolean[] {false, true}) {
      scan(ranks, SUM, exclusive);
      scan(ranks, COMPOSE, exclusive);
    }
  }

  private static void scan(int ranks, Reduction reduction, boolean exclusive) {
    CollectiveRank.run(
        ranks,
        rank -> {
          int count = 5;
          int[] own = operand(rank.rank, count);
          int[] result = new int[count];
          int combined = exclusive ? rank.rank : rank.rank + 1;
          rank.perform(
              new DoublingScan(
                  rank.members,
                  CollectiveRank.same(own),
                  CollectiveRank.same(result),
                  reduction,
                  exclusive));
          assertThat(result)
              .isEqualTo(combined == 0 ? new int[count] : expected(reduction, combined, count));
          assertThat(own).isEqualTo(operand(rank.rank, count));

          Blocks inPlace = CollectiveRank.same(own);
          rank.perform(new DoublingScan(rank.members, inPlace, inPlace, reduction, exclusive));
          assertThat(own)
              .isEqualTo(
                  combined == 0 ? operand(rank.rank, count) : expected(reduction, combined, count));
        });
  }
}
