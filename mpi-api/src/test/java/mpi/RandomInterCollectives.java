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
 * A sequence of random collectives between two groups, the same on all ranks of both, each compared
 * with what it must give by definition. Some wait, others are started and complete together at the
 * end.
 */
final class RandomInterCollectives {
  private static final List<Datatype> TYPES =
      List.of(MPI.BYTE, MPI.BOOLEAN, MPI.CHAR, MPI.SHORT, MPI.INT, MPI.LONG, MPI.FLOAT, MPI.DOUBLE);
  private static final int[] COUNTS = {0, 1, 1, 2, 3, 5, 8, 31, 100, 1000, 9_001};
  private static final long UNTOUCHED = 1;
  private static final int GAPPED_EXTENT = 3;
  private static final int KINDS = 12;
  private static final Map<Datatype, Datatype> GAPPED = new HashMap<>();

  static {
    for (Datatype type : TYPES) {
      Datatype gapped =
          Datatype.createResized(type, 0, GAPPED_EXTENT * type.typeMap().baseType().sizeBytes());
      gapped.commit();
      GAPPED.put(type, gapped);
    }
  }

  private final Intercomm comm;

  /** 0 or 1. */
  private final int side;

  private final int rank;
  private final int[] sizes = new int[2];

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
  private int rootSide;
  private int root;

  /** What this rank gives as the root. */
  private int rootArgument;

  private Op op;
  private boolean waits;
  private String what;

  RandomInterCollectives(Intercomm comm, int side, long seed) {
    this.comm = comm;
    this.side = side;
    rank = comm.getRank();
    sizes[side] = comm.getSize();
    sizes[1 - side] = comm.getRemoteSize();
    shared = new Random(seed);
    own = new Random(seed * 31 + 100 * side + rank);
  }

  void run(int operations) {
    for (int i = 0; i < operations; i++) {
      sequence = shared.nextLong();
      type = TYPES.get(shared.nextInt(TYPES.size()));
      count = COUNTS[shared.nextInt(COUNTS.length)];
      rootSide = shared.nextInt(2);
      root = shared.nextInt(sizes[rootSide]);
      rootArgument = root;
      if (side == rootSide) {
        rootArgument = rank == root ? MPI.ROOT : MPI.PROC_NULL;
      }
      List<Op> ops = NaiveReduction.on(type);
      op = ops.get(shared.nextInt(ops.size()));
      waits = shared.nextBoolean();
      int kind = shared.nextInt(KINDS);
      boolean reduces = kind >= 2 && kind <= 5;
      boolean mayHaveGaps = !reduces || NaiveReduction.isUserDefined(op);
      layout = mayHaveGaps && own.nextInt(3) == 0 ? GAPPED.get(type) : type;
      one(kind);
    }
    Request.waitAll(requests.toArray(Request[]::new));
    checks.forEach(Runnable::run);
  }

