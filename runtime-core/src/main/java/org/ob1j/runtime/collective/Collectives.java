package org.ob1j.runtime.collective;

import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.topology.Neighbors;

/**
 * The collective operations of one communicator, on a context that carries nothing else. Each is
 * prepared first, and then either {@link #run} or {@link #start}ed. All ranks call the same ones in
 * the same order (MPI standard, "Collective Communication").
 *
 * <pre>
 *   Collectives.broadcast ──► AlgorithmTable ──► Algorithm
 *                                                   │ begin(0), begin(1), …
 *   run:    waits for each round's messages         ▼
 *   start:  begins the next round when the        Round ──► PmlCommunicator
 *           engine polls and finds one complete
 * </pre>
 *
 * <p>Arguments have been checked: counts are not negative, the root is a rank, buffers hold what
 * the counts say. Buffers belong to the operation until it is complete. Thread rules are those of
 * the engine.
 */
public class Collectives {
  /** Tags from here on are left to others who send on the same context. */
  public static final int FIRST_FREE_TAG = 1 << 29;

  /** The tag of all operations that a rank waits for: it has no two of them at a time. */
  private static final int BLOCKING_TAG = 0;

  private final Pml pml;
  private final PmlCommunicator communicator;
  final Members members;
  final int size;
  private final Round blockingRound;
  private int lastTag = BLOCKING_TAG;
  private Algorithm running;

  /**
   * Collectives on a context.
   *
   * @param communicator the context; nothing else may be sent on it with tags below {@link
   *     #FIRST_FREE_TAG}
   * @param workspace this process's
   */
  public Collectives(Pml pml, PmlCommunicator communicator, Workspace workspace) {
    this.pml = pml;
    this.communicator = communicator;
    size = communicator.size();
    members = new Members(communicator.rank(), size, workspace);
    blockingRound = new Round(pml, communicator, BLOCKING_TAG, true);
  }

  /**
   * Carries out an operation, waiting for it.
   *
   * @throws CollectiveException if a message was longer than what this rank expects
   * @throws org.ob1j.runtime.pml.PmlException if a peer failed
   */
  public void run(Algorithm algorithm) {
    boolean done = false;
    running = algorithm;
    try {
      for (int number = 0; algorithm.begin(number, blockingRound); number++) {
        blockingRound.await();
      }
      blockingRound.requireWhole();
      done = true;
    } finally {
      if (!done) {
        blockingRound.abandon();
      }
      running = null;
      algorithm.release();
    }
  }

  /** What reports call the operation that this process is in. */
  public String running() {
    Algorithm now = running;
    return now == null ? "a collective" : now.name();
  }

  /** Starts an operation, which gets on whenever the engine polls. */
  public CollectiveRequest start(Algorithm algorithm) {
    lastTag = lastTag == FIRST_FREE_TAG - 1 ? BLOCKING_TAG + 1 : lastTag + 1;
    Round round = new Round(pml, communicator, lastTag, false);
    CollectiveRequest request = new CollectiveRequest(pml, algorithm, round);
    request.start();
    return request;
  }

  /** Operations one after the other. */
  public Algorithm sequence(Steps steps) {
    return new Sequence(members, steps);
  }

  /** Lets the engine poll, for {@link Steps} that wait for other operations of this process. */
  public Algorithm pause() {
    return new Pause(members);
  }

  /** What a rank does that has no part in an operation. */
  public Algorithm nothing() {
    return new Nothing(members);
  }

  /** Waits for all ranks. */
  public Algorithm barrier() {
    return switch (AlgorithmTable.barrier(size)) {
      case LINEAR -> new LinearBarrier(members);
      case DISSEMINATION -> new DisseminationBarrier(members);
    };
  }

