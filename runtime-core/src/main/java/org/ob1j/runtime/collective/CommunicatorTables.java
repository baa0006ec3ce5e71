package org.ob1j.runtime.collective;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ob1j.runtime.collective.AlgorithmTable.AllGather;
import org.ob1j.runtime.collective.AlgorithmTable.AllReduce;
import org.ob1j.runtime.collective.AlgorithmTable.AllToAll;
import org.ob1j.runtime.collective.AlgorithmTable.Barrier;
import org.ob1j.runtime.collective.AlgorithmTable.Broadcast;
import org.ob1j.runtime.collective.AlgorithmTable.Reduce;
import org.ob1j.runtime.collective.AlgorithmTable.ReduceScatter;
import org.ob1j.runtime.collective.AlgorithmTable.Rooted;
import org.ob1j.runtime.collective.AlgorithmTable.Row;
import org.ob1j.runtime.collective.host.HostLayout;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * The tables of one communicator. Three things come one after the other, and the first row that
 * fits counts:
 *
 * <pre>
 *   the algorithm that a parameter names, for what it can serve
 *   algorithms that go within hosts first, where ranks share hosts
 *   the rows of {@link AlgorithmTable}
 * </pre>
 */
final class CommunicatorTables {
  private static final long ANY = AlgorithmTable.ANY;

  /** Up to here a copy within a host costs less than a message to another one. */
  private static final long MAX_GATHERED_BLOCK = 8 * 1024;

  /** What is held in an array of the workspace must be short enough for one, of bytes, too. */
  private static final long MAX_HELD = 1 << 30;

  final List<Row<Barrier>> barrier;
  final List<Row<Broadcast>> broadcast;
  final List<Row<Reduce>> reduce;
  final List<Row<AllReduce>> allReduce;
  final List<Row<AllReduce>> allReduceByUser;
  final List<Row<ReduceScatter>> reduceScatter;
  final List<Row<ReduceScatter>> reduceScatterByUser;
  final List<Row<Rooted>> gather;
  final List<Row<Rooted>> scatter;
  final List<Row<AllGather>> allGather;
  final List<Row<AllGather>> allGatherV;
  final List<Row<AllToAll>> allToAll;

  private final int ranks;

  /** Null where hosts make no difference. */
  private final HostLayout hosts;

  /** Null if no algorithm is named. */
  private final ParameterSet named;

  /** Those of ranks on one host who name no algorithm. */
  private CommunicatorTables() {
    ranks = 0;
    hosts = null;
    named = null;
    barrier = AlgorithmTable.BARRIER;
    broadcast = AlgorithmTable.BROADCAST;
    reduce = AlgorithmTable.REDUCE;
    allReduce = AlgorithmTable.ALL_REDUCE;
    allReduceByUser = AlgorithmTable.ALL_REDUCE_BY_USER;
    reduceScatter = AlgorithmTable.REDUCE_SCATTER;
    reduceScatterByUser = AlgorithmTable.REDUCE_SCATTER_BY_USER;
    gather = AlgorithmTable.ROOTED;
    scatter = AlgorithmTable.ROOTED;
    allGather = AlgorithmTable.ALL_GATHER;
    allGatherV = AlgorithmTable.ALL_GATHER_V;
    allToAll = AlgorithmTable.ALL_TO_ALL;
  }

  private CommunicatorTables(int ranks, HostLayout hosts, ParameterSet named) {
    this.ranks = ranks;
    this.hosts = hosts;
    this.named = named;
    barrier = newBarrier();
    broadcast = newBroadcast();
    reduce = newReduce();
    allReduce = newAllReduce(AlgorithmTable.ALL_REDUCE);
    allReduceByUser = newAllReduce(AlgorithmTable.ALL_REDUCE_BY_USER);
    reduceScatter = newReduceScatter(AlgorithmTable.REDUCE_SCATTER);
    reduceScatterByUser = newReduceScatter(AlgorithmTable.REDUCE_SCATTER_BY_USER);
    gather = newRooted(CollectiveParameters.GATHER);
    scatter = newRooted(CollectiveParameters.SCATTER);
    allGather = newAllGather();
    allGatherV = newAllGatherV();
    allToAll = newAllToAll();
  }

  /**
   * Those of a communicator.
   *
   * @param hosts null where they make no difference
   * @param named has the {@link CollectiveParameters}; null if none is given
   */
  static CommunicatorTables of(int ranks, HostLayout hosts, ParameterSet named) {
    return hosts == null && named == null
        ? new CommunicatorTables()
        : new CommunicatorTables(ranks, hosts, named);
  }

  private List<Row<Barrier>> newBarrier() {
    return combined(
        CollectiveParameters.BARRIER,
        List.of(any(Barrier.LINEAR), any(Barrier.DISSEMINATION)),
        List.of(any(Barrier.HIERARCHICAL)),
        AlgorithmTable.BARRIER);
  }

