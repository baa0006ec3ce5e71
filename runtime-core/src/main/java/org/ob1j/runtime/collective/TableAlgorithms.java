package org.ob1j.runtime.collective;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.movement.BruckAllGather;
import org.ob1j.runtime.collective.movement.DoublingAllGather;
import org.ob1j.runtime.collective.movement.ExchangeAllToAll;
import org.ob1j.runtime.collective.movement.RingAllGather;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.reduce.HalvingAllReduce;
import org.ob1j.runtime.collective.reduce.HalvingReduceScatter;
import org.ob1j.runtime.collective.reduce.LinearAllReduce;
import org.ob1j.runtime.collective.reduce.PairwiseReduceScatter;
import org.ob1j.runtime.collective.reduce.RecursiveDoublingAllReduce;
import org.ob1j.runtime.collective.reduce.RingAllReduce;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.Members;

/**
 * Makes the algorithms that a table names, among all ranks of a communicator, or some. Where the
 * tables know nothing of hosts, {@code hosts} is null.
 */
final class TableAlgorithms {
  private TableAlgorithms() {}

  static Algorithm allReduce(
      AlgorithmTable.AllReduce choice,
      Members members,
      HostAlgorithms hosts,
      Blocks own,
      Blocks result,
      Reduction reduction) {
    if (choice == AlgorithmTable.AllReduce.LINEAR) {
      return new LinearAllReduce(members, own, result, reduction);
    } else if (choice == AlgorithmTable.AllReduce.RECURSIVE_DOUBLING) {
      return new RecursiveDoublingAllReduce(members, own, result, reduction);
    } else if (choice == AlgorithmTable.AllReduce.HALVING) {
      return new HalvingAllReduce(members, own, result, reduction);
    } else if (choice == AlgorithmTable.AllReduce.RING) {
      return new RingAllReduce(members, own, result, reduction);
    }
    return hosts.allReduce(own, result, reduction);
  }

  /**
   * Of reduceScatter.
   *
   * @param counts elements of each rank's block
   */
  static Algorithm reduceScatter(
      AlgorithmTable.ReduceScatter choice,
      Members members,
      Blocks own,
      Blocks result,
      int[] counts,
      Reduction reduction) {
    int[] displacements = new int[members.size()];
    for (int rank = 1; rank < displacements.length; rank++) {
      displacements[rank] = displacements[rank - 1] + counts[rank - 1];
    }
    return choice == AlgorithmTable.ReduceScatter.HALVING
        ? new HalvingReduceScatter(members, own, result, displacements, reduction)
        : new PairwiseReduceScatter(members, own.cut(counts, displacements), result, reduction);
  }

  /**
   * Of allGather.
   *
   * @param isUniform whether all blocks are equally long, and one after the other
   */
  static Algorithm allGather(
      AlgorithmTable.AllGather choice,
      Members members,
      HostAlgorithms hosts,
      Blocks own,
      Blocks all,
      boolean isUniform) {
    if (choice == AlgorithmTable.AllGather.DOUBLING) {
      return new DoublingAllGather(members, own, all);
    } else if (choice == AlgorithmTable.AllGather.BRUCK) {
      return new BruckAllGather(members, own, all);
    } else if (choice == AlgorithmTable.AllGather.RING) {
      return new RingAllGather(members, own, all);
    } else if (choice == AlgorithmTable.AllGather.EXCHANGE) {
      Blocks sent = own == null ? all.sameForAll(members.rank()) : own;
      return new ExchangeAllToAll(members, sent, all, own == null, members.size());
    }
    return hosts.allGather(own, all, isUniform);
  }
}
