package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/**
 * Random reductions of which each rank gets a block, each compared with what it must give by
 * definition. Some wait, others are started and complete together at the end.
 */
class RandomReduceScatterTest {
  private static final List<Datatype> TYPES =
      List.of(MPI.BYTE, MPI.BOOLEAN, MPI.CHAR, MPI.SHORT, MPI.INT, MPI.LONG, MPI.FLOAT, MPI.DOUBLE);
  private static final int[] LONGEST = {0, 1, 2, 5, 40, 700, 9_000};
  private static final long UNTOUCHED = 1;
  private static final int GAPPED_EXTENT = 3;

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void shouldGiveWhatTheDefinitionSays(
      @ForAll @IntRange(min = 1, max = 9) int ranks, @ForAll long seed) {
    MpiRanks.runInWorld(ranks, comm -> new Program(comm, seed).run(8));
  }

  private static final class Program {
    private final Intracomm comm;
    private final int rank;
    private final int size;

    /** Draws what all ranks must agree on. */
    private final Random shared;

    /** Draws what each rank may choose for itself. */
    private final Random own;

    private final List<Request> requests = new ArrayList<>();
    private final List<Runnable> checks = new ArrayList<>();

    Program(Intracomm comm, long seed) {
      this.comm = comm;
      rank = comm.getRank();
      size = comm.getSize();
      shared = new Random(seed);
      own = new Random(seed * 31 + rank);
    }

    void run(int operations) {
      for (int i = 0; i < operations; i++) {
        one();
      }
      Request.waitAll(requests.toArray(Request[]::new));
      checks.forEach(Runnable::run);
    }

    private void one() {
      long sequence = shared.nextLong();
      Datatype type = TYPES.get(shared.nextInt(TYPES.size()));
      List<Op> ops = NaiveReduction.on(type);
      Op op = ops.get(shared.nextInt(ops.size()));
      int longest = LONGEST[shared.nextInt(LONGEST.length)];
      boolean equal = shared.nextBoolean();
      int[] counts = shared.ints(size, 0, longest + 1).toArray();
      if (equal) {
        Arrays.fill(counts, longest);
      }
      boolean inPlace = shared.nextBoolean();
      boolean hasGaps = NaiveReduction.isUserDefined(op) && own.nextBoolean();
      Datatype layout = hasGaps ? gapped(type) : type;
      int total = Arrays.stream(counts).sum();
      TestBuffer input = fresh(layout, total);
      for (int i = 0; i < total; i++) {
        input.set(i, value(sequence, rank, i, type));
      }
      TestBuffer result = inPlace ? input : fresh(layout, counts[rank] + 1);
      if (equal) {
        callBlock(input.object(), result.object(), longest, layout, op);
      } else {
        call(input.object(), result.object(), counts, layout, op);
      }
      int begin = Arrays.stream(counts, 0, rank).sum();
      checks.add(
          () -> {
            expectBlock(result, counts[rank], begin, sequence, type, op);
            int changed = inPlace ? counts[rank] : 0;
            expectOwn(input, changed, total, sequence, type);
            if (!inPlace) {
              assertThat(result.get(counts[rank])).isEqualTo(UNTOUCHED);
            }
            assertThat(input.gapsAre(UNTOUCHED) && result.gapsAre(UNTOUCHED)).isTrue();
          });
    }

    private void call(Object from, Object to, int[] counts, Datatype layout, Op op) {
      boolean waits = shared.nextBoolean();
      if (waits && from == to) {
        comm.reduceScatter(to, counts, layout, op);
      } else if (waits) {
        comm.reduceScatter(from, to, counts, layout, op);
      } else if (from == to) {
        requests.add(comm.iReduceScatter(to, counts, layout, op));
      } else {
        requests.add(comm.iReduceScatter(from, to, counts, layout, op));
      }
    }

    private void callBlock(Object from, Object to, int count, Datatype layout, Op op) {
      boolean waits = shared.nextBoolean();
      if (waits && from == to) {
        comm.reduceScatterBlock(to, count, layout, op);
      } else if (waits) {
        comm.reduceScatterBlock(from, to, count, layout, op);
      } else if (from == to) {
        requests.add(comm.iReduceScatterBlock(to, count, layout, op));
      } else {
        requests.add(comm.iReduceScatterBlock(from, to, count, layout, op));
      }
    }

    private void expectBlock(
        TestBuffer result, int count, int begin, long sequence, Datatype type, Op op) {
      for (int i = 0; i < count; i++) {
        long expected = value(sequence, 0, begin + i, type);
        for (int other = 1; other < size; other++) {
          long next = value(sequence, other, begin + i, type);
          expected = NaiveReduction.combine(op, type, expected, next);
        }
        if (result.get(i) != expected) {
          assertThat(result.get(i))
              .as("rank %d of %d, %s, element %d of %d", rank, size, type.getName(), i, count)
              .isEqualTo(expected);
        }
      }
    }

    private void expectOwn(TestBuffer input, int first, int end, long sequence, Datatype type) {
      for (int i = first; i < end; i++) {
        if (input.get(i) != value(sequence, rank, i, type)) {
          assertThat(input.get(i))
              .as("rank %d, element %d of %d", rank, i, end)
              .isEqualTo(value(sequence, rank, i, type));
        }
      }
    }

    private TestBuffer fresh(Datatype layout, int elements) {
      TestBuffer.Kind kind = TestBuffer.Kind.values()[own.nextInt(3)];
      TestBuffer buffer = new TestBuffer(kind, layout, elements);
      buffer.fill(UNTOUCHED);
      return buffer;
    }

    private static Datatype gapped(Datatype type) {
      Datatype gapped =
          Datatype.createResized(type, 0, GAPPED_EXTENT * type.typeMap().baseType().sizeBytes());
      gapped.commit();
      return gapped;
    }

    /** What a rank has at an index. */
    private static long value(long sequence, int rank, int index, Datatype type) {
      long mixed = (sequence + rank * 1_000_003L + index) * 0x9E3779B97F4A7C15L;
      int small = (int) (mixed >>> 40);
      return type == MPI.BOOLEAN ? small & 1 : small % 6;
    }
  }
}
