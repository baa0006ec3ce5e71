package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/**
 * A sequence of random collectives with random arguments, the same on all ranks, each compared with
 * what it must give by definition. Some wait, others are started and complete together at the end.
 */
final class RandomCollectives {
  private static final List<Datatype> TYPES =
      List.of(MPI.BYTE, MPI.BOOLEAN, MPI.CHAR, MPI.SHORT, MPI.INT, MPI.LONG, MPI.FLOAT, MPI.DOUBLE);
  private static final int[] COUNTS = {0, 1, 1, 2, 3, 5, 8, 31, 100, 1000};
  private static final int[] LONG_COUNTS = {2_100, 9_001, 70_000};
  private static final long UNTOUCHED = 1;
  private static final int GAPPED_EXTENT = 3;
  private static final Map<Datatype, Datatype> GAPPED = new HashMap<>();

  static {
    for (Datatype type : TYPES) {
      Datatype gapped =
          Datatype.createResized(type, 0, GAPPED_EXTENT * type.typeMap().baseType().sizeBytes());
      gapped.commit();
      GAPPED.put(type, gapped);
    }
  }

  private final Intracomm comm;
  private final int rank;
  private final int size;

  /** Draws what all ranks must agree on. */
  private final Random shared;

  /** Draws what each rank may choose for itself. */
  private final Random own;

  private final List<Request> requests = new ArrayList<>();
  private final List<Runnable> checks = new ArrayList<>();
  private long sequence;

  // The arguments of the operation of the moment.
  private Datatype type;

  /** What this rank's buffers are made of: elements of the type, or such with gaps behind them. */
  private Datatype layout;

  private int count;
  private int root;
  private Op op;
  private boolean waits;
  private String what;

  RandomCollectives(Intracomm comm, long seed) {
    this.comm = comm;
    rank = comm.getRank();
    size = comm.getSize();
    shared = new Random(seed);
    own = new Random(seed * 31 + rank);
  }

  void run(int operations) {
    for (int i = 0; i < operations; i++) {
      sequence = shared.nextLong();
      type = TYPES.get(shared.nextInt(TYPES.size()));
      count =
          shared.nextInt(12) == 0
              ? LONG_COUNTS[shared.nextInt(LONG_COUNTS.length)]
              : COUNTS[shared.nextInt(COUNTS.length)];
      root = shared.nextInt(size);
      List<Op> ops = NaiveReduction.on(type);
      op = ops.get(shared.nextInt(ops.size()));
      waits = shared.nextBoolean();
      int kind = shared.nextInt(13);
      boolean reduces = kind >= 2 && kind <= 5;
      boolean mayHaveGaps = !reduces || NaiveReduction.isUserDefined(op);
      layout = mayHaveGaps && own.nextInt(3) == 0 ? GAPPED.get(type) : type;
      one(kind);
    }
    Request.waitAll(requests.toArray(Request[]::new));
    checks.forEach(Runnable::run);
  }

  private void one(int kind) {
    what = "operation " + kind + ", " + type.getName() + " × " + count + ", root " + root;
    switch (kind) {
      case 0 -> call(comm::barrier, () -> comm.iBarrier());
      case 1 -> broadcast();
      case 2 -> reduce();
      case 3 -> allReduce();
      case 4 -> scan(false);
      case 5 -> scan(true);
      case 6 -> gather();
      case 7 -> gatherV();
      case 8 -> scatter();
      case 9 -> scatterV();
      case 10 -> allGather();
      case 11 -> allGatherV();
      default -> allToAll(shared.nextBoolean());
    }
  }

  /** Calls the form that waits or the one that does not. */
  private void call(Runnable waiting, Supplier<Request> starting) {
    if (waits) {
      waiting.run();
    } else {
      requests.add(starting.get());
    }
  }

  /** What a rank has at an index. */
  private static long value(long sequence, int rank, int index, Datatype type) {
    long mixed = (sequence + rank * 1_000_003L + index) * 0x9E3779B97F4A7C15L;
    int small = (int) (mixed >>> 40);
    return type == MPI.BOOLEAN ? small & 1 : small % 6;
  }

