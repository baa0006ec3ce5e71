package org.ob1j.runtime.collective.round;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.buffer.Workspace;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.LoopbackNetwork;
import org.ob1j.runtime.pml.LoopbackPml;
import org.ob1j.runtime.pml.LoopbackRanks;

/** A rank of a communicator in one JVM, whose data are ints. */
public final class CollectiveRank {
  static final TypeMap INT = TypeMap.of(PrimitiveType.INT);
  private static final int CONTEXT = 1;

  public final int rank;
  final int size;
  public final Members members;
  private final CollectiveDriver driver;
  private final LoopbackPml engine;
  private final boolean waits;

  private CollectiveRank(LoopbackPml engine, int rank, int size, boolean waits) {
    this.engine = engine;
    this.rank = rank;
    this.size = size;
    this.waits = waits;
    Workspace workspace = new Workspace(null);
    members = new Members(rank, size, workspace);
    driver =
        new CollectiveDriver(
            engine, engine.open(CONTEXT, rank, IntStream.range(0, size).toArray()), workspace) {};
  }

  /** Runs a program on so many ranks: first waiting for each operation, then starting each. */
  public static void run(int ranks, Consumer<CollectiveRank> program) {
    for (boolean waits : new boolean[] {true, false}) {
      List<LoopbackPml> engines = LoopbackNetwork.engines(ranks);
      LoopbackRanks.run(
          ranks,
          rank -> {
            program.accept(new CollectiveRank(engines.get(rank), rank, ranks, waits));
            assertThat(engines.get(rank).requestsInUse()).as("requests not given back").isZero();
          });
    }
  }

  LoopbackPml engine() {
    return engine;
  }

  /** Carries out an algorithm, in one of the two ways. */
  public void perform(Algorithm algorithm) {
    if (waits) {
      driver.run(algorithm);
      return;
    }
    CollectiveRequest request = driver.start(algorithm);
    engine.await(request);
    if (request.failure() != null) {
      throw request.failure();
    }
  }

  /** What a rank has: so many numbers that tell whose they are and which. */
  public static int[] numbers(int ofRank, int count) {
    return IntStream.range(0, count).map(i -> 1000 * (ofRank + 1) + i).toArray();
  }

  public int[] own(int count) {
    return numbers(rank, count);
  }

  public static Blocks same(int[] data) {
    return Blocks.same(data, data.length, INT);
  }

  /** A block for each rank. */
  public Blocks blocks(int[] data) {
    return Blocks.uniform(data, data.length / size, INT);
  }
}
