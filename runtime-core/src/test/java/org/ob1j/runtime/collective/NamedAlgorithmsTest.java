package org.ob1j.runtime.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Operator;
import org.ob1j.runtime.collective.op.PredefinedReduction;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.job.NodeMap;
import org.ob1j.runtime.parameter.ParameterSet;

/** Every algorithm that a parameter can name, with and without hosts. */
class NamedAlgorithmsTest {
  private static final int[] COUNTS = {1, 5, 3000};
  private static final Reduction SUM = new PredefinedReduction(Operator.SUM, PrimitiveType.INT);

  @ParameterizedTest
  @CsvSource({
    "barrier, linear",
    "barrier, dissemination",
    "barrier, hierarchical",
    "bcast, auto",
    "bcast, binomial",
    "bcast, chain",
    "bcast, hierarchical",
    "reduce, binomial",
    "reduce, hierarchical",
    "allreduce, linear",
    "allreduce, recursive_doubling",
    "allreduce, halving",
    "allreduce, ring",
    "allreduce, hierarchical",
    "reduce_scatter, halving",
    "reduce_scatter, pairwise",
    "gather, linear",
    "gather, binomial",
    "gather, hierarchical",
    "scatter, linear",
    "scatter, binomial",
    "scatter, hierarchical",
    "allgather, doubling",
    "allgather, bruck",
    "allgather, ring",
    "allgather, hierarchical",
    "allgatherv, exchange",
    "allgatherv, ring",
    "allgatherv, hierarchical",
    "alltoall, bruck",
    "alltoall, exchange",
    "alltoall, pairwise",
  })
  void shouldGiveTheSameResults(String collective, String algorithm) {
    ParameterSet named = ParameterSet.of(Map.of("coll_" + collective + "_algorithm", algorithm));
    for (String nodes : new String[] {"0*4", "0-1*2", "(0-1)*2", "0,1*3"}) {
      NodeMap map = NodeMap.parse(nodes, 4);
      for (int[] processes : new int[][] {{0, 1, 2, 3}, {3, 0, 1}, {2, 1}, {0}}) {
        new HostJob(map, processes, named).runAllWays(rank -> perform(rank, collective));
      }
    }
  }

  private static void perform(HostJob.Rank rank, String collective) {
    for (int count : COUNTS) {
      switch (collective) {
        case "barrier" -> rank.perform(rank.collectives.barrier());
        case "bcast" -> broadcast(rank, count);
        case "reduce", "allreduce", "reduce_scatter" -> reduce(rank, count);
        case "gather", "scatter" -> gatherAndScatter(rank, count);
        default -> exchange(rank, count);
      }
    }
  }

  private static int[] numbers(int ofRank, int count) {
    return IntStream.range(0, count).map(i -> 1000 * (ofRank + 1) + i).toArray();
  }

  private static int[] everybodys(int ranks, int count) {
    return IntStream.range(0, ranks).flatMap(rank -> IntStream.of(numbers(rank, count))).toArray();
  }

  private static void broadcast(HostJob.Rank rank, int count) {
    for (int root = 0; root < rank.size; root++) {
      int[] data = rank.rank == root ? numbers(root, count) : new int[count];
      rank.perform(rank.collectives.broadcast(HostJob.Rank.same(data), root));
      assertThat(data).isEqualTo(numbers(root, count));
    }
  }

  private static void reduce(HostJob.Rank rank, int count) {
    int[] own = numbers(rank.rank, count * rank.size);
    int ofFirsts = IntStream.rangeClosed(1, rank.size).map(number -> 1000 * number).sum();
    int[] sums = IntStream.range(0, own.length).map(i -> ofFirsts + rank.size * i).toArray();
    Blocks ownBlock = HostJob.Rank.same(own);
    int[] all = new int[own.length];
    rank.perform(rank.collectives.allReduce(ownBlock, HostJob.Rank.same(all), SUM));
    assertThat(all).isEqualTo(sums);

    int[] part = new int[count];
    int[] counts = IntStream.range(0, rank.size).map(r -> count).toArray();
    rank.perform(rank.collectives.reduceScatter(ownBlock, HostJob.Rank.same(part), counts, SUM));
    assertThat(part)
        .isEqualTo(java.util.Arrays.copyOfRange(sums, rank.rank * count, (rank.rank + 1) * count));

    for (int root = 0; root < rank.size; root++) {
      int[] result = new int[own.length];
      Blocks resultBlock = rank.rank == root ? HostJob.Rank.same(result) : null;
      rank.perform(rank.collectives.reduce(ownBlock, resultBlock, SUM, root));
      assertThat(result).isEqualTo(rank.rank == root ? sums : new int[own.length]);
    }
  }

  private static void gatherAndScatter(HostJob.Rank rank, int count) {
    for (int root = 0; root < rank.size; root++) {
      boolean isRoot = rank.rank == root;
      int[] own = numbers(rank.rank, count);
      int[] all = new int[count * rank.size];
      Blocks blocks = isRoot ? rank.blocks(all) : null;
      rank.perform(rank.collectives.gather(HostJob.Rank.same(own), blocks, root));
      int[] nothing = new int[all.length];
      assertThat(all).isEqualTo(isRoot ? everybodys(rank.size, count) : nothing);
      int[] back = new int[count];
      rank.perform(rank.collectives.scatter(blocks, HostJob.Rank.same(back), root));
      assertThat(back).isEqualTo(own);
    }
  }

  private static void exchange(HostJob.Rank rank, int count) {
    Blocks own = HostJob.Rank.same(numbers(rank.rank, count));
    int[] all = new int[count * rank.size];
    rank.perform(rank.collectives.allGather(own, rank.blocks(all)));
    assertThat(all).isEqualTo(everybodys(rank.size, count));

    int[] gathered = new int[count * rank.size];
    int[] counts = IntStream.range(0, rank.size).map(r -> count).toArray();
    int[] places = IntStream.range(0, rank.size).map(r -> count * r).toArray();
    rank.perform(
        rank.collectives.allGatherV(own, Blocks.of(gathered, counts, places, HostJob.INT)));
    assertThat(gathered).isEqualTo(all);

    int[] outgoing = numbers(rank.rank, count * rank.size);
    int[] incoming = new int[outgoing.length];
    rank.perform(rank.collectives.allToAll(rank.blocks(outgoing), rank.blocks(incoming)));
    for (int i = 0; i < incoming.length; i++) {
      int source = i / count;
      assertThat(incoming[i]).isEqualTo(1000 * (source + 1) + rank.rank * count + i % count);
    }
  }
}
