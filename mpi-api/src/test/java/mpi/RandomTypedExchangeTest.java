package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/**
 * Random blocks between all ranks, each of a datatype of its own at the sender and another at the
 * receiver, compared byte by byte with what must be there by definition.
 */
class RandomTypedExchangeTest {
  private static final List<Datatype> BASES =
      List.of(MPI.BYTE, MPI.SHORT, MPI.INT, MPI.LONG, MPI.DOUBLE);
  private static final int[] LENGTHS = {0, 0, 2, 4, 10, 64, 3_000};
  private static final int LONGEST_GAP = 9;

  /**
   * How elements of a basic type lie in memory.
   *
   * @param perElement how many of them an element has
   * @param stride from one of them to the next, in basic elements
   * @param extent of an element, in basic elements
   */
  private record Shape(Datatype type, int perElement, int stride, int extent) {
    static Shape of(int kind, Datatype base) {
      Shape shape =
          switch (kind) {
            case 0 -> new Shape(base, 1, 1, 1);
            case 1 -> new Shape(Datatype.createVector(2, 1, 3, base), 2, 3, 4);
            default -> new Shape(Datatype.createVector(1, 2, 2, base), 2, 1, 2);
          };
      if (kind != 0) {
        shape.type.commit();
      }
      return shape;
    }

    /** Where one of the basic elements lies, in basic elements. */
    int place(int index) {
      return index / perElement * extent + index % perElement * stride;
    }
  }

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void shouldGiveWhatTheDefinitionSays(
      @ForAll @IntRange(min = 1, max = 6) int ranks, @ForAll long seed) {
    MpiRanks.runInWorld(
        ranks,
        comm -> {
          List<Request> requests = new ArrayList<>();
          List<Runnable> checks = new ArrayList<>();
          for (int i = 0; i < 4; i++) {
            new Exchange(comm, seed + i).run(requests, checks);
          }
          Request.waitAll(requests.toArray(Request[]::new));
          checks.forEach(Runnable::run);
        });
  }

  private static int bytesOf(Datatype base) {
    return base.typeMap().baseType().sizeBytes();
  }

  private static final class Exchange {
    private final Intracomm comm;
    private final int rank;
    private final int size;
    private final Random own;
    private final long sequence;
    private final boolean waits;

    /** By sender and receiver: the basic type, and how many elements of it. */
    private final Datatype[][] bases;

    private final int[][] lengths;

    /** One side's blocks. */
    private final class Side {
      final int[] counts = new int[size];
      final int[] displacements = new int[size];
      final Datatype[] types = new Datatype[size];
      final Shape[] shapes = new Shape[size];
      final byte[] image;

      Side(int[] lengths, Datatype[] bases) {
        int end = 0;
        for (int other = 0; other < size; other++) {
          shapes[other] = Shape.of(own.nextInt(3), bases[other]);
          types[other] = shapes[other].type;
          counts[other] = lengths[other] / shapes[other].perElement;
          displacements[other] = end + own.nextInt(LONGEST_GAP);
          int span = counts[other] * shapes[other].extent * bytesOf(bases[other]);
          end = displacements[other] + span;
        }
        image = new byte[end];
        Arrays.fill(image, (byte) 0x55);
      }

      void write(int other, int sender, int receiver) {
        int elementBytes = bytesOf(bases[sender][receiver]);
        for (int i = 0; i < lengths[sender][receiver]; i++) {
          int place = displacements[other] + shapes[other].place(i) * elementBytes;
          for (int k = 0; k < elementBytes; k++) {
            image[place + k] = data(sender, receiver, i * elementBytes + k);
          }
        }
      }
    }

    Exchange(Intracomm comm, long seed) {
      this.comm = comm;
      rank = comm.getRank();
      size = comm.getSize();
      Random shared = new Random(seed);
      own = new Random(seed * 31 + rank);
      sequence = shared.nextLong();
      waits = shared.nextBoolean();
      bases = new Datatype[size][size];
      lengths = new int[size][size];
      for (int sender = 0; sender < size; sender++) {
        for (int receiver = 0; receiver < size; receiver++) {
          bases[sender][receiver] = BASES.get(shared.nextInt(BASES.size()));
          lengths[sender][receiver] = LENGTHS[shared.nextInt(LENGTHS.length)];
        }
      }
    }

    private byte data(int sender, int receiver, int index) {
      return (byte) ((sequence + 31 * sender + 17 * receiver + index) * 0x9E3779B97F4A7C15L >>> 50);
    }

    void run(List<Request> requests, List<Runnable> checks) {
      Side out = new Side(lengths[rank], bases[rank]);
      Side in =
          new Side(
              IntStream.range(0, size).map(other -> lengths[other][rank]).toArray(),
              IntStream.range(0, size)
                  .mapToObj(other -> bases[other][rank])
                  .toArray(Datatype[]::new));
      for (int other = 0; other < size; other++) {
        out.write(other, rank, other);
      }
      byte[] sent = out.image.clone();
      ByteBuffer received = ByteBuffer.allocateDirect(in.image.length).put(in.image).rewind();
      if (own.nextBoolean()) {
        received = ByteBuffer.wrap(in.image.clone());
      }
      call(requests, out, sent, in, received);
      for (int other = 0; other < size; other++) {
        in.write(other, other, rank);
      }
      ByteBuffer result = received;
      checks.add(
          () -> {
            assertThat(result).isEqualTo(ByteBuffer.wrap(in.image));
            assertThat(sent).isEqualTo(out.image);
          });
    }

    private void call(List<Request> requests, Side out, byte[] sent, Side in, Buffer received) {
      Buffer sentView = ByteBuffer.wrap(sent);
      boolean views = own.nextBoolean();
      if (waits && views) {
        comm.allToAllw(
            sentView,
            out.counts,
            out.displacements,
            out.types,
            received,
            in.counts,
            in.displacements,
            in.types);
      } else if (waits) {
        comm.allToAllw(
            sent,
            out.counts,
            out.displacements,
            out.types,
            received,
            in.counts,
            in.displacements,
            in.types);
      } else if (views) {
        requests.add(
            comm.iAllToAllw(
                sentView,
                out.counts,
                out.displacements,
                out.types,
                received,
                in.counts,
                in.displacements,
                in.types));
      } else {
        requests.add(
            comm.iAllToAllw(
                sent,
                out.counts,
                out.displacements,
                out.types,
                received,
                in.counts,
                in.displacements,
                in.types));
      }
    }
  }
}