  private List<Row<Broadcast>> newBroadcast() {
    return combined(
        CollectiveParameters.BCAST,
        List.of(any(Broadcast.BINOMIAL), any(Broadcast.CHAIN)),
        List.of(
            new Row<>(1024 * 1024, 1, false, true, Broadcast.HIERARCHICAL),
            new Row<>(ANY, 8, false, true, Broadcast.CHAIN),
            any(Broadcast.HIERARCHICAL)),
        AlgorithmTable.BROADCAST);
  }

  private List<Row<Reduce>> newReduce() {
    return combined(
        CollectiveParameters.REDUCE,
        List.of(any(Reduce.BINOMIAL)),
        List.of(inOrder(Reduce.HIERARCHICAL)),
        AlgorithmTable.REDUCE);
  }

  private List<Row<AllReduce>> newAllReduce(List<Row<AllReduce>> table) {
    return combined(
        CollectiveParameters.ALLREDUCE,
        List.of(
            any(AllReduce.LINEAR),
            any(AllReduce.RECURSIVE_DOUBLING),
            new Row<>(ANY, 2, true, false, AllReduce.HALVING),
            new Row<>(ANY, 2, false, false, AllReduce.RING)),
        List.of(inOrder(AllReduce.HIERARCHICAL)),
        table);
  }

  private List<Row<ReduceScatter>> newReduceScatter(List<Row<ReduceScatter>> table) {
    return combined(
        CollectiveParameters.REDUCE_SCATTER,
        List.of(
            any(ReduceScatter.PAIRWISE), new Row<>(ANY, 2, false, false, ReduceScatter.HALVING)),
        List.of(),
        table);
  }

  private List<Row<Rooted>> newRooted(Parameter<String> parameter) {
    long held = MAX_HELD / ranks;
    long gathered = Math.min(MAX_GATHERED_BLOCK, held);
    List<Row<Rooted>> possible = new ArrayList<>();
    possible.add(any(Rooted.LINEAR));
    possible.add(new Row<>(held, 1, false, true, Rooted.BINOMIAL));
    if (hosts != null) {
      possible.add(new Row<>(held, 1, false, true, Rooted.HIERARCHICAL));
    }
    return combined(
        parameter,
        possible,
        List.of(new Row<>(gathered, 1, false, true, Rooted.HIERARCHICAL)),
        AlgorithmTable.ROOTED);
  }

  private List<Row<AllGather>> newAllGather() {
    return combined(
        CollectiveParameters.ALLGATHER,
        List.of(
            new Row<>(ANY, 1, true, true, AllGather.DOUBLING),
            new Row<>(MAX_HELD, 1, false, true, AllGather.BRUCK),
            any(AllGather.RING)),
        List.of(new Row<>(MAX_HELD, 1, false, true, AllGather.HIERARCHICAL)),
        AlgorithmTable.ALL_GATHER);
  }

  private List<Row<AllGather>> newAllGatherV() {
    return combined(
        CollectiveParameters.ALLGATHERV,
        List.of(any(AllGather.EXCHANGE), any(AllGather.RING)),
        List.of(new Row<>(MAX_HELD, 1, false, true, AllGather.HIERARCHICAL)),
        AlgorithmTable.ALL_GATHER_V);
  }

  private List<Row<AllToAll>> newAllToAll() {
    return combined(
        CollectiveParameters.ALLTOALL,
        List.of(
            new Row<>(MAX_HELD / ranks, 1, false, true, AllToAll.BRUCK),
            any(AllToAll.EXCHANGE),
            any(AllToAll.PAIRWISE)),
        List.of(),
        AlgorithmTable.ALL_TO_ALL);
  }

  private static <A> Row<A> any(A algorithm) {
    return new Row<>(ANY, 1, false, true, algorithm);
  }

  /** For operands that must keep their places only if those of a host follow each other. */
  private <A> Row<A> inOrder(A algorithm) {
    return new Row<>(ANY, 1, false, hosts != null && hosts.isConsecutive(), algorithm);
  }

  /**
   * The rows of a collective.
   *
   * @param possible what a parameter may name, beside what is for hosts, and what it can serve
   */
  private <A> List<Row<A>> combined(
      Parameter<String> parameter,
      List<Row<A>> possible,
      List<Row<A>> forHosts,
      List<Row<A>> table) {
    List<Row<A>> rows = new ArrayList<>();
    String name = named == null ? CollectiveParameters.AUTO : named.get(parameter);
    addNamed(name, possible, rows);
    if (hosts != null) {
      if (rows.isEmpty()) {
        addNamed(name, forHosts, rows);
      }
      rows.addAll(forHosts);
    }
    rows.addAll(table);
    return rows;
  }

  private static <A> void addNamed(String name, List<Row<A>> possible, List<Row<A>> rows) {
    for (Row<A> row : possible) {
      if (row.algorithm().toString().toLowerCase(Locale.ROOT).equals(name)) {
        rows.add(row);
      }
    }
  }
}
