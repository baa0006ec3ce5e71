package org.ob1j.runtime.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
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
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

/** What goes from host to host, and that results do not depend on when it comes. */
class HostTrafficTest {
  private static final int COUNT = 25;
  private static final int BYTES = COUNT * Integer.BYTES;
  private static final int LAST = -1;
  private static final Reduction SUM = new PredefinedReduction(Operator.SUM, PrimitiveType.INT);

  private static Consumer<HostJob.Rank> program(String collective, int rootOrLast) {
    return rank -> {
      int root = rootOrLast == LAST ? rank.size - 1 : rootOrLast;
      boolean isRoot = rank.rank == root;
      Blocks own = HostJob.Rank.same(new int[COUNT]);
      Blocks other = HostJob.Rank.same(new int[COUNT]);
      Blocks all = rank.blocks(new int[COUNT * rank.size]);
      Collectives collectives = rank.collectives;
      rank.perform(
          switch (collective) {
            case "barrier" -> collectives.barrier();
            case "bcast" -> collectives.broadcast(own, root);
            case "reduce" -> collectives.reduce(own, isRoot ? other : null, SUM, root);
            case "allreduce" -> collectives.allReduce(own, other, SUM);
            case "gather" -> collectives.gather(own, isRoot ? all : null, root);
            case "scatter" -> collectives.scatter(isRoot ? all : null, own, root);
            case "allgather" -> collectives.allGather(own, all);
            default -> throw new IllegalArgumentException(collective);
          });
    };
  }

  @ParameterizedTest
  @CsvSource({
    // 8 ranks on 4 hosts: messages and, in data of a rank, bytes
    "barrier,    0-3*2,    0,  6,  0",
    "barrier,    (0-3)*2,  0,  6,  0",
    "bcast,      0-3*2,    0,  3,  3",
    "bcast,      0-3*2,    -1, 3,  3",
    "bcast,      (0-3)*2,  0,  3,  3",
    "bcast,      (0-3)*2,  -1, 3,  3",
    "reduce,     0-3*2,    -1, 3,  3",
    "reduce,     (0-3)*2,  0,  3,  3",
    "allreduce,  0-3*2,    0,  6,  6",
    "allreduce,  (0-3)*2,  0,  6,  6",
    "gather,     0-3*2,    -1, 3,  6",
    "gather,     (0-3)*2,  3,  3,  6",
    "scatter,    0-3*2,    -1, 3,  6",
    "scatter,    (0-3)*2,  3,  3,  6",
    "allgather,  0-3*2,    0,  8,  24",
    "allgather,  (0-3)*2,  0,  8,  24",
    // and with 1, 4 and 3 ranks on 3 hosts
    "barrier,    '0,1*4,2*3', 0,  4,  0",
    "bcast,      '0,1*4,2*3', -1, 2,  2",
    "reduce,     '0,1*4,2*3', 3,  2,  2",
    "allreduce,  '0,1*4,2*3', 0,  4,  4",
    "gather,     '0,1*4,2*3', 3,  2,  4",
    "scatter,    '0,1*4,2*3', 3,  2,  4",
    "allgather,  '0,1*4,2*3', 0,  6,  16",
  })
  void shouldSendEachHostWhatItNeedsOnce(
      String collective, String nodes, int root, long messages, long data) {
    HostJob byHosts = new HostJob(nodes, 8);
    byHosts.run(program(collective, root));
    assertThat(byHosts.crossings()).isEqualTo(messages);
    assertThat(byHosts.crossingBytes()).isEqualTo(data * BYTES);

    HostJob flat = new HostJob(nodes, 8).withoutHosts();
    flat.run(program(collective, root));
    assertThat(byHosts.crossings())
        .as("of %d", flat.crossings())
        .isLessThanOrEqualTo(flat.crossings());
    assertThat(byHosts.crossingBytes()).isLessThanOrEqualTo(flat.crossingBytes());
    if (nodes.startsWith("(")) {
      assertThat(byHosts.crossings()).as("round robin").isLessThan(flat.crossings());
    }
  }

  @Test
  void shouldLeadAChainThroughEachHostOnce() {
    int segments = 9;
    int count = (segments * 128 * 1024 - 8) / Integer.BYTES;
    for (String nodes : new String[] {"0-3*2", "(0-3)*2"}) {
      HostJob job = new HostJob(nodes, 8);
      job.run(
          rank -> {
            int[] data = new int[count];
            data[count - 1] = rank.rank == 5 ? 7 : 0;
            rank.perform(rank.collectives.broadcast(HostJob.Rank.same(data), 5));
            assertThat(data[count - 1]).isEqualTo(7);
          });
      assertThat(job.crossings()).isEqualTo(3 * segments);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0-3*2", "(0-3)*2", "0,1*4,2*3"})
  void shouldGiveTheSameBitsWheneverMessagesCome(String nodes) {
    for (int count : new int[] {1, 100, 20_000}) {
      List<float[]> results = new ArrayList<>();
      for (long seed = 1; seed <= 5; seed++) {
        float[][] ofRanks = new float[8][];
        new HostJob(nodes, 8).delayed(seed).run(rank -> ofRanks[rank.rank] = sum(rank, count));
        results.addAll(List.of(ofRanks));
      }
      assertThat(results).hasSize(40).allSatisfy(one -> assertSameBits(one, results.get(0)));
    }
  }

  private static float[] sum(HostJob.Rank rank, int count) {
    Random random = new Random(rank.rank);
    float[] own = new float[count];
    for (int i = 0; i < count; i++) {
      own[i] = (float) Math.exp(40 * random.nextDouble() - 20);
    }
    float[] result = new float[count];
    TypeMap type = TypeMap.of(PrimitiveType.FLOAT);
    rank.perform(
        rank.collectives.allReduce(
            Blocks.same(own, count, type),
            Blocks.same(result, count, type),
            new PredefinedReduction(Operator.SUM, PrimitiveType.FLOAT)));
    return result;
  }

  private static void assertSameBits(float[] one, float[] other) {
    for (int i = 0; i < one.length; i++) {
      assertThat(Float.floatToRawIntBits(one[i])).isEqualTo(Float.floatToRawIntBits(other[i]));
    }
  }
}
