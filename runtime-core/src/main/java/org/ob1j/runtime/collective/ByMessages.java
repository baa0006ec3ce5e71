package org.ob1j.runtime.collective;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.host.HostLayout;
import org.ob1j.runtime.collective.host.HostSharing;
import org.ob1j.runtime.collective.movement.Barrier;
import org.ob1j.runtime.collective.movement.BinomialBroadcast;
import org.ob1j.runtime.collective.movement.BinomialGather;
import org.ob1j.runtime.collective.movement.BinomialScatter;
import org.ob1j.runtime.collective.movement.BruckAllToAll;
import org.ob1j.runtime.collective.movement.ChainBroadcast;
import org.ob1j.runtime.collective.movement.ExchangeAllToAll;
import org.ob1j.runtime.collective.movement.LinearGather;
import org.ob1j.runtime.collective.movement.LinearScatter;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.reduce.BinomialReduce;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.shared.CollectiveKind;
import org.ob1j.runtime.collective.shared.MessageAlgorithms;
import org.ob1j.runtime.parameter.ParameterSet;

/** Makes what a communicator's tables say, for blocks without gaps. */
final class ByMessages implements MessageAlgorithms {
  private final Members members;

  /** Null where hosts make no difference. */
  private final HostAlgorithms hosts;

  private final CommunicatorTables tables;
  private final Barrier barrier;
  private final Choice<AlgorithmTable.Broadcast> broadcasts;
  private final Choice<AlgorithmTable.AllReduce> allReduces;
  private final Choice<AlgorithmTable.Rooted> gathers;
  private final Choice<AlgorithmTable.Rooted> scatters;
  private final Choice<AlgorithmTable.AllGather> allGathers;
  private final Choice<AlgorithmTable.AllToAll> allToAlls;
  private final Choice<AlgorithmTable.ReduceScatter> reduceScatters;

  /**
   * Those of a communicator.
   *
   * @param layout null where hosts make no difference
   * @param named has {@link CollectiveParameters}; null if none is given
   * @param sharing what the ranks of a host share
   */
  static ByMessages of(
      Members members, HostLayout layout, ParameterSet named, HostSharing sharing) {
    HostAlgorithms hosts = layout == null ? null : new HostAlgorithms(members, layout, sharing);
    return new ByMessages(members, hosts, CommunicatorTables.of(members.size(), layout, named));
  }

  private ByMessages(Members members, HostAlgorithms hosts, CommunicatorTables tables) {
    this.members = members;
    this.hosts = hosts;
    this.tables = tables;
    int size = members.size();
    AlgorithmTable.Barrier choice = AlgorithmTable.choose(tables.barrier, 0, size, true);
    barrier =
        choice == AlgorithmTable.Barrier.HIERARCHICAL
            ? hosts.barrier()
            : new Barrier(members, choice == AlgorithmTable.Barrier.LINEAR);
    broadcasts = new Choice<>(tables.broadcast, size);
    allReduces = new Choice<>(tables.allReduce, size);
    gathers = new Choice<>(tables.gather, size);
    scatters = new Choice<>(tables.scatter, size);
    allGathers = new Choice<>(tables.allGather, size);
    allToAlls = new Choice<>(tables.allToAll, size);
    reduceScatters = new Choice<>(tables.reduceScatter, size);
  }

  @Override
  public Algorithm byMessages(
      CollectiveKind kind, Blocks own, Blocks all, Reduction reduction, int root) {
    if (kind == CollectiveKind.BARRIER) {
      return barrier;
    } else if (kind == CollectiveKind.ALL_REDUCE) {
      AlgorithmTable.AllReduce choice = allReduces.of(own.bytes(0));
      return TableAlgorithms.allReduce(choice, members, hosts, own, all, reduction);
    } else if (kind == CollectiveKind.BROADCAST) {
      return broadcast(own, root);
    } else if (kind == CollectiveKind.REDUCE) {
      return hosts == null
          ? new BinomialReduce(members, own, all, reduction, root)
          : reduce(own, all, reduction, root);
    } else if (kind == CollectiveKind.ALL_GATHER) {
      AlgorithmTable.AllGather choice = allGathers.of(members.size() * all.bytes(0));
      return TableAlgorithms.allGather(choice, members, hosts, own, all, true);
    } else if (kind == CollectiveKind.ALL_TO_ALL) {
      return allToAll(own, all, allToAlls.of(all.bytes(0)));
    } else if (kind == CollectiveKind.ALL_GATHER_V) {
      return allGatherV(own, all);
    } else if (kind == CollectiveKind.SCATTER_V) {
      return new LinearScatter(members, all, own, root);
    } else if (kind == CollectiveKind.ALL_TO_ALL_V) {
      return allToAll(own, all, AlgorithmTable.AllToAll.EXCHANGE);
    }
    return kind == CollectiveKind.GATHER ? gather(own, all, root) : scatter(all, own, root);
  }

