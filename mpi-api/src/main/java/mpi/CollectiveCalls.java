package mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ob1j.runtime.collective.Collectives;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.datatype.BufferBounds;
import org.ob1j.runtime.datatype.BufferException;
import org.ob1j.runtime.datatype.TypeMap;

/**
 * Collective operations on one communicator: checks arguments, prepares the operation, and either
 * waits for it ({@link #run}) or hands out a request ({@link #start}). {@link AreaCalls} does
 * before this what it can.
 */
class CollectiveCalls {
  private final Communicator communicator;
  final Collectives collectives;

  final AreaCalls inArea;

  /** How many ranks data comes from, or goes to. */
  private final int size;

  private final int rank;

  CollectiveCalls(Communicator communicator, Collectives collectives) {
    this.communicator = communicator;
    this.collectives = collectives;
    size = communicator.pointToPoint().size();
    rank = communicator.pointToPoint().rank();
    inArea = new AreaCalls(this, rank, size);
  }

  /** Waits for an operation. */
  final void run(String operation, Algorithm algorithm) {
    try {
      collectives.runForUser(algorithm);
    } catch (RuntimeException | Error failure) {
      throw failed(operation, failure);
    }
  }

  /** Waits for all ranks. */
  final void runBarrier(String operation) {
    try {
      collectives.runBarrier();
    } catch (RuntimeException | Error failure) {
      throw failed(operation, failure);
    }
  }

  /** What a failed collective throws. */
  final RuntimeException failed(String operation, Throwable failure) {
    communicator.keepId();
    if (failure instanceof Error error) {
      throw error;
    }
    return communicator.collectiveFailure(operation, (RuntimeException) failure);
  }

  /** Starts an operation. */
  Request start(Algorithm algorithm) {
    return new Request(communicator, collectives.start(algorithm));
  }

  Algorithm barrier() {
    return collectives.barrier();
  }

  Algorithm broadcast(String operation, Object buffer, int count, Datatype type, int root) {
    check(operation, CollectiveArguments.ofData(buffer, count, type));
    if (rank != root) {
      check(operation, CollectiveArguments.ofWritten(buffer, count));
    }
    check(operation, CollectiveArguments.ofRoot(root, size));
    return collectives.broadcast(same(operation, buffer, count, type), root);
  }

  Algorithm reduce(
      String operation, Object own, Object result, int count, Datatype type, Op op, int root) {
    Reduction reduction = reduction(operation, own, count, type, op);
    if (rank == root) {
      check(operation, CollectiveArguments.ofWritten(result, count));
    }
    check(operation, CollectiveArguments.ofRoot(root, size));
    Blocks ownBlock = same(operation, own, count, type);
    if (rank != root) {
      return collectives.reduce(ownBlock, null, reduction, root);
    }
    Blocks resultBlock = result == own ? ownBlock : same(operation, result, count, type);
    return collectives.reduce(ownBlock, resultBlock, reduction, root);
  }

  Algorithm allReduce(
      String operation, Object own, Object result, int count, Datatype type, Op op) {
    Reduction reduction = reduction(operation, own, result, count, type, op);
    Blocks ownBlock = same(operation, own, count, type);
    return collectives.allReduce(
        ownBlock, result == own ? ownBlock : same(operation, result, count, type), reduction);
  }

  /** The result takes the beginning of the buffer if that is the one with the elements, too. */
  Algorithm reduceScatter(
      String operation, Object own, Object result, int[] counts, Datatype type, Op op) {
    Reduction reduction = reduction(operation, type, op);
    check(operation, CollectiveArguments.ofParts(own, result, counts, type, size, rank));
    int total = 0;
    for (int i = 0; i < size; i++) {
      total += counts[i];
    }
    Blocks parts = same(operation, own, total, type);
    Blocks block = result == own ? parts : same(operation, result, counts[rank], type);
    return collectives.reduceScatter(parts, block, counts, reduction);
  }

  /** The same with as many elements for each rank. */
  Algorithm reduceScatterBlock(
      String operation, Object own, Object result, int count, Datatype type, Op op) {
    check(operation, CollectiveArguments.ofOperation(op, type));
    check(operation, CollectiveArguments.ofData(own, count, type));
    int[] counts = new int[size];
    Arrays.fill(counts, count);
    return reduceScatter(operation, own, result, counts, type, op);
  }