  /** The root's data for all. */
  public Algorithm broadcast(Blocks data, int root) {
    if (size == 1 || data.bytes(0) == 0) {
      return new Nothing(members);
    }
    Staging staging = new Staging(members);
    boolean isRoot = members.rank() == root;
    Blocks staged = isRoot ? staging.outgoing(data, 1) : staging.incoming(data, 1);
    return staging.around(
        switch (AlgorithmTable.broadcast(data.bytes(0), size)) {
          case BINOMIAL -> new BinomialBroadcast(members, staged, root);
          case CHAIN -> new ChainBroadcast(members, staged, root);
        });
  }

  /**
   * All ranks' elements combined at the root.
   *
   * @param own this rank's elements
   * @param result where the result goes, the same as {@code own} for in place; null but at the root
   */
  public Algorithm reduce(Blocks own, Blocks result, Reduction reduction, int root) {
    int count = own.count(0);
    if (count == 0) {
      return new Nothing(members);
    }
    Staging staging = new Staging(members);
    Blocks input = staging.operands(own, reduction.operandType(), result == own);
    Blocks output = result == own ? input : staging.operands(result, reduction.operandType(), true);
    return staging.around(
        new BinomialReduce(members, input, output, count, reduction, root), reduction);
  }

  /**
   * All ranks' elements combined at all ranks.
   *
   * @param own this rank's elements
   * @param result where the result goes, the same as {@code own} for in place
   */
  public Algorithm allReduce(Blocks own, Blocks result, Reduction reduction) {
    int count = own.count(0);
    if (count == 0) {
      return new Nothing(members);
    }
    Staging staging = new Staging(members);
    Blocks input = staging.operands(own, reduction.operandType(), result == own);
    Blocks output = result == own ? input : staging.operands(result, reduction.operandType(), true);
    return staging.around(allReduceOf(input, output, count, reduction), reduction);
  }

  private Algorithm allReduceOf(Blocks own, Blocks result, int count, Reduction reduction) {
    return switch (AlgorithmTable.allReduce(
        own.bytes(0), size, reduction.isCommutative(), reduction.isUserDefined())) {
      case LINEAR -> new LinearAllReduce(members, own, result, count, reduction);
      case RECURSIVE_DOUBLING -> new RecursiveDoublingAllReduce(
          members, own, result, count, reduction);
      case HALVING -> new HalvingAllReduce(members, own, result, count, reduction);
      case RING -> new RingAllReduce(members, own, result, count, reduction);
    };
  }

  /**
   * All ranks' elements combined, of which each rank gets a block.
   *
   * @param own this rank's elements: its parts of all blocks, one behind the other
   * @param result where this rank's block goes, the same as {@code own} for in place, where it goes
   *     to the beginning
   * @param counts elements of each rank's block
   */
  public Algorithm reduceScatter(Blocks own, Blocks result, int[] counts, Reduction reduction) {
    if (own.count(0) == 0) {
      return new Nothing(members);
    }
    Staging staging = new Staging(members);
    Blocks input = staging.operands(own, reduction.operandType(), result == own);
    Blocks output = result == own ? input : staging.operands(result, reduction.operandType(), true);
    int[] displacements = new int[size];
    for (int rank = 1; rank < size; rank++) {
      displacements[rank] = displacements[rank - 1] + counts[rank - 1];
    }
    Blocks parts = input.cut(counts, displacements);
    return staging.around(
        switch (AlgorithmTable.reduceScatter(
            own.bytes(0), size, reduction.isCommutative(), reduction.isUserDefined())) {
          case HALVING -> new HalvingReduceScatter(
              members, input, output, displacements, reduction);
          case PAIRWISE -> new PairwiseReduceScatter(members, parts, output, reduction);
        },
        reduction);
  }

  /**
   * The elements of this rank and all before it, combined.
   *
   * @param own this rank's elements
   * @param result where the result goes, the same as {@code own} for in place
   * @param exclusive whether this rank's own elements are left out; then rank 0 has no result
   */
  public Algorithm scan(Blocks own, Blocks result, Reduction reduction, boolean exclusive) {
    int count = own.count(0);
    if (count == 0) {
      return new Nothing(members);
    }
    Staging staging = new Staging(members);
    Blocks input = staging.operands(own, reduction.operandType(), result == own);
    Blocks output = result == own ? input : staging.operands(result, reduction.operandType(), true);
    return staging.around(
        new DoublingScan(members, input, output, count, reduction, exclusive), reduction);
  }

