package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.Buffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/**
 * A sequence of random neighbor collectives on one topology, each compared with what the definition
 * says. Some wait, others are started and complete together at the end.
 */
final class RandomNeighbors {
  private static final List<Datatype> TYPES =
      List.of(MPI.BYTE, MPI.BOOLEAN, MPI.CHAR, MPI.SHORT, MPI.INT, MPI.LONG, MPI.FLOAT, MPI.DOUBLE);
  private static final int[] COUNTS = {0, 1, 1, 2, 3, 5, 8, 31, 100, 3_000};
  private static final long UNTOUCHED = 1;
  private static final int GAPPED_EXTENT = 3;
  private static final int LONGEST_GAP = 4;
  private static final Map<Datatype, Datatype> GAPPED = new HashMap<>();

  static {
    for (Datatype type : TYPES) {
      Datatype gapped =
          Datatype.createResized(type, 0, GAPPED_EXTENT * type.typeMap().baseType().sizeBytes());
      gapped.commit();
      GAPPED.put(type, gapped);
    }
  }

  private final RandomTopology topology;
  private final Comm comm;
  private final Random shared;
  private final Random own;
  private final List<Request> requests = new ArrayList<>();
  private final List<Runnable> checks = new ArrayList<>();

  // The operation of the moment.
  private long sequence;
  private Datatype type;
  private boolean waits;

  /** Whether each process gives all neighbors the same. */
  private boolean gathering;

  /** The length of all blocks, if they have the same. */
  private int uniformCount;

  /** By sender and its block; a sender that gives everybody the same has one. */
  private int[][] counts;

  RandomNeighbors(RandomTopology topology, Comm comm, long seed) {
    this.topology = topology;
    this.comm = comm;
    shared = new Random(seed);
    own = new Random(seed * 31 + comm.getRank());
  }

  void run(int operations) {
    for (int i = 0; i < operations; i++) {
      sequence = shared.nextLong();
      type = TYPES.get(shared.nextInt(TYPES.size()));
      waits = shared.nextBoolean();
      boolean uniform = shared.nextBoolean();
      gathering = shared.nextBoolean();
      drawCounts(uniform);
      Side out = new Side(gathering ? 1 : topology.destinationCount());
      Side in = new Side(topology.origins().size());
      if (uniform) {
        uniform(out, in);
      } else {
        varying(out, in);
      }
    }
    Request.waitAll(requests.toArray(Request[]::new));
    checks.forEach(Runnable::run);
  }

  private void drawCounts(boolean uniform) {
    int same = COUNTS[shared.nextInt(COUNTS.length)];
    counts = new int[comm.getSize()][];
    for (int rank = 0; rank < counts.length; rank++) {
      counts[rank] = new int[gathering ? 1 : topology.destinationCount(rank)];
      for (int block = 0; block < counts[rank].length; block++) {
        counts[rank][block] = uniform ? same : COUNTS[shared.nextInt(COUNTS.length)];
      }
    }
    uniformCount = same;
  }

  /** A buffer, and where blocks lie in it. */
  private final class Side {
    final Datatype layout = own.nextInt(3) == 0 ? GAPPED.get(type) : type;
    final int[] counts;
    final int[] displacements;
    TestBuffer buffer;
    int elements;

    Side(int blocks) {
      counts = new int[blocks];
      displacements = new int[blocks];
    }

    /** Blocks one behind the other, or with room between them. */
    void allocate(boolean gaps) {
      int end = 0;
      for (int block = 0; block < counts.length; block++) {
        displacements[block] = end + (gaps ? own.nextInt(LONGEST_GAP) : 0);
        end = displacements[block] + counts[block];
      }
      TestBuffer.Kind kind = TestBuffer.Kind.values()[own.nextInt(3)];
      buffer = new TestBuffer(kind, layout, end);
      buffer.fill(UNTOUCHED);
      elements = end;
    }
  }