  private TestBuffer fresh(int elements) {
    TestBuffer.Kind kind = TestBuffer.Kind.values()[own.nextInt(3)];
    TestBuffer buffer = new TestBuffer(kind, layout, elements);
    buffer.fill(UNTOUCHED);
    String name = what;
    checks.add(
        () -> assertThat(buffer.gapsAre(UNTOUCHED)).as("%s: gaps of rank %d", name, rank).isTrue());
    return buffer;
  }

  private TestBuffer filled(int elements) {
    TestBuffer buffer = fresh(elements);
    fill(buffer, 0, elements, rank, 0);
    return buffer;
  }

  private void fill(TestBuffer buffer, int first, int elements, int ofRank, int firstIndex) {
    for (int i = 0; i < elements; i++) {
      buffer.set(first + i, value(sequence, ofRank, firstIndex + i, type));
    }
  }

  /** Remembers what a part of a buffer must hold: what a rank has from an index on. */
  private void expect(TestBuffer buffer, int first, int elements, int ofRank, int firstIndex) {
    long at = sequence;
    Datatype of = type;
    String name = what;
    checks.add(
        () -> {
          for (int i = 0; i < elements; i++) {
            if (buffer.get(first + i) != value(at, ofRank, firstIndex + i, of)) {
              assertThat(buffer.get(first + i))
                  .as("%s: rank %d, element %d", name, rank, first + i)
                  .isEqualTo(value(at, ofRank, firstIndex + i, of));
            }
          }
        });
  }

  private void expectUntouched(TestBuffer buffer, int first, int elements) {
    String name = what;
    checks.add(
        () -> {
          for (int i = 0; i < elements; i++) {
            assertThat(buffer.get(first + i)).as("%s: element %d", name, i).isEqualTo(UNTOUCHED);
          }
        });
  }

  /** Remembers that a buffer must hold the combination of the first ranks' elements. */
  private void expectCombined(TestBuffer buffer, int ranks) {
    long at = sequence;
    Datatype of = type;
    Op by = op;
    int elements = count;
    String name = what;
    checks.add(
        () -> {
          for (int i = 0; i < elements; i++) {
            long expected = value(at, 0, i, of);
            for (int other = 1; other < ranks; other++) {
              expected = NaiveReduction.combine(by, of, expected, value(at, other, i, of));
            }
            if (buffer.get(i) != expected) {
              assertThat(buffer.get(i))
                  .as("%s: rank %d, element %d", name, rank, i)
                  .isEqualTo(expected);
            }
          }
        });
  }

  private void broadcast() {
    TestBuffer buffer = rank == root ? filled(count) : fresh(count);
    Object object = buffer.object();
    call(
        () -> comm.bcast(object, count, layout, root),
        () -> comm.iBcast(object, count, layout, root));
    expect(buffer, 0, count, root, 0);
  }

  private void reduce() {
    boolean inPlace = shared.nextBoolean();
    TestBuffer input = filled(count);
    TestBuffer output = inPlace ? input : rank == root ? fresh(count) : null;
    Object from = input.object();
    Object to = output == null ? null : output.object();
    if (inPlace) {
      call(
          () -> comm.reduce(from, count, layout, op, root),
          () -> comm.iReduce(from, count, layout, op, root));
    } else {
      call(
          () -> comm.reduce(from, to, count, layout, op, root),
          () -> comm.iReduce(from, to, count, layout, op, root));
    }
    if (rank == root) {
      expectCombined(output, size);
    }
    if (rank != root || !inPlace) {
      expect(input, 0, count, rank, 0);
    }
  }

  private void allReduce() {
    boolean inPlace = shared.nextBoolean();
    TestBuffer input = filled(count);
    TestBuffer output = inPlace ? input : fresh(count);
    Object from = input.object();
    Object to = output.object();
    if (inPlace) {
      call(
          () -> comm.allReduce(from, count, layout, op),
          () -> comm.iAllReduce(from, count, layout, op));
    } else {
      call(
          () -> comm.allReduce(from, to, count, layout, op),
          () -> comm.iAllReduce(from, to, count, layout, op));
      expect(input, 0, count, rank, 0);
    }
    expectCombined(output, size);
  }