  /**
   * Combines elements of this process with others of it, without a message.
   *
   * @param first what comes first
   * @param second as many elements, whose place the result takes
   */
  public void combine(Blocks first, Blocks second, Reduction reduction) {
    int count = second.count(0);
    if (count == 0) {
      return;
    }
    Staging staging = new Staging(members);
    Blocks input = staging.operands(first, reduction.operandType(), false);
    Blocks result = staging.operands(second, reduction.operandType(), true);
    Operands left = new Operands(members.workspace(), reduction, input, input, count);
    Operands right = new Operands(members.workspace(), reduction, result, result, count);
    try {
      reduction.apply(left.input, left.inputIndex, right.output, right.outputIndex, count);
      reduction.requireApplied();
      right.store(right.output, right.outputIndex);
      staging.unpack();
    } finally {
      left.release();
      right.release();
      staging.release();
    }
  }

  /**
   * As many elements of every rank for the root.
   *
   * @param own this rank's block; null at the root if it is in {@code all}
   * @param all a block for each rank; null but at the root
   */
  public Algorithm gather(Blocks own, Blocks all, int root) {
    long blockBytes = own == null ? all.bytes(root) : own.bytes(0);
    return gather(own, all, root, AlgorithmTable.rooted(blockBytes, size));
  }

  /** As {@link #gather}, for blocks of different lengths. */
  public Algorithm gatherV(Blocks own, Blocks all, int root) {
    return gather(own, all, root, AlgorithmTable.Rooted.LINEAR);
  }

  private Algorithm gather(Blocks own, Blocks all, int root, AlgorithmTable.Rooted choice) {
    Algorithm tooLong = OwnBlockTooLong.orNull(members, own, 0, all, root);
    if (tooLong != null) {
      return tooLong;
    }
    Staging staging = new Staging(members);
    Blocks sent = staging.outgoing(own, 1);
    Blocks received = staging.incoming(all, size);
    return staging.around(
        switch (choice) {
          case BINOMIAL -> new BinomialGather(members, sent, received, root);
          case LINEAR -> new LinearGather(members, sent, received, root);
        });
  }

  /**
   * As many of the root's elements for every rank.
   *
   * @param all a block for each rank; null but at the root
   * @param own where this rank's block goes; null at the root if it stays in {@code all}
   */
  public Algorithm scatter(Blocks all, Blocks own, int root) {
    long blockBytes = own == null ? all.bytes(root) : own.bytes(0);
    return scatter(all, own, root, AlgorithmTable.rooted(blockBytes, size));
  }

  /** As {@link #scatter}, for blocks of different lengths. */
  public Algorithm scatterV(Blocks all, Blocks own, int root) {
    return scatter(all, own, root, AlgorithmTable.Rooted.LINEAR);
  }

  private Algorithm scatter(Blocks all, Blocks own, int root, AlgorithmTable.Rooted choice) {
    Algorithm tooLong = OwnBlockTooLong.orNull(members, all, root, own, 0);
    if (tooLong != null) {
      return tooLong;
    }
    Staging staging = new Staging(members);
    Blocks sent = staging.outgoing(all, size);
    Blocks received = staging.incoming(own, 1);
    return staging.around(
        switch (choice) {
          case BINOMIAL -> new BinomialScatter(members, sent, received, root);
          case LINEAR -> new LinearScatter(members, sent, received, root);
        });
  }

