package org.ob1j.runtime.collective;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.host.FlatAlgorithms;
import org.ob1j.runtime.collective.host.HostAllGather;
import org.ob1j.runtime.collective.host.HostAllReduce;
import org.ob1j.runtime.collective.host.HostBarrier;
import org.ob1j.runtime.collective.host.HostBroadcast;
import org.ob1j.runtime.collective.host.HostGather;
import org.ob1j.runtime.collective.host.HostGroups;
import org.ob1j.runtime.collective.host.HostLayout;
import org.ob1j.runtime.collective.host.HostPhases;
import org.ob1j.runtime.collective.host.HostReduce;
import org.ob1j.runtime.collective.host.HostScatter;
import org.ob1j.runtime.collective.host.HostSharing;
import org.ob1j.runtime.collective.host.WithinHost;
import org.ob1j.runtime.collective.movement.Barrier;
import org.ob1j.runtime.collective.movement.BinomialBroadcast;
import org.ob1j.runtime.collective.movement.ChainBroadcast;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Sequence;

/**
 * Makes the algorithms of a communicator whose ranks share hosts. The others never need this class,
 * nor those that it names.
 */
final class HostAlgorithms {
  private final Members members;
  private final HostGroups groups;

  HostAlgorithms(Members members, HostLayout layout, HostSharing sharing) {
    this.members = members;
    groups = new HostGroups(layout, members, new WithinGroup(), sharing);
  }

  WithinHost within() {
    return groups.within();
  }

  Barrier barrier() {
    AlgorithmTable.Barrier between =
        AlgorithmTable.choose(AlgorithmTable.BARRIER, 0, groups.count(), true);
    return new HostBarrier(groups, between == AlgorithmTable.Barrier.LINEAR);
  }

  /** One that does not send along a tree of all ranks. */
  Algorithm broadcast(AlgorithmTable.Broadcast choice, Blocks data, int root) {
    return choice == AlgorithmTable.Broadcast.CHAIN
        ? HostBroadcast.chain(groups, data, root)
        : inPhases(new HostBroadcast(groups, data, root));
  }

  Algorithm reduce(Blocks own, Blocks result, Reduction reduction, int root) {
    return inPhases(new HostReduce(groups, own, result, reduction, root));
  }

  Algorithm allReduce(Blocks own, Blocks result, Reduction reduction) {
    return inPhases(new HostAllReduce(groups, own, result, reduction));
  }

  Algorithm gather(Blocks own, Blocks all, int root) {
    return inPhases(new HostGather(groups, own, all, root));
  }

  Algorithm scatter(Blocks all, Blocks own, int root) {
    return inPhases(new HostScatter(groups, all, own, root));
  }

  Algorithm allGather(Blocks own, Blocks all, boolean isUniform) {
    return inPhases(new HostAllGather(groups, own, all, isUniform));
  }

  private Algorithm inPhases(HostPhases phases) {
    return new Sequence(members, phases);
  }

  /** What {@link AlgorithmTable} says for ranks on one host, and for the leaders of hosts. */
  private static final class WithinGroup implements FlatAlgorithms {
    @Override
    public Algorithm broadcast(Members members, Blocks data, int root) {
      AlgorithmTable.Broadcast choice =
          AlgorithmTable.choose(AlgorithmTable.BROADCAST, data.bytes(0), members.size(), true);
      // A chain cuts data, which must have no gaps.
      return choice == AlgorithmTable.Broadcast.CHAIN && data.isContiguous
          ? new ChainBroadcast(members, data, root)
          : new BinomialBroadcast(members, data, root);
    }

    @Override
    public Algorithm allReduce(Members members, Blocks own, Blocks result, Reduction reduction) {
      AlgorithmTable.AllReduce choice =
          AlgorithmTable.choose(
              reduction.isUserDefined()
                  ? AlgorithmTable.ALL_REDUCE_BY_USER
                  : AlgorithmTable.ALL_REDUCE,
              own.bytes(0),
              members.size(),
              reduction.isCommutative());
      return TableAlgorithms.allReduce(choice, members, null, own, result, reduction);
    }

    @Override
    public Algorithm allGather(Members members, Blocks all, long allBytes, boolean isUniform) {
      AlgorithmTable.AllGather choice =
          AlgorithmTable.choose(
              isUniform ? AlgorithmTable.ALL_GATHER : AlgorithmTable.ALL_GATHER_V,
              allBytes,
              members.size(),
              true);
      return TableAlgorithms.allGather(choice, members, null, null, all, isUniform);
    }
  }
}
