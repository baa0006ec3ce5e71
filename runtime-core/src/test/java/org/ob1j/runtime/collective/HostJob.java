package org.ob1j.runtime.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.buffer.Workspace;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.CollectiveRequest;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.job.NodeMap;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.pml.LoopbackNetwork;
import org.ob1j.runtime.pml.LoopbackPml;
import org.ob1j.runtime.pml.LoopbackRanks;
import org.ob1j.runtime.pml.LoopbackRegions;
import org.ob1j.runtime.pml.PmlCommunicator;

/** Ranks in one JVM as if they were on several hosts; counts what goes from one to another. */
final class HostJob {
  static final TypeMap INT = TypeMap.of(PrimitiveType.INT);
  private static final int CONTEXT = 1;

  private final NodeMap nodes;
  private final int[] processes;
  private final ParameterSet named;
  private boolean hostsAreKnown = true;
  private long delaysSeed;

  /** The node whose last rank shares no memory; -1 if all ranks of each node share some. */
  private int nodeWithout = -1;

  private final AtomicLong withinHosts = new AtomicLong();
  private final AtomicLong crossings = new AtomicLong();
  private final AtomicLong crossingBytes = new AtomicLong();

  /**
   * A communicator.
   *
   * @param processes the job's rank of each of its ranks
   * @param named names algorithms; null for none
   */
  HostJob(NodeMap nodes, int[] processes, ParameterSet named) {
    this.nodes = nodes;
    this.processes = processes;
    this.named = named;
  }

  /** One of all ranks of a job. */
  HostJob(String nodes, int ranks) {
    this(NodeMap.parse(nodes, ranks), IntStream.range(0, ranks).toArray(), null);
  }

  /** Its collectives are to be as on one host. */
  HostJob withoutHosts() {
    hostsAreKnown = false;
    return this;
  }

  /** Messages leave up to a millisecond late. */
  HostJob delayed(long seed) {
    delaysSeed = seed;
    return this;
  }

  /** A rank of a host is to have no memory for the others of it. */
  HostJob withoutMemoryOn(int node) {
    nodeWithout = node;
    return this;
  }

  /** How many messages have gone from a rank to another one on its host. */
  long withinHosts() {
    return withinHosts.get();
  }

  /** How many messages have gone from host to host. */
  long crossings() {
    return crossings.get();
  }

  long crossingBytes() {
    return crossingBytes.get();
  }

  /**
   * Runs a program: first waiting for each operation, with and without memory that the ranks of a
   * host share, then starting each.
   */
  void runAllWays(Consumer<Rank> program) {
    run(true, false, program);
    run(true, true, program);
    run(false, true, program);
  }

  /** Runs a program that waits for each operation. */
  void run(Consumer<Rank> program) {
    run(true, false, program);
  }

  /** The same where the ranks of each host share memory. */
  void runWithMemory(Consumer<Rank> program) {
    run(true, true, program);
  }

  private void run(boolean waits, boolean sharesMemory, Consumer<Rank> program) {
    List<LoopbackPml> engines = LoopbackNetwork.engines(nodes.size());
    if (sharesMemory) {
      shareMemory(engines);
    }
    LoopbackRanks.run(
        processes.length,
        rank -> {
          LoopbackPml engine = engines.get(processes[rank]);
          program.accept(new Rank(engine, rank, waits));
          assertThat(engine.requestsInUse()).as("requests not given back").isZero();
        });
  }

  private void shareMemory(List<LoopbackPml> engines) {
    Map<Integer, LoopbackRegions> regions = new HashMap<>();
    int without = -1;
    for (int process : processes) {
      without = nodes.nodeOf(process) == nodeWithout ? process : without;
    }
    for (int process : processes) {
      if (process != without) {
        engines
            .get(process)
            .share(regions.computeIfAbsent(nodes.nodeOf(process), node -> new LoopbackRegions()));
      }
    }
  }

  /** A rank of the communicator. */
  final class Rank {
    final int rank;
    final int size = processes.length;
    final Collectives collectives;
    private final LoopbackPml engine;
    private final boolean waits;

    private Rank(LoopbackPml engine, int rank, boolean waits) {
      this.engine = engine;
      this.rank = rank;
      this.waits = waits;
      PmlCommunicator communicator = counting(engine.open(CONTEXT, rank, processes), rank);
      NodeMap known = hostsAreKnown ? nodes : null;
      collectives =
          new Collectives(engine, communicator, new Workspace(null), known, processes, named);
    }

    void perform(Algorithm algorithm) {
      if (waits) {
        collectives.runForUser(algorithm);
        return;
      }
      await(collectives.start(algorithm));
    }

    void await(CollectiveRequest request) {
      engine.await(request);
      if (request.failure() != null) {
        throw request.failure();
      }
    }

    static Blocks same(int[] data) {
      return Blocks.same(data, data.length, INT);
    }

    /** A block for each rank. */
    Blocks blocks(int[] data) {
      return Blocks.uniform(data, data.length / size, INT);
    }
  }

  private PmlCommunicator counting(PmlCommunicator counted, int rank) {
    Random delays = new Random(delaysSeed + rank);
    return (PmlCommunicator)
        Proxy.newProxyInstance(
            PmlCommunicator.class.getClassLoader(),
            new Class<?>[] {PmlCommunicator.class},
            (self, method, arguments) -> {
              if (method.getName().equals("send") || method.getName().equals("isend")) {
                count(rank, (int) arguments[2], (TypeMap) arguments[3], (int) arguments[4]);
                if (delaysSeed != 0) {
                  LockSupport.parkNanos(delays.nextLong(TimeUnit.MILLISECONDS.toNanos(1)));
                }
              }
              try {
                return method.invoke(counted, arguments);
              } catch (InvocationTargetException failed) {
                throw failed.getCause();
              }
            });
  }

  private void count(int source, int count, TypeMap type, int destination) {
    if (nodes.nodeOf(processes[source]) == nodes.nodeOf(processes[destination])) {
      withinHosts.incrementAndGet();
    } else {
      crossings.incrementAndGet();
      crossingBytes.addAndGet((long) count * type.sizeBytes());
    }
  }
}
