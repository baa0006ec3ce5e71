package org.ob1j.runtime.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.buffer.Workspace;
import org.ob1j.runtime.collective.op.Operator;
import org.ob1j.runtime.collective.op.PredefinedReduction;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.CollectiveRequest;
import org.ob1j.runtime.collective.shared.SharedCollectives;
import org.ob1j.runtime.datatype.DerivedTypes;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.job.Modex;
import org.ob1j.runtime.job.NodeMap;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.pml.LoopbackNetwork;
import org.ob1j.runtime.pml.LoopbackPml;
import org.ob1j.runtime.pml.LoopbackRanks;
import org.ob1j.runtime.pml.LoopbackRegions;

/** Ranks in one JVM that share memory for their collectives, as if they were on one host. */
final class SharedMemoryJob {
  private static final int CONTEXT = 1;
  static final TypeMap INT = TypeMap.of(PrimitiveType.INT);

  /** An int, and a gap as long. */
  static final TypeMap GAPPED = DerivedTypes.resized(INT, 0, 2 * Integer.BYTES);

  static final Reduction SUM = new PredefinedReduction(Operator.SUM, PrimitiveType.INT);

  final LoopbackRegions regions = new LoopbackRegions();

  /** The rank that shares no memory with the others; -1 if all do. */
  int alone = -1;

  /** What the ranks know of before the first operation; null for nothing. */
  private List<JobArea> areas;

  /** One of the ranks, and what it calls. */
  final class Rank {
    final int rank;
    final int size;
    final Collectives collectives;
    final LoopbackPml engine;

    /** Whether it starts operations and then waits for them. */
    boolean starts;

    Rank(LoopbackPml engine, int rank, int size, String nodes, ParameterSet named) {
      this.engine = engine;
      this.rank = rank;
      this.size = size;
      int[] processes = IntStream.range(0, size).toArray();
      collectives =
          new Collectives(
              engine,
              engine.open(CONTEXT, rank, processes),
              new Workspace(null),
              NodeMap.parse(nodes, size),
              processes,
              named);
      if (areas != null) {
        collectives.share(areas.get(rank));
      }
    }

    void perform(Algorithm algorithm) {
      if (starts) {
        await(collectives.start(algorithm));
      } else {
        collectives.runForUser(algorithm);
      }
    }

    /** Waits for what was started, or throws what ended it. */
    void await(CollectiveRequest request) {
      engine.await(request);
      if (request.failure() != null) {
        throw request.failure();
      }
    }

    private void barrier() {
      if (starts) {
        perform(collectives.barrier());
      } else {
        collectives.runBarrier();
      }
    }

    /** Calls as many operations as there are before ranks agree whether to share memory. */
    void agree() {
      for (int i = 0; i < SharedCollectives.OPERATIONS_BEFORE; i++) {
        barrier();
      }
    }

    int[] numbers(int count) {
      return numbersOf(rank, count);
    }

    /** Any number of operations, one after the other, whichever way each goes. */
    void performAll(int count) {
      for (int root = 0; root < size; root++) {
        broadcast(count, root);
        gather(count, root);
        scatter(count, root);
        reduce(count, root);
      }
      barrier();
      allReduce(count);
      allGather(count);
      allToAll(count);
      reduceScatter(count);
    }

    /** One of the nine kinds of operations. */
    void perform(int kind, int count, int root) {
      switch (kind) {
        case 0 -> broadcast(count, root);
        case 1 -> gather(count, root);
        case 2 -> scatter(count, root);
        case 3 -> reduce(count, root);
        case 4 -> allReduce(count);
        case 5 -> allGather(count);
        case 6 -> allToAll(count);
        case 7 -> reduceScatter(count);
        default -> barrier();
      }
    }

    void broadcast(int count, int root) {
      int[] data = rank == root ? numbers(count) : new int[count];
      perform(collectives.broadcast(Blocks.same(data, count, INT), root));
      assertThat(data).isEqualTo(numbersOf(root, count));
    }

    void gather(int count, int root) {
      int[] all = new int[size * count];
      Blocks own = Blocks.same(numbers(count), count, INT);
      perform(collectives.gather(own, rank == root ? Blocks.uniform(all, count, INT) : null, root));
      assertThat(all).isEqualTo(rank == root ? allNumbers(size, count) : new int[size * count]);
    }

    void scatter(int count, int root) {
      int[] own = new int[count];
      Blocks all = rank == root ? Blocks.uniform(allNumbers(size, count), count, INT) : null;
      perform(collectives.scatter(all, Blocks.same(own, count, INT), root));
      assertThat(own).isEqualTo(numbers(count));
    }

    void reduce(int count, int root) {
      int[] result = new int[count];
      Blocks own = Blocks.same(numbers(count), count, INT);
      perform(
          collectives.reduce(
              own, rank == root ? Blocks.same(result, count, INT) : null, SUM, root));
      assertThat(result).isEqualTo(rank == root ? sums(size, count) : new int[count]);
    }