  private void scan(boolean exclusive) {
    boolean inPlace = shared.nextBoolean();
    TestBuffer input = filled(count);
    TestBuffer output = inPlace ? input : fresh(count);
    Object from = input.object();
    Object to = output.object();
    if (exclusive && inPlace) {
      call(() -> comm.exScan(from, count, layout, op), () -> comm.iExScan(from, count, layout, op));
    } else if (exclusive) {
      call(
          () -> comm.exScan(from, to, count, layout, op),
          () -> comm.iExScan(from, to, count, layout, op));
    } else if (inPlace) {
      call(() -> comm.scan(from, count, layout, op), () -> comm.iScan(from, count, layout, op));
    } else {
      call(
          () -> comm.scan(from, to, count, layout, op),
          () -> comm.iScan(from, to, count, layout, op));
    }
    if (!exclusive || rank != 0) {
      expectCombined(output, exclusive ? rank : rank + 1);
    } else if (inPlace) {
      expect(output, 0, count, 0, 0);
    } else {
      expectUntouched(output, 0, count);
    }
    if (!inPlace) {
      expect(input, 0, count, rank, 0);
    }
  }

  private void gather() {
    boolean inPlace = shared.nextBoolean();
    TestBuffer all = rank == root ? fresh(count * size) : null;
    if (inPlace) {
      TestBuffer buffer = rank == root ? all : filled(count);
      if (rank == root) {
        fill(all, root * count, count, root, 0);
      }
      Object object = buffer.object();
      call(
          () -> comm.gather(object, count, layout, root),
          () -> comm.iGather(object, count, layout, root));
    } else {
      Object from = filled(count).object();
      Object to = all == null ? null : all.object();
      call(
          () -> comm.gather(from, count, layout, to, count, layout, root),
          () -> comm.iGather(from, count, layout, to, count, layout, root));
    }
    if (rank == root) {
      for (int other = 0; other < size; other++) {
        expect(all, other * count, count, other, 0);
      }
    }
  }

  /** Blocks of different lengths with an element between them. */
  private int[] randomCounts() {
    int most = Math.min(count, 5_000);
    return shared.ints(size, 0, most + 1).toArray();
  }

  private static int[] displacements(int[] counts) {
    int[] displacements = new int[counts.length];
    for (int i = 1; i < counts.length; i++) {
      displacements[i] = displacements[i - 1] + counts[i - 1] + 1;
    }
    return displacements;
  }

  private static int span(int[] counts) {
    return Arrays.stream(counts).sum() + counts.length;
  }

  private void gatherV() {
    boolean inPlace = shared.nextBoolean();
    int[] counts = randomCounts();
    int[] displacements = displacements(counts);
    TestBuffer all = rank == root ? fresh(span(counts)) : null;
    if (inPlace && rank == root) {
      fill(all, displacements[root], counts[root], root, 0);
      Object object = all.object();
      call(
          () -> comm.gatherv(object, counts, displacements, layout, root),
          () -> comm.iGatherv(object, counts, displacements, layout, root));
    } else {
      Object from = filled(counts[rank]).object();
      Object to = all == null ? null : all.object();
      if (inPlace) {
        call(
            () -> comm.gatherv(from, counts[rank], layout, root),
            () -> comm.iGatherv(from, counts[rank], layout, root));
      } else {
        call(
            () -> comm.gatherv(from, counts[rank], layout, to, counts, displacements, layout, root),
            () ->
                comm.iGatherv(from, counts[rank], layout, to, counts, displacements, layout, root));
      }
    }
    if (rank == root) {
      expectBlocks(all, counts, displacements);
    }
  }

  private void expectBlocks(TestBuffer all, int[] counts, int[] displacements) {
    for (int other = 0; other < size; other++) {
      expect(all, displacements[other], counts[other], other, 0);
      expectUntouched(all, displacements[other] + counts[other], 1);
    }
  }

  private void scatter() {
    boolean inPlace = shared.nextBoolean();
    TestBuffer all = rank == root ? filled(count * size) : null;
    TestBuffer mine = inPlace && rank == root ? all : fresh(count);
    Object from = all == null ? null : all.object();
    Object to = mine.object();
    if (inPlace) {
      call(
          () -> comm.scatter(to, count, layout, root),
          () -> comm.iScatter(to, count, layout, root));
    } else {
      call(
          () -> comm.scatter(from, count, layout, to, count, layout, root),
          () -> comm.iScatter(from, count, layout, to, count, layout, root));
    }
    if (!inPlace || rank != root) {
      expect(mine, 0, count, root, rank * count);
    }
  }