  /**
   * As many elements of every rank for all.
   *
   * @param own this rank's block; null if it is in {@code all}
   * @param all a block for each rank
   */
  public Algorithm allGather(Blocks own, Blocks all) {
    Algorithm tooLong = OwnBlockTooLong.orNull(members, own, 0, all, members.rank());
    if (tooLong != null) {
      return tooLong;
    }
    if (all.bytes(0) == 0) {
      return new Nothing(members);
    }
    Staging staging = new Staging(members);
    Blocks sent = staging.outgoing(own, 1);
    Blocks received = staging.incoming(all, size);
    return staging.around(
        switch (AlgorithmTable.allGather(size * all.bytes(0), size)) {
          case DOUBLING -> new DoublingAllGather(members, sent, received);
          case BRUCK -> new BruckAllGather(members, sent, received);
          default -> new RingAllGather(members, sent, received);
        });
  }

  /** As {@link #allGather}, for blocks of different lengths. */
  public Algorithm allGatherV(Blocks own, Blocks all) {
    Algorithm tooLong = OwnBlockTooLong.orNull(members, own, 0, all, members.rank());
    if (tooLong != null) {
      return tooLong;
    }
    long total = 0;
    for (int rank = 0; rank < size; rank++) {
      total += all.bytes(rank);
    }
    Staging staging = new Staging(members);
    Blocks given = staging.outgoing(own, 1);
    Blocks received = staging.incoming(all, size);
    if (AlgorithmTable.allGatherV(total, size) == AlgorithmTable.AllGather.RING) {
      return staging.around(new RingAllGather(members, given, received));
    }
    Blocks sent = own == null ? received.sameForAll(members.rank()) : given;
    return staging.around(new ExchangeAllToAll(members, sent, received, own == null, size));
  }

  /**
   * As many elements of every rank for every other.
   *
   * @param outgoing the block for each rank
   * @param incoming where each rank's block goes
   */
  public Algorithm allToAll(Blocks outgoing, Blocks incoming) {
    if (outgoing.bytes(0) == 0 && incoming.bytes(0) == 0) {
      return new Nothing(members);
    }
    return allToAll(outgoing, incoming, AlgorithmTable.allToAll(incoming.bytes(0), size));
  }

  /** As {@link #allToAll}, for blocks of different lengths. */
  public Algorithm allToAllV(Blocks outgoing, Blocks incoming) {
    return allToAll(outgoing, incoming, AlgorithmTable.AllToAll.EXCHANGE);
  }

  private Algorithm allToAll(Blocks outgoing, Blocks incoming, AlgorithmTable.AllToAll choice) {
    int rank = members.rank();
    Algorithm tooLong = OwnBlockTooLong.orNull(members, outgoing, rank, incoming, rank);
    if (tooLong != null) {
      return tooLong;
    }
    Staging staging = new Staging(members);
    Blocks sent = staging.outgoing(outgoing, size);
    Blocks received = staging.incoming(incoming, size);
    return staging.around(
        switch (choice) {
          case BRUCK -> new BruckAllToAll(members, sent, received);
          case EXCHANGE -> new ExchangeAllToAll(members, sent, received, false, size);
          case PAIRWISE -> new ExchangeAllToAll(members, sent, received, false, 1);
        });
  }

  /**
   * The same elements for every destination in a topology, and those of every source.
   *
   * @param own this rank's block
   * @param all a block for each source; that of nobody is left alone
   */
  public Algorithm neighborAllGather(Neighbors neighbors, Blocks own, Blocks all) {
    Staging staging = new Staging(members);
    Blocks sent = staging.outgoing(own, 1);
    Blocks received = staging.incoming(all, neighbors.sourceCount());
    return staging.around(new NeighborExchange(members, neighbors, sent, received));
  }

  /**
   * Elements for every destination in a topology, and those of every source. Blocks may differ in
   * length.
   *
   * @param outgoing a block for each destination
   * @param incoming a block for each source; that of nobody is left alone
   */
  public Algorithm neighborAllToAll(Neighbors neighbors, Blocks outgoing, Blocks incoming) {
    Staging staging = new Staging(members);
    Blocks sent = staging.outgoing(outgoing, neighbors.destinationCount());
    Blocks received = staging.incoming(incoming, neighbors.sourceCount());
    return staging.around(new NeighborExchange(members, neighbors, sent, received));
  }
}