  Algorithm scan(
      String operation,
      Object own,
      Object result,
      int count,
      Datatype type,
      Op op,
      boolean exclusive) {
    Reduction reduction = reduction(operation, own, result, count, type, op);
    Blocks ownBlock = same(operation, own, count, type);
    Blocks resultBlock = result == own ? ownBlock : same(operation, result, count, type);
    return collectives.scan(ownBlock, resultBlock, reduction, exclusive);
  }

  private Reduction reduction(
      String operation, Object own, Object result, int count, Datatype type, Op op) {
    Reduction reduction = reduction(operation, own, count, type, op);
    check(operation, CollectiveArguments.ofWritten(result, count));
    return reduction;
  }

  private Reduction reduction(String operation, Object own, int count, Datatype type, Op op) {
    Reduction reduction = reduction(operation, type, op);
    check(operation, CollectiveArguments.ofData(own, count, type));
    return reduction;
  }

  /** What an operation does with a datatype. */
  final Reduction reduction(String operation, Datatype type, Op op) {
    check(operation, CollectiveArguments.ofOperation(op, type));
    return op.reduction(type);
  }

  /** Combines elements of this process with others of it. */
  void combine(String operation, Object first, Object second, int count, Datatype type, Op op) {
    Reduction reduction = reduction(operation, first, second, count, type, op);
    collectives.combine(
        same(operation, first, count, type), same(operation, second, count, type), reduction);
  }

  Algorithm gather(
      String operation,
      Object own,
      int ownCount,
      Datatype ownType,
      Object all,
      int count,
      Datatype type,
      int root) {
    check(operation, CollectiveArguments.ofRoot(root, size));
    check(operation, CollectiveArguments.ofData(own, ownCount, ownType));
    Blocks allBlocks = null;
    if (rank == root) {
      check(operation, CollectiveArguments.ofResult(all, count, type));
      allBlocks = uniform(operation, all, count, type);
    }
    return collectives.gather(same(operation, own, ownCount, ownType), allBlocks, root);
  }

  /** The root's block is in place; on other ranks the buffer holds theirs. */
  Algorithm gatherInPlace(String operation, Object buffer, int count, Datatype type, int root) {
    check(operation, CollectiveArguments.ofRoot(root, size));
    if (rank != root) {
      check(operation, CollectiveArguments.ofData(buffer, count, type));
      return collectives.gather(same(operation, buffer, count, type), null, root);
    }
    check(operation, CollectiveArguments.ofResult(buffer, count, type));
    return collectives.gather(null, uniform(operation, buffer, count, type), root);
  }

  Algorithm gatherV(
      String operation,
      Object own,
      int ownCount,
      Datatype ownType,
      Object all,
      int[] counts,
      int[] displacements,
      Datatype type,
      int root) {
    check(operation, CollectiveArguments.ofRoot(root, size));
    check(operation, CollectiveArguments.ofData(own, ownCount, ownType));
    Blocks allBlocks =
        rank == root ? blocks(operation, all, counts, displacements, type, true) : null;
    return collectives.gatherV(same(operation, own, ownCount, ownType), allBlocks, root);
  }

  /** The root's part, with its own block in place. */
  Algorithm gatherVAtRoot(
      String operation, Object all, int[] counts, int[] displacements, Datatype type, int root) {
    check(operation, CollectiveArguments.ofRoot(root, size));
    requireRoot(operation, root, true);
    return collectives.gatherV(
        null, blocks(operation, all, counts, displacements, type, true), root);
  }

  /** The part of a rank that is not the root. */
  Algorithm gatherVElsewhere(String operation, Object own, int count, Datatype type, int root) {
    check(operation, CollectiveArguments.ofRoot(root, size));
    requireRoot(operation, root, false);
    check(operation, CollectiveArguments.ofData(own, count, type));
    return collectives.gatherV(same(operation, own, count, type), null, root);
  }

  Algorithm scatter(
      String operation,
      Object all,
      int count,
      Datatype type,
      Object own,
      int ownCount,
      Datatype ownType,
      int root) {
    check(operation, CollectiveArguments.ofRoot(root, size));
    check(operation, CollectiveArguments.ofResult(own, ownCount, ownType));
    Blocks allBlocks = null;
    if (rank == root) {
      check(operation, CollectiveArguments.ofData(all, count, type));
      allBlocks = uniform(operation, all, count, type);
    }
    return collectives.scatter(allBlocks, same(operation, own, ownCount, ownType), root);
  }