  private void allocate(Side out, Side in, boolean gaps) {
    int rank = comm.getRank();
    for (int block = 0; block < out.counts.length; block++) {
      out.counts[block] = gaps ? counts[rank][block] : uniformCount;
    }
    List<RandomTopology.Origin> origins = topology.origins();
    for (int place = 0; place < in.counts.length; place++) {
      in.counts[place] = gaps ? countOf(origins.get(place)) : uniformCount;
    }
    out.allocate(gaps && out.counts.length > 1);
    in.allocate(gaps);
    for (int block = 0; block < out.counts.length; block++) {
      for (int i = 0; i < out.counts[block]; i++) {
        out.buffer.set(out.displacements[block] + i, value(sequence, rank, block, i));
      }
    }
    checks.add(expectation(in));
  }

  /** Nobody's blocks may be of any length. */
  private int countOf(RandomTopology.Origin origin) {
    if (origin.sender() == MPI.PROC_NULL) {
      return own.nextInt(5);
    }
    return counts[origin.sender()][gathering ? 0 : origin.block()];
  }

  private long value(long of, int sender, int block, int index) {
    long mixed = (of + sender * 1_000_003L + block * 7_919L + index) * 0x9E3779B97F4A7C15L;
    int small = (int) (mixed >>> 40);
    return type == MPI.BOOLEAN ? small & 1 : small % 100;
  }

  private Runnable expectation(Side in) {
    long[] expected = new long[in.elements];
    Arrays.fill(expected, UNTOUCHED);
    List<RandomTopology.Origin> origins = topology.origins();
    for (int place = 0; place < origins.size(); place++) {
      RandomTopology.Origin origin = origins.get(place);
      for (int i = 0; i < in.counts[place] && origin.sender() != MPI.PROC_NULL; i++) {
        int block = gathering ? 0 : origin.block();
        expected[in.displacements[place] + i] = value(sequence, origin.sender(), block, i);
      }
    }
    String what = (gathering ? "gather" : "exchange") + " of " + type.getName() + ", " + origins;
    return () -> {
      for (int i = 0; i < expected.length; i++) {
        assertThat(in.buffer.get(i)).as("%s, element %d", what, i).isEqualTo(expected[i]);
      }
      assertThat(in.buffer.gapsAre(UNTOUCHED)).as("%s: gaps", what).isTrue();
    };
  }

  private void call(Runnable waiting, Supplier<Request> starting) {
    if (waits) {
      waiting.run();
    } else {
      requests.add(starting.get());
    }
  }

  private void uniform(Side out, Side in) {
    allocate(out, in, false);
    Object from = out.buffer.object();
    Object to = in.buffer.object();
    int n = uniformCount;
    if (gathering) {
      call(
          () -> comm.neighborAllGather(from, n, out.layout, to, n, in.layout),
          () ->
              from instanceof Buffer sent && to instanceof Buffer received
                  ? comm.iNeighborAllGather(sent, n, out.layout, received, n, in.layout)
                  : comm.iNeighborAllGather(from, n, out.layout, to, n, in.layout));
    } else {
      call(
          () -> comm.neighborAllToAll(from, n, out.layout, to, n, in.layout),
          () ->
              from instanceof Buffer sent && to instanceof Buffer received
                  ? comm.iNeighborAllToAll(sent, n, out.layout, received, n, in.layout)
                  : comm.iNeighborAllToAll(from, n, out.layout, to, n, in.layout));
    }
  }

  private void varying(Side out, Side in) {
    allocate(out, in, true);
    Object from = out.buffer.object();
    Object to = in.buffer.object();
    int[] many = in.counts;
    int[] places = in.displacements;
    if (gathering) {
      int n = out.counts[0];
      call(
          () -> comm.neighborAllGatherv(from, n, out.layout, to, many, places, in.layout),
          () ->
              from instanceof Buffer sent && to instanceof Buffer received
                  ? comm.iNeighborAllGatherv(sent, n, out.layout, received, many, places, in.layout)
                  : comm.iNeighborAllGatherv(from, n, out.layout, to, many, places, in.layout));
    } else {
      int[] n = out.counts;
      int[] begins = out.displacements;
      call(
          () -> comm.neighborAllToAllv(from, n, begins, out.layout, to, many, places, in.layout),
          () ->
              from instanceof Buffer sent && to instanceof Buffer received
                  ? comm.iNeighborAllToAllv(
                      sent, n, begins, out.layout, received, many, places, in.layout)
                  : comm.iNeighborAllToAllv(
                      from, n, begins, out.layout, to, many, places, in.layout));
    }
  }
}
