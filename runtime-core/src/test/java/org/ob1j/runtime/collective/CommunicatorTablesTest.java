package org.ob1j.runtime.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.runtime.collective.host.HostLayout;
import org.ob1j.runtime.job.NodeMap;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterException;
import org.ob1j.runtime.parameter.ParameterSet;

/** What is chosen where ranks share hosts, and where the user names algorithms. */
class CommunicatorTablesTest {
  private static final String BY_SLOT = "0-3*2";
  private static final String ROUND_ROBIN = "(0-3)*2";

  private static CommunicatorTables tables(int ranks, String nodes, ParameterSet named) {
    int[] everybody = IntStream.range(0, ranks).toArray();
    HostLayout hosts = nodes == null ? null : HostLayout.of(NodeMap.parse(nodes, ranks), everybody);
    return CommunicatorTables.of(ranks, hosts, named);
  }

  private static ParameterSet named(String name, String algorithm) {
    return ParameterSet.of(Map.of("coll_" + name + "_algorithm", algorithm));
  }

  private static <A> String chosen(
      List<AlgorithmTable.Row<A>> rows, long bytes, int ranks, boolean commutative) {
    return AlgorithmTable.choose(rows, bytes, ranks, commutative).toString();
  }

  private static String chosen(
      CommunicatorTables tables, String collective, long bytes, int ranks, boolean commutative) {
    return switch (collective) {
      case "barrier" -> chosen(tables.barrier, bytes, ranks, commutative);
      case "bcast" -> chosen(tables.broadcast, bytes, ranks, commutative);
      case "reduce" -> chosen(tables.reduce, bytes, ranks, commutative);
      case "allreduce" -> chosen(tables.allReduce, bytes, ranks, commutative);
      case "allreduce by user" -> chosen(tables.allReduceByUser, bytes, ranks, commutative);
      case "reduce_scatter" -> chosen(tables.reduceScatter, bytes, ranks, commutative);
      case "reduce_scatter by user" ->
          chosen(tables.reduceScatterByUser, bytes, ranks, commutative);
      case "gather" -> chosen(tables.gather, bytes, ranks, commutative);
      case "scatter" -> chosen(tables.scatter, bytes, ranks, commutative);
      case "allgather" -> chosen(tables.allGather, bytes, ranks, commutative);
      case "allgatherv" -> chosen(tables.allGatherV, bytes, ranks, commutative);
      case "alltoall" -> chosen(tables.allToAll, bytes, ranks, commutative);
      default -> throw new IllegalArgumentException(collective);
    };
  }

  @ParameterizedTest
  @CsvSource({
    "barrier, 0, true, HIERARCHICAL, HIERARCHICAL",
    "bcast, 1048576, true, HIERARCHICAL, HIERARCHICAL",
    "bcast, 1048577, true, CHAIN, CHAIN",
    "reduce, 8, true, HIERARCHICAL, HIERARCHICAL",
    "reduce, 8, false, HIERARCHICAL, BINOMIAL",
    "allreduce, 8, true, HIERARCHICAL, HIERARCHICAL",
    "allreduce, 8, false, HIERARCHICAL, RECURSIVE_DOUBLING",
    "allreduce, 1000000, true, HIERARCHICAL, HIERARCHICAL",
    "allreduce, 1000000, false, HIERARCHICAL, RECURSIVE_DOUBLING",
    "allreduce by user, 8, true, HIERARCHICAL, HIERARCHICAL",
    "allreduce by user, 8, false, HIERARCHICAL, RECURSIVE_DOUBLING",
    "reduce_scatter, 8, true, HALVING, HALVING",
    "gather, 8192, true, HIERARCHICAL, HIERARCHICAL",
    "gather, 8193, true, LINEAR, LINEAR",
    "scatter, 8192, true, HIERARCHICAL, HIERARCHICAL",
    "scatter, 8193, true, LINEAR, LINEAR",
    "allgather, 1073741824, true, HIERARCHICAL, HIERARCHICAL",
    "allgather, 1073741825, true, DOUBLING, DOUBLING",
    "allgatherv, 8, true, HIERARCHICAL, HIERARCHICAL",
    "allgatherv, 1073741825, true, RING, RING",
    "alltoall, 8, true, BRUCK, BRUCK",
  })
  void shouldGoWithinHostsFirstWhereThatSendsLess(
      String collective, long bytes, boolean commutative, String bySlot, String roundRobin) {
    assertThat(chosen(tables(8, BY_SLOT, null), collective, bytes, 8, commutative))
        .isEqualTo(bySlot);
    assertThat(chosen(tables(8, ROUND_ROBIN, null), collective, bytes, 8, commutative))
        .isEqualTo(roundRobin);
  }

  @Test
  void shouldSendMuchDataToFewRanksHostByHost() {
    assertThat(chosen(tables(7, "0-2*2,3", null), "bcast", 1048577, 7, true))
        .isEqualTo("HIERARCHICAL");
  }