  /** The root's block stays in place; on other ranks the buffer receives theirs. */
  Algorithm scatterInPlace(String operation, Object buffer, int count, Datatype type, int root) {
    check(operation, CollectiveArguments.ofRoot(root, size));
    if (rank != root) {
      check(operation, CollectiveArguments.ofResult(buffer, count, type));
      return collectives.scatter(null, same(operation, buffer, count, type), root);
    }
    check(operation, CollectiveArguments.ofData(buffer, count, type));
    return collectives.scatter(uniform(operation, buffer, count, type), null, root);
  }

  Algorithm scatterV(
      String operation,
      Object all,
      int[] counts,
      int[] displacements,
      Datatype type,
      Object own,
      int ownCount,
      Datatype ownType,
      int root) {
    check(operation, CollectiveArguments.ofRoot(root, size));
    check(operation, CollectiveArguments.ofResult(own, ownCount, ownType));
    Blocks allBlocks =
        rank == root ? blocks(operation, all, counts, displacements, type, false) : null;
    return collectives.scatterV(allBlocks, same(operation, own, ownCount, ownType), root);
  }

  /** The root's part, whose own block stays in place. */
  Algorithm scatterVAtRoot(
      String operation, Object all, int[] counts, int[] displacements, Datatype type, int root) {
    check(operation, CollectiveArguments.ofRoot(root, size));
    requireRoot(operation, root, true);
    return collectives.scatterV(
        blocks(operation, all, counts, displacements, type, false), null, root);
  }

  /** The part of a rank that is not the root. */
  Algorithm scatterVElsewhere(String operation, Object own, int count, Datatype type, int root) {
    check(operation, CollectiveArguments.ofRoot(root, size));
    requireRoot(operation, root, false);
    check(operation, CollectiveArguments.ofResult(own, count, type));
    return collectives.scatterV(null, same(operation, own, count, type), root);
  }

  Algorithm allGather(
      String operation,
      Object own,
      int ownCount,
      Datatype ownType,
      Object all,
      int count,
      Datatype type) {
    check(operation, CollectiveArguments.ofData(own, ownCount, ownType));
    check(operation, CollectiveArguments.ofResult(all, count, type));
    return collectives.allGather(
        same(operation, own, ownCount, ownType), uniform(operation, all, count, type));
  }

  Algorithm allGatherInPlace(String operation, Object all, int count, Datatype type) {
    check(operation, CollectiveArguments.ofResult(all, count, type));
    return collectives.allGather(null, uniform(operation, all, count, type));
  }

  Algorithm allGatherV(
      String operation,
      Object own,
      int ownCount,
      Datatype ownType,
      Object all,
      int[] counts,
      int[] displacements,
      Datatype type) {
    check(operation, CollectiveArguments.ofData(own, ownCount, ownType));
    return collectives.allGatherV(
        same(operation, own, ownCount, ownType),
        blocks(operation, all, counts, displacements, type, true));
  }

  Algorithm allGatherVInPlace(
      String operation, Object all, int[] counts, int[] displacements, Datatype type) {
    return collectives.allGatherV(null, blocks(operation, all, counts, displacements, type, true));
  }

  Algorithm allToAll(
      String operation,
      Object outgoing,
      int sendCount,
      Datatype sendType,
      Object incoming,
      int receiveCount,
      Datatype receiveType) {
    check(operation, CollectiveArguments.ofData(outgoing, sendCount, sendType));
    check(operation, CollectiveArguments.ofResult(incoming, receiveCount, receiveType));
    return collectives.allToAll(
        uniform(operation, outgoing, sendCount, sendType),
        uniform(operation, incoming, receiveCount, receiveType));
  }

  Algorithm allToAllV(
      String operation,
      Object outgoing,
      int[] sendCounts,
      int[] sendDisplacements,
      Datatype sendType,
      Object incoming,
      int[] receiveCounts,
      int[] receiveDisplacements,
      Datatype receiveType) {
    return collectives.allToAllV(
        blocks(operation, outgoing, sendCounts, sendDisplacements, sendType, false),
        blocks(operation, incoming, receiveCounts, receiveDisplacements, receiveType, true));
  }