  private void one(int kind) {
    what =
        "operation %d, %s × %d, root %d of side %d, sizes %d and %d"
            .formatted(kind, type.getName(), count, root, rootSide, sizes[0], sizes[1]);
    switch (kind) {
      case 0 -> call(comm::barrier, () -> comm.iBarrier());
      case 1 -> broadcast();
      case 2 -> reduce();
      case 3 -> allReduce();
      case 4 -> reduceScatter();
      case 5 -> reduceScatterBlock();
      case 6 -> gather(shared.nextBoolean());
      case 7 -> scatter(shared.nextBoolean());
      case 8 -> allGather(shared.nextBoolean());
      case 9 -> allToAll();
      case 10 -> allToAllV();
      default -> allToAllW();
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

  private int otherSize() {
    return sizes[1 - side];
  }

  private boolean isRoot() {
    return rootArgument == MPI.ROOT;
  }

  private boolean isPeer() {
    return side != rootSide;
  }

  /** What a rank has at an index. */
  private static long value(long sequence, int side, int rank, int index, Datatype type) {
    long mixed = (sequence + side * 7_000_009L + rank * 1_000_003L + index) * 0x9E3779B97F4A7C15L;
    int small = (int) (mixed >>> 40);
    return type == MPI.BOOLEAN ? small & 1 : small % 6;
  }

  private TestBuffer fresh(int elements) {
    TestBuffer.Kind kind = TestBuffer.Kind.values()[own.nextInt(3)];
    TestBuffer buffer = new TestBuffer(kind, layout, elements);
    buffer.fill(UNTOUCHED);
    String name = what;
    checks.add(() -> assertThat(buffer.gapsAre(UNTOUCHED)).as("%s: gaps", name).isTrue());
    return buffer;
  }

  /** A buffer with this rank's elements, which must stay as they are. */
  private Object filled(int elements) {
    TestBuffer buffer = fresh(elements);
    for (int i = 0; i < elements; i++) {
      buffer.set(i, value(sequence, side, rank, i, type));
    }
    expect(buffer, 0, elements, side, rank, 0);
    return buffer.object();
  }

  /** Remembers what a part of a buffer must hold: what a rank has from an index on. */
  private void expect(
      TestBuffer buffer, int first, int elements, int ofSide, int ofRank, int firstIndex) {
    long at = sequence;
    Datatype of = type;
    String name = what;
    checks.add(
        () -> {
          for (int i = 0; i < elements; i++) {
            requireEqual(
                buffer.get(first + i), value(at, ofSide, ofRank, firstIndex + i, of), name, i);
          }
        });
  }

  private void requireEqual(long actual, long expected, String name, int element) {
    if (actual != expected) {
      assertThat(actual)
          .as("%s: side %d, rank %d, element %d", name, side, rank, element)
          .isEqualTo(expected);
    }
  }

  private void expectUntouched(TestBuffer buffer, int first, int elements) {
    String name = what;
    checks.add(
        () -> {
          for (int i = 0; i < elements; i++) {
            requireEqual(buffer.get(first + i), UNTOUCHED, name, i);
          }
        });
  }

  /** Remembers that a buffer must hold a part of what the other group's elements combine to. */
  private void expectCombined(TestBuffer buffer, int elements, int firstIndex) {
    long at = sequence;
    Datatype of = type;
    Op by = op;
    String name = what;
    int other = 1 - side;
    checks.add(
        () -> {
          for (int i = 0; i < elements; i++) {
            long expected = value(at, other, 0, firstIndex + i, of);
            for (int each = 1; each < sizes[other]; each++) {
              long next = value(at, other, each, firstIndex + i, of);
              expected = NaiveReduction.combine(by, of, expected, next);
            }
            requireEqual(buffer.get(i), expected, name, i);
          }
        });
  }

  private void broadcast() {
    TestBuffer buffer = isRoot() ? null : fresh(count);
    Object object = isRoot() ? filled(count) : buffer.object();
    call(
        () -> comm.bcast(object, count, layout, rootArgument),
        () -> comm.iBcast(object, count, layout, rootArgument));
    if (isPeer()) {
      expect(buffer, 0, count, rootSide, root, 0);
    } else if (!isRoot()) {
      expectUntouched(buffer, 0, count);
    }
  }

  private void reduce() {
    TestBuffer output = isRoot() ? fresh(count) : null;
    Object from = isPeer() ? filled(count) : null;
    Object to = output == null ? null : output.object();
    call(
        () -> comm.reduce(from, to, count, layout, op, rootArgument),
        () -> comm.iReduce(from, to, count, layout, op, rootArgument));
    if (isRoot()) {
      expectCombined(output, count, 0);
    }
  }

  private void allReduce() {
    TestBuffer output = fresh(count);
    Object from = filled(count);
    Object to = output.object();
    call(
        () -> comm.allReduce(from, to, count, layout, op),
        () -> comm.iAllReduce(from, to, count, layout, op));
    expectCombined(output, count, 0);
  }

  /** Each side cuts the same number of elements at places of its own. */
  private void reduceScatter() {
    int total = Math.min(count, 1000);
    int[][] cuts = new int[2][];
    for (int each = 0; each < 2; each++) {
      cuts[each] = new int[sizes[each]];
      for (int i = 0; i < total; i++) {
        cuts[each][shared.nextInt(sizes[each])]++;
      }
    }
    int[] counts = cuts[side];
    TestBuffer output = fresh(counts[rank] + 1);
    Object from = filled(total);
    Object to = output.object();
    call(
        () -> comm.reduceScatter(from, to, counts, layout, op),
        () -> comm.iReduceScatter(from, to, counts, layout, op));
    expectCombined(output, counts[rank], Arrays.stream(counts, 0, rank).sum());
    expectUntouched(output, counts[rank], 1);
  }

  private void reduceScatterBlock() {
    int block = Math.min(count, 300) * otherSize();
    TestBuffer output = fresh(block + 1);
    Object from = filled(block * sizes[side]);
    Object to = output.object();
    call(
        () -> comm.reduceScatterBlock(from, to, block, layout, op),
        () -> comm.iReduceScatterBlock(from, to, block, layout, op));
    expectCombined(output, block, rank * block);
    expectUntouched(output, block, 1);
  }

  private int[] randomCounts(int blocks) {
    return shared.ints(blocks, 0, Math.min(count, 5_000) + 1).toArray();
  }

  /** With an element between the blocks. */
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

  private int[] counts(boolean different, int blocks) {
    int[] counts = randomCounts(blocks);
    if (!different) {
      Arrays.fill(counts, count);
    }
    return counts;
  }

  /** For all but the root, the form with one buffer does the same. */
  private void gather(boolean different) {
    int[] counts = counts(different, sizes[1 - rootSide]);
    int[] places = displacements(counts);
    boolean oneBuffer = !isRoot() && own.nextBoolean();
    TestBuffer all = isRoot() ? fresh(span(counts)) : null;
    int given = isPeer() ? counts[rank] : 0;
    Object from = isPeer() ? filled(given) : null;
    Object to = all == null ? null : all.object();
    if (oneBuffer && different) {
      call(
          () -> comm.gatherv(from, given, layout, rootArgument),
          () -> comm.iGatherv(from, given, layout, rootArgument));
    } else if (oneBuffer) {
      call(
          () -> comm.gather(from, given, layout, rootArgument),
          () -> comm.iGather(from, given, layout, rootArgument));
    } else if (different) {
      call(
          () -> comm.gatherv(from, given, layout, to, counts, places, layout, rootArgument),
          () -> comm.iGatherv(from, given, layout, to, counts, places, layout, rootArgument));
    } else {
      call(
          () -> comm.gather(from, given, layout, to, count, layout, rootArgument),
          () -> comm.iGather(from, given, layout, to, count, layout, rootArgument));
    }
    if (isRoot()) {
      expectBlocks(all, counts, different ? places : multiples());
    }
  }

  private int[] multiples() {
    int[] multiples = new int[otherSize()];
    Arrays.setAll(multiples, i -> i * count);
    return multiples;
  }

  /** A block of each rank of the other group. */
  private void expectBlocks(TestBuffer all, int[] counts, int[] places) {
    for (int other = 0; other < counts.length; other++) {
      expect(all, places[other], counts[other], 1 - side, other, 0);
    }
  }

  private void scatter(boolean different) {
    int[] counts = counts(different, sizes[1 - rootSide]);
    int[] places = displacements(counts);
    boolean oneBuffer = !isRoot() && own.nextBoolean();
    int wanted = isPeer() ? counts[rank] : 0;
    TestBuffer mine = isPeer() ? fresh(wanted) : null;
    Object from = isRoot() ? filled(span(counts)) : null;
    Object to = mine == null ? null : mine.object();
    if (oneBuffer && different) {
      call(
          () -> comm.scatterv(to, wanted, layout, rootArgument),
          () -> comm.iScatterv(to, wanted, layout, rootArgument));
    } else if (oneBuffer) {
      call(
          () -> comm.scatter(to, wanted, layout, rootArgument),
          () -> comm.iScatter(to, wanted, layout, rootArgument));
    } else if (different) {
      call(
          () -> comm.scatterv(from, counts, places, layout, to, wanted, layout, rootArgument),
          () -> comm.iScatterv(from, counts, places, layout, to, wanted, layout, rootArgument));
    } else {
      call(
          () -> comm.scatter(from, count, layout, to, wanted, layout, rootArgument),
          () -> comm.iScatter(from, count, layout, to, wanted, layout, rootArgument));
    }
    if (isPeer()) {
      expect(mine, 0, wanted, rootSide, root, different ? places[rank] : rank * count);
    }
  }

  private void allGather(boolean different) {
    int[][] counts = {counts(different, sizes[0]), counts(different, sizes[1])};
    int[] theirs = counts[1 - side];
    int[] places = displacements(theirs);
    TestBuffer all = fresh(span(theirs));
    int given = counts[side][rank];
    Object from = filled(given);
    Object to = all.object();
    if (different) {
      call(
          () -> comm.allGatherv(from, given, layout, to, theirs, places, layout),
          () -> comm.iAllGatherv(from, given, layout, to, theirs, places, layout));
    } else {
      call(
          () -> comm.allGather(from, given, layout, to, count, layout),
          () -> comm.iAllGather(from, given, layout, to, count, layout));
    }
    expectBlocks(all, theirs, different ? places : multiples());
  }

  private void allToAll() {
    TestBuffer incoming = fresh(count * otherSize());
    Object from = filled(count * otherSize());
    Object to = incoming.object();
    call(
        () -> comm.allToAll(from, count, layout, to, count, layout),
        () -> comm.iAllToAll(from, count, layout, to, count, layout));
    for (int other = 0; other < otherSize(); other++) {
      expect(incoming, other * count, count, 1 - side, other, rank * count);
    }
  }

  /** What each rank of each side sends to each of the other. */
  private int[][][] matrix() {
    int[][][] counts = {new int[sizes[0]][], new int[sizes[1]][]};
    for (int each = 0; each < 2; each++) {
      for (int i = 0; i < sizes[each]; i++) {
        counts[each][i] = randomCounts(sizes[1 - each]);
      }
    }
    return counts;
  }

  private void allToAllV() {
    int[][][] counts = matrix();
    int[] out = counts[side][rank];
    int[] in = Arrays.stream(counts[1 - side]).mapToInt(row -> row[rank]).toArray();
    int[] outPlaces = displacements(out);
    int[] inPlaces = displacements(in);
    TestBuffer incoming = fresh(span(in));
    Object from = filled(span(out));
    Object to = incoming.object();
    call(
        () -> comm.allToAllv(from, out, outPlaces, layout, to, in, inPlaces, layout),
        () -> comm.iAllToAllv(from, out, outPlaces, layout, to, in, inPlaces, layout));
    expectExchanged(incoming, counts, in, inPlaces);
  }

  private void expectExchanged(TestBuffer incoming, int[][][] counts, int[] in, int[] inPlaces) {
    for (int other = 0; other < otherSize(); other++) {
      int theirFirst = displacements(counts[1 - side][other])[rank];
      expect(incoming, inPlaces[other], in[other], 1 - side, other, theirFirst);
    }
  }

  private void allToAllW() {
    int[][][] counts = matrix();
    int[] out = counts[side][rank];
    int[] in = Arrays.stream(counts[1 - side]).mapToInt(row -> row[rank]).toArray();
    int[] outPlaces = displacements(out);
    int[] inPlaces = displacements(in);
    TestBuffer incoming = fresh(span(in));
    Object from = filled(span(out));
    Object to = incoming.object();
    int bytes = layout.getExtent() * type.typeMap().baseType().sizeBytes();
    int[] outBytes = Arrays.stream(outPlaces).map(place -> place * bytes).toArray();
    int[] inBytes = Arrays.stream(inPlaces).map(place -> place * bytes).toArray();
    Datatype[] types = new Datatype[otherSize()];
    Arrays.fill(types, layout);
    call(
        () -> comm.allToAllw(from, out, outBytes, types, to, in, inBytes, types),
        () -> comm.iAllToAllw(from, out, outBytes, types, to, in, inBytes, types));
    expectExchanged(incoming, counts, in, inPlaces);
  }
}