  private void scatterV() {
    boolean inPlace = shared.nextBoolean();
    int[] counts = randomCounts();
    int[] displacements = displacements(counts);
    TestBuffer all = rank == root ? filled(span(counts)) : null;
    TestBuffer mine = fresh(counts[rank]);
    Object from = all == null ? null : all.object();
    Object to = mine.object();
    if (!inPlace) {
      call(
          () -> comm.scatterv(from, counts, displacements, layout, to, counts[rank], layout, root),
          () ->
              comm.iScatterv(from, counts, displacements, layout, to, counts[rank], layout, root));
    } else if (rank == root) {
      call(
          () -> comm.scatterv(from, counts, displacements, layout, root),
          () -> comm.iScatterv(from, counts, displacements, layout, root));
      return;
    } else {
      call(
          () -> comm.scatterv(to, counts[rank], layout, root),
          () -> comm.iScatterv(to, counts[rank], layout, root));
    }
    expect(mine, 0, counts[rank], root, displacements[rank]);
  }

  private void allGather() {
    boolean inPlace = shared.nextBoolean();
    TestBuffer all = fresh(count * size);
    Object to = all.object();
    if (inPlace) {
      fill(all, rank * count, count, rank, 0);
      call(() -> comm.allGather(to, count, layout), () -> comm.iAllGather(to, count, layout));
    } else {
      Object from = filled(count).object();
      call(
          () -> comm.allGather(from, count, layout, to, count, layout),
          () -> comm.iAllGather(from, count, layout, to, count, layout));
    }
    for (int other = 0; other < size; other++) {
      expect(all, other * count, count, other, 0);
    }
  }

  private void allGatherV() {
    boolean inPlace = shared.nextBoolean();
    int[] counts = randomCounts();
    int[] displacements = displacements(counts);
    TestBuffer all = fresh(span(counts));
    Object to = all.object();
    if (inPlace) {
      fill(all, displacements[rank], counts[rank], rank, 0);
      call(
          () -> comm.allGatherv(to, counts, displacements, layout),
          () -> comm.iAllGatherv(to, counts, displacements, layout));
    } else {
      Object from = filled(counts[rank]).object();
      call(
          () -> comm.allGatherv(from, counts[rank], layout, to, counts, displacements, layout),
          () -> comm.iAllGatherv(from, counts[rank], layout, to, counts, displacements, layout));
    }
    expectBlocks(all, counts, displacements);
  }

  private void allToAll(boolean different) {
    if (!different) {
      TestBuffer incoming = fresh(count * size);
      Object from = filled(count * size).object();
      Object to = incoming.object();
      call(
          () -> comm.allToAll(from, count, layout, to, count, layout),
          () -> comm.iAllToAll(from, count, layout, to, count, layout));
      for (int other = 0; other < size; other++) {
        expect(incoming, other * count, count, other, rank * count);
      }
      return;
    }
    int[][] counts = new int[size][];
    for (int other = 0; other < size; other++) {
      counts[other] = randomCounts();
    }
    int[] receiveCounts = Arrays.stream(counts).mapToInt(row -> row[rank]).toArray();
    int[] sendDisplacements = displacements(counts[rank]);
    int[] receiveDisplacements = displacements(receiveCounts);
    TestBuffer incoming = fresh(span(receiveCounts));
    Object from = filled(span(counts[rank])).object();
    Object to = incoming.object();
    int[] sendCounts = counts[rank];
    call(
        () ->
            comm.allToAllv(
                from,
                sendCounts,
                sendDisplacements,
                layout,
                to,
                receiveCounts,
                receiveDisplacements,
                layout),
        () ->
            comm.iAllToAllv(
                from,
                sendCounts,
                sendDisplacements,
                layout,
                to,
                receiveCounts,
                receiveDisplacements,
                layout));
    for (int other = 0; other < size; other++) {
      int theirFirst = displacements(counts[other])[rank];
      expect(incoming, receiveDisplacements[other], receiveCounts[other], other, theirFirst);
    }
  }
}