  Algorithm allToAllW(
      String operation,
      Object outgoing,
      int[] sendCounts,
      int[] sendDisplacements,
      Datatype[] sendTypes,
      Object incoming,
      int[] receiveCounts,
      int[] receiveDisplacements,
      Datatype[] receiveTypes) {
    return collectives.allToAllV(
        blocks(operation, outgoing, sendCounts, sendDisplacements, sendTypes, false),
        blocks(operation, incoming, receiveCounts, receiveDisplacements, receiveTypes, true));
  }

  final void check(String operation, Violation violation) {
    if (violation != null) {
      // The other ranks may have nothing to object to, and send.
      communicator.keepId();
      throw communicator.raise(operation, violation);
    }
  }

  private void requireRoot(String operation, int root, boolean expected) {
    if (rank == root != expected) {
      check(
          operation,
          new Violation(
              ErrorClass.ARG,
              expected
                  ? "rank " + rank + " calls the form that is for the root, which is " + root
                  : "rank " + rank + " is the root and calls the form that is for all others"));
    }
  }

  final Blocks same(String operation, Object buffer, int count, Datatype type) {
    TypeMap map = type.typeMap();
    requireBytes(operation, buffer, map.firstByte(count), map.endByte(count));
    return Blocks.same(buffer, count, map);
  }

  final Blocks uniform(String operation, Object buffer, int count, Datatype type) {
    return uniform(operation, buffer, count, type, size);
  }

  /** Blocks of the same length, so many. */
  final Blocks uniform(String operation, Object buffer, int count, Datatype type, int number) {
    TypeMap map = type.typeMap();
    long all = (long) number * count;
    requireBytes(operation, buffer, map.firstByte(all), map.endByte(all));
    return Blocks.uniform(buffer, count, map);
  }

  final Blocks blocks(
      String operation,
      Object buffer,
      int[] counts,
      int[] displacements,
      Datatype type,
      boolean written) {
    return blocks(operation, buffer, counts, displacements, type, written, size, "rank");
  }

  /**
   * Blocks of different lengths.
   *
   * @param number how many there are
   * @param owner what messages call those whose they are
   */
  final Blocks blocks(
      String operation,
      Object buffer,
      int[] counts,
      int[] displacements,
      Datatype type,
      boolean written,
      int number,
      String owner) {
    check(
        operation,
        CollectiveArguments.ofBlocks(buffer, counts, displacements, type, written, number, owner));
    TypeMap map = type.typeMap();
    long first = 0;
    long end = 0;
    for (int i = 0; i < number; i++) {
      if (counts[i] != 0) {
        first = Math.min(first, displacements[i] * map.extentBytes() + map.firstByte(counts[i]));
        end = Math.max(end, displacements[i] * map.extentBytes() + map.endByte(counts[i]));
      }
    }
    requireBytes(operation, buffer, first, end);
    return Blocks.of(buffer, counts, displacements, map);
  }

  /** Blocks of datatypes of their own, whose displacements are in bytes. */
  private Blocks blocks(
      String operation,
      Object buffer,
      int[] counts,
      int[] displacements,
      Datatype[] types,
      boolean written) {
    check(operation, CollectiveArguments.ofTypes(types, size));
    check(
        operation,
        CollectiveArguments.ofBlocks(
            buffer, counts, displacements, types[0], written, size, "rank"));
    List<TypeMap> maps = new ArrayList<>();
    long first = 0;
    long end = 0;
    for (int i = 0; i < size; i++) {
      TypeMap map = types[i].typeMap();
      maps.add(map);
      if (counts[i] != 0) {
        first = Math.min(first, displacements[i] + map.firstByte(counts[i]));
        end = Math.max(end, displacements[i] + map.endByte(counts[i]));
      }
    }
    requireBytes(operation, buffer, first, end);
    return Blocks.of(buffer, counts, displacements, maps);
  }

  private void requireBytes(String operation, Object buffer, long first, long end) {
    try {
      BufferBounds.require(buffer, end);
      if (first < 0) {
        BufferBounds.requireBefore(buffer, first, end, communicator.process().pml().buffers());
      }
    } catch (BufferException failure) {
      throw communicator.raise(operation, failure);
    }
  }
}