  @Override
  public Algorithm reduceScatter(Blocks own, Blocks result, int[] counts, Reduction reduction) {
    AlgorithmTable.ReduceScatter choice = reduceScatters.of(own.bytes(0));
    return TableAlgorithms.reduceScatter(choice, members, own, result, counts, reduction);
  }

  CommunicatorTables tables() {
    return tables;
  }

  /** Null where hosts make no difference. */
  HostAlgorithms hosts() {
    return hosts;
  }

  /** What waits for all ranks. */
  Barrier barrier() {
    return barrier;
  }

  private Algorithm broadcast(Blocks data, int root) {
    AlgorithmTable.Broadcast choice = broadcasts.of(data.bytes(0));
    if (choice == AlgorithmTable.Broadcast.BINOMIAL) {
      return new BinomialBroadcast(members, data, root);
    }
    return hosts == null
        ? new ChainBroadcast(members, data, root)
        : hosts.broadcast(choice, data, root);
  }

  /** As above, also of a datatype with gaps, or by a function of the user. */
  Algorithm reduce(Blocks own, Blocks result, Reduction reduction, int root) {
    AlgorithmTable.Reduce choice =
        AlgorithmTable.choose(
            tables.reduce, own.bytes(0), members.size(), reduction.isCommutative());
    return choice == AlgorithmTable.Reduce.BINOMIAL
        ? new BinomialReduce(members, own, result, reduction, root)
        : hosts.reduce(own, result, reduction, root);
  }

  /** Blocks of different lengths, of every rank for all. */
  private Algorithm allGatherV(Blocks own, Blocks all) {
    long total = 0;
    for (int rank = 0; rank < members.size(); rank++) {
      total += all.bytes(rank);
    }
    AlgorithmTable.AllGather choice =
        AlgorithmTable.choose(tables.allGatherV, total, members.size(), true);
    return TableAlgorithms.allGather(choice, members, hosts, own, all, false);
  }

  private Algorithm allToAll(Blocks outgoing, Blocks incoming, AlgorithmTable.AllToAll choice) {
    if (choice == AlgorithmTable.AllToAll.BRUCK) {
      return new BruckAllToAll(members, outgoing, incoming);
    }
    int width = choice == AlgorithmTable.AllToAll.PAIRWISE ? 1 : members.size();
    return new ExchangeAllToAll(members, outgoing, incoming, false, width);
  }

  private Algorithm gather(Blocks own, Blocks all, int root) {
    AlgorithmTable.Rooted choice = gathers.of(blockBytes(own, all, root));
    if (choice == AlgorithmTable.Rooted.LINEAR) {
      return new LinearGather(members, own, all, root);
    }
    return choice == AlgorithmTable.Rooted.BINOMIAL
        ? new BinomialGather(members, own, all, root)
        : hosts.gather(own, all, root);
  }

  private Algorithm scatter(Blocks all, Blocks own, int root) {
    AlgorithmTable.Rooted choice = scatters.of(blockBytes(own, all, root));
    if (choice == AlgorithmTable.Rooted.LINEAR) {
      return new LinearScatter(members, all, own, root);
    }
    return choice == AlgorithmTable.Rooted.BINOMIAL
        ? new BinomialScatter(members, all, own, root)
        : hosts.scatter(all, own, root);
  }

  /** The bytes of a rank's block in an operation with a root. */
  private static long blockBytes(Blocks own, Blocks all, int root) {
    return own == null ? all.bytes(root) : own.bytes(0);
  }
}