  @Test
  void shouldHoldNoMoreThanAnArrayCanHave() {
    int ranks = 1 << 18;
    CommunicatorTables tables = tables(ranks, "0-131071*2", null);
    assertThat(chosen(tables, "gather", 4096, ranks, true)).isEqualTo("HIERARCHICAL");
    assertThat(chosen(tables, "gather", 4097, ranks, true)).isEqualTo("LINEAR");
  }

  @ParameterizedTest
  @CsvSource({
    "barrier, linear, 8, 0, true, LINEAR",
    "barrier, dissemination, 4, 0, true, DISSEMINATION",
    "barrier, hierarchical, 4, 0, true, LINEAR",
    "bcast, chain, 2, 1, true, CHAIN",
    "bcast, binomial, 8, 10000000, true, BINOMIAL",
    "bcast, auto, 8, 10000000, true, CHAIN",
    "allreduce, linear, 8, 1, true, LINEAR",
    "allreduce, recursive_doubling, 4, 1000000, true, RECURSIVE_DOUBLING",
    "allreduce, halving, 4, 1, true, HALVING",
    "allreduce, halving, 3, 1, true, LINEAR",
    "allreduce, halving, 4, 1, false, LINEAR",
    "allreduce, ring, 3, 1, true, RING",
    "allreduce, ring, 3, 1, false, LINEAR",
    "allreduce, ring, 1, 1, true, RECURSIVE_DOUBLING",
    "reduce_scatter, halving, 3, 1000000, true, HALVING",
    "reduce_scatter, halving, 3, 1000000, false, PAIRWISE",
    "reduce_scatter, pairwise, 4, 1, true, PAIRWISE",
    "gather, linear, 4, 1, true, LINEAR",
    "gather, binomial, 2, 1000000, true, BINOMIAL",
    "gather, binomial, 2, 536870913, true, LINEAR",
    "scatter, linear, 4, 1, true, LINEAR",
    "scatter, binomial, 2, 1000000, true, BINOMIAL",
    "allgather, doubling, 4, 1, true, DOUBLING",
    "allgather, doubling, 5, 1, true, BRUCK",
    "allgather, bruck, 4, 1000000, true, BRUCK",
    "allgather, bruck, 4, 1073741825, true, DOUBLING",
    "allgather, ring, 4, 1, true, RING",
    "allgatherv, exchange, 4, 1000000, true, EXCHANGE",
    "allgatherv, ring, 4, 1, true, RING",
    "alltoall, bruck, 2, 1000000, true, BRUCK",
    "alltoall, exchange, 8, 1, true, EXCHANGE",
    "alltoall, pairwise, 8, 1, true, PAIRWISE",
  })
  void shouldTakeTheAlgorithmThatIsNamedForWhatItCanServe(
      String collective,
      String algorithm,
      int ranks,
      long bytes,
      boolean commutative,
      String expected) {
    CommunicatorTables tables = tables(ranks, null, named(collective, algorithm));
    assertThat(chosen(tables, collective, bytes, ranks, commutative)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "barrier, linear, 0, true, LINEAR",
    "bcast, binomial, 10, true, BINOMIAL",
    "bcast, hierarchical, 10000000, true, HIERARCHICAL",
    "reduce, binomial, 10, true, BINOMIAL",
    "reduce, hierarchical, 10, true, HIERARCHICAL",
    "reduce, hierarchical, 10, false, BINOMIAL",
    "allreduce, halving, 10, true, HALVING",
    "allreduce, halving, 10, false, RECURSIVE_DOUBLING",
    "allreduce, hierarchical, 10, true, HIERARCHICAL",
    "gather, hierarchical, 100000, true, HIERARCHICAL",
    "gather, hierarchical, 134217729, true, LINEAR",
    "gather, binomial, 10, true, BINOMIAL",
    "scatter, hierarchical, 100000, true, HIERARCHICAL",
    "allgather, ring, 10, true, RING",
    "allgatherv, exchange, 10, true, EXCHANGE",
    "allgatherv, hierarchical, 10, true, HIERARCHICAL",
  })
  void shouldTakeItOnSeveralHostsToo(
      String collective, String algorithm, long bytes, boolean commutative, String expected) {
    CommunicatorTables tables = tables(8, ROUND_ROBIN, named(collective, algorithm));
    assertThat(chosen(tables, collective, bytes, 8, commutative)).isEqualTo(expected);
  }

  @Test
  void shouldNameTheAlgorithmsThatThereAre() {
    for (Parameter<?> parameter : CollectiveParameters.ALGORITHMS) {
      ParameterSet wrong = ParameterSet.of(Map.of(parameter.name(), "quick"));
      assertThatThrownBy(() -> CollectiveParameters.checked(wrong))
          .isInstanceOf(ParameterException.class)
          .hasMessageStartingWith(parameter.name() + " is 'quick'; it must be one of: auto, ");
      assertThat(parameter.name()).startsWith(CollectiveParameters.PREFIX);
    }
    ParameterSet right = named("bcast", "chain");
    assertThat(CollectiveParameters.checked(right)).isSameAs(right);
    assertThat(right.isAnyGiven("coll_")).isTrue();
    assertThat(ParameterSet.empty().isAnyGiven("coll_")).isFalse();
  }
}