    void allReduce(int count) {
      int[] inPlace = numbers(count);
      Blocks block = Blocks.same(inPlace, count, INT);
      perform(collectives.allReduce(block, block, SUM));
      assertThat(inPlace).isEqualTo(sums(size, count));
    }

    void allGather(int count) {
      int[] all = new int[size * count];
      System.arraycopy(numbers(count), 0, all, rank * count, count);
      perform(collectives.allGather(null, Blocks.uniform(all, count, INT)));
      assertThat(all).isEqualTo(allNumbers(size, count));
    }

    void allToAll(int count) {
      int[] in = new int[size * count];
      perform(
          collectives.allToAll(
              Blocks.uniform(outgoing(count), count, INT), Blocks.uniform(in, count, INT)));
      assertThat(in).isEqualTo(incoming(count));
    }

    /** Of blocks of different lengths, one of which has no elements; in place if it is odd. */
    void reduceScatter(int count) {
      int[] counts = IntStream.range(0, size).map(block -> count * block / (size - 1)).toArray();
      int total = IntStream.of(counts).sum();
      int before = IntStream.of(counts).limit(rank).sum();
      int[] own = numbers(total);
      int[] result = count % 2 == 1 ? own : new int[counts[rank]];
      Blocks block = Blocks.same(own, total, INT);
      perform(
          collectives.reduceScatter(
              block, result == own ? block : Blocks.same(result, counts[rank], INT), counts, SUM));
      int[] expected = numbers(result == own ? total : counts[rank]);
      System.arraycopy(sums(size, total), before, expected, 0, counts[rank]);
      assertThat(result).isEqualTo(expected);
    }

    int[] outgoing(int count) {
      return IntStream.range(0, size)
          .flatMap(to -> IntStream.of(numbersFor(rank, to, count)))
          .toArray();
    }

    int[] incoming(int count) {
      return IntStream.range(0, size)
          .flatMap(from -> IntStream.of(numbersFor(from, rank, count)))
          .toArray();
    }
  }

  /** What a rank sends to another in an allToAll. */
  static int[] numbersFor(int from, int to, int count) {
    return IntStream.range(0, count).map(i -> 1_000_000 * from + 10_000 * to + i).toArray();
  }

  /**
   * The ranks ask for an area before the first operation.
   *
   * @param isThere whether rank 0 has made one
   */
  void publish(int ranks, boolean isThere) {
    publish(ranks, isThere, rank -> null);
  }

  /** The same, with parameters that may be different at each rank; null for none. */
  void publish(int ranks, boolean isThere, IntFunction<ParameterSet> named) {
    byte[][] value = new byte[1][];
    areas = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      JobIdentity identity = new JobIdentity("job", rank, ranks, rank, ranks);
      areas.add(JobArea.of(control(identity, value), named.apply(rank)));
    }
    if (isThere) {
      areas.forEach(area -> area.create(regions));
    }
  }

  private static JobControl control(JobIdentity identity, byte[][] value) {
    Modex modex =
        Fake.of(
            Modex.class,
            (name, arguments) -> name.equals("put") ? value[0] = (byte[]) arguments[1] : value[0]);
    return Fake.of(
        JobControl.class, (name, arguments) -> name.equals("identity") ? identity : modex);
  }

  static int[] numbersOf(int rank, int count) {
    return IntStream.range(0, count).map(i -> 1000 * (rank + 1) + i).toArray();
  }

  static int[] allNumbers(int size, int count) {
    return IntStream.range(0, size).flatMap(rank -> IntStream.of(numbersOf(rank, count))).toArray();
  }

  static int[] sums(int size, int count) {
    int[] sums = new int[count];
    for (int rank = 0; rank < size; rank++) {
      int[] numbers = numbersOf(rank, count);
      for (int i = 0; i < count; i++) {
        sums[i] += numbers[i];
      }
    }
    return sums;
  }

  void run(int size, Consumer<Rank> program) {
    run(size, "0*" + size, null, program);
  }

  void run(int size, String nodes, ParameterSet named, Consumer<Rank> program) {
    runWith(size, nodes, rank -> named, program);
  }

  /** As {@link #run}, with parameters that may be different at each rank. */
  void runWith(int size, IntFunction<ParameterSet> named, Consumer<Rank> program) {
    runWith(size, "0*" + size, named, program);
  }

  private void runWith(
      int size, String nodes, IntFunction<ParameterSet> named, Consumer<Rank> program) {
    List<LoopbackPml> engines = LoopbackNetwork.engines(size);
    LoopbackRanks.run(
        size,
        rank -> {
          LoopbackPml engine = engines.get(rank);
          if (rank != alone) {
            engine.share(regions);
          }
          program.accept(new Rank(engine, rank, size, nodes, named.apply(rank)));
          assertThat(engine.requestsInUse()).as("requests not given back").isZero();
        });
  }
}
