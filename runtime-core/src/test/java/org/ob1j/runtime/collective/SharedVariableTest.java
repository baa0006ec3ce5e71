package org.ob1j.runtime.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ob1j.runtime.collective.SharedMemoryJob.GAPPED;
import static org.ob1j.runtime.collective.SharedMemoryJob.INT;
import static org.ob1j.runtime.collective.SharedMemoryJob.numbersFor;
import static org.ob1j.runtime.collective.SharedMemoryJob.numbersOf;

import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.CollectiveException;

/** An allGatherV and an allToAllV of ranks that share memory. */
class SharedVariableTest {
  /** An int between two blocks, which nobody touches. */
  private static final int GAP = -7;

  private final SharedMemoryJob job = new SharedMemoryJob();

  /** Blocks of different lengths in a buffer, with gaps between them. */
  private static final class Places {
    final int[] counts;
    final int[] displacements;
    final int[] buffer;

    Places(int[] counts) {
      this.counts = counts;
      displacements = new int[counts.length];
      int next = 0;
      for (int block = 0; block < counts.length; block++) {
        displacements[block] = next;
        next += counts[block] + 1;
      }
      buffer = IntStream.generate(() -> GAP).limit(next).toArray();
    }

    Places with(int block, int[] numbers) {
      System.arraycopy(numbers, 0, buffer, displacements[block], counts[block]);
      return this;
    }

    Blocks blocks() {
      return Blocks.of(buffer, counts, displacements, INT);
    }
  }

  private static Places places(int size, IntUnaryOperator count) {
    return new Places(IntStream.range(0, size).map(count).toArray());
  }

  private static void allGatherV(
      SharedMemoryJob.Rank rank, IntUnaryOperator count, boolean inPlace) {
    Places all = places(rank.size, count);
    int[] own = numbersOf(rank.rank, count.applyAsInt(rank.rank));
    if (inPlace) {
      all.with(rank.rank, own);
    }
    rank.perform(
        rank.collectives.allGatherV(
            inPlace ? null : Blocks.same(own, own.length, INT), all.blocks()));
    Places expected = places(rank.size, count);
    for (int source = 0; source < rank.size; source++) {
      expected.with(source, numbersOf(source, count.applyAsInt(source)));
    }
    assertThat(all.buffer).isEqualTo(expected.buffer);
  }

  /** The count is that of a block from one rank to another. */
  private static void allToAllV(SharedMemoryJob.Rank rank, IntBinaryOperator count) {
    Places out = places(rank.size, to -> count.applyAsInt(rank.rank, to));
    Places in = places(rank.size, from -> count.applyAsInt(from, rank.rank));
    Places expected = places(rank.size, from -> count.applyAsInt(from, rank.rank));
    for (int other = 0; other < rank.size; other++) {
      out.with(other, numbersFor(rank.rank, other, out.counts[other]));
      expected.with(other, numbersFor(other, rank.rank, in.counts[other]));
    }
    rank.perform(rank.collectives.allToAllV(out.blocks(), in.blocks()));
    assertThat(in.buffer).isEqualTo(expected.buffer);
  }

  private static void scatterV(
      SharedMemoryJob.Rank rank, int root, IntUnaryOperator count, boolean inPlace) {
    Places all = places(rank.size, count);
    for (int target = 0; target < rank.size; target++) {
      all.with(target, numbersOf(target, count.applyAsInt(target)));
    }
    int[] own = new int[count.applyAsInt(rank.rank)];
    boolean isRoot = rank.rank == root;
    Blocks place = isRoot && inPlace ? null : Blocks.same(own, own.length, INT);
    rank.perform(rank.collectives.scatterV(isRoot ? all.blocks() : null, place, root));
    assertThat(own)
        .isEqualTo(place == null ? new int[own.length] : numbersOf(rank.rank, own.length));
  }

  /** The last lengths need several pieces, and not of all ranks as many. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 8})
  void shouldGatherBlocksOfAllLengths(int size) {
    job.run(
        size,
        rank -> {
          rank.agree();
          for (int count : new int[] {0, 1, 3, 100, 4_000, 90_000}) {
            allGatherV(rank, source -> count, false);
            allGatherV(rank, source -> count * source, true);
            allGatherV(rank, source -> source == 1 ? count + 1 : 0, false);
          }
          rank.performAll(3);
        });
    assertThat(job.regions.made()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 8})
  void shouldExchangeBlocksOfAllLengths(int size) {
    job.run(
        size,
        rank -> {
          rank.agree();
          for (int count : new int[] {0, 1, 3, 100, 4_000, 90_000}) {
            allToAllV(rank, (from, to) -> count);
            allToAllV(rank, (from, to) -> count * (from + 2 * to) / (3 * size));
            allToAllV(rank, (from, to) -> from == 1 && to == 0 ? count + 1 : 0);
          }
          rank.performAll(3);
        });
    assertThat(job.regions.made()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 8})
  void shouldScatterBlocksOfAllLengths(int size) {
    job.run(
        size,
        rank -> {
          rank.agree();
          for (int count : new int[] {0, 1, 3, 100, 4_000, 90_000}) {
            for (int root = 0; root < size; root++) {
              scatterV(rank, root, target -> count, root % 2 == 0);
              scatterV(rank, root, target -> count * target / size, root % 2 == 1);
            }
            scatterV(rank, 1, target -> target == 0 ? count + 1 : 0, false);
          }
          rank.performAll(3);
        });
    assertThat(job.regions.made()).isEqualTo(1);
  }

  @Test
  void shouldTakeDatatypesWithGaps() {
    job.run(
        3,
        rank -> {
          rank.agree();
          int[] own = {rank.rank, GAP, 10 + rank.rank, GAP};
          int[] all = new int[6];
          rank.perform(
              rank.collectives.allGatherV(
                  Blocks.same(own, 2, GAPPED),
                  Blocks.of(all, new int[] {2, 2, 2}, new int[] {0, 2, 4}, INT)));
          assertThat(all).containsExactly(0, 10, 1, 11, 2, 12);
        });
  }

  @ParameterizedTest
  @CsvSource({"0, false", "2, false", "1, true"})
  void shouldSendMessagesIfARankHasNoMemoryForThem(int without, boolean exchanges) {
    job.run(
        3,
        rank -> {
          rank.agree();
          if (rank.rank == without) {
            rank.engine.share(null);
          }
          if (exchanges) {
            allToAllV(rank, (from, to) -> 50_000 * from + to);
          } else if (without == 2) {
            scatterV(rank, 2, target -> 50_000 * target, false);
          } else {
            allGatherV(rank, source -> 50_000 * source, false);
          }
          rank.performAll(1000);
          allToAllV(rank, (from, to) -> from + to);
          allGatherV(rank, source -> source, true);
          scatterV(rank, 1, target -> target, true);
        });
    assertThat(job.regions.made()).isEqualTo(1);
  }

  @Test
  void shouldSendMessagesForWhatIsStarted() {
    job.run(
        3,
        rank -> {
          rank.starts = true;
          for (int i = 0; i < 20; i++) {
            allToAllV(rank, (from, to) -> 2 * from + to);
            allGatherV(rank, source -> source, false);
            scatterV(rank, i % 3, target -> target, false);
          }
        });
  }

  /** The others are not held up, and nothing else is lost. */
  @ParameterizedTest
  @ValueSource(ints = {2, 70_000})
  void shouldGiveTheBeginningOfABlockThatIsTooLong(int count) {
    job.run(
        3,
        rank -> {
          rank.agree();
          Places all = places(3, source -> source == 2 && rank.rank == 0 ? count - 1 : count);
          int[] own = numbersOf(rank.rank, count);
          Algorithm algorithm =
              rank.collectives.allGatherV(Blocks.same(own, count, INT), all.blocks());
          if (rank.rank == 0) {
            assertThatThrownBy(() -> rank.perform(algorithm))
                .isInstanceOf(CollectiveException.class)
                .hasMessage(
                    "rank 2 has given a block of %d bytes, this rank expects at most %d of it",
                    4 * count, 4 * (count - 1));
          } else {
            rank.perform(algorithm);
          }
          for (int source = 0; source < 3; source++) {
            assertThat(all.buffer[all.displacements[source] + all.counts[source] - 1])
                .isEqualTo(numbersOf(source, count)[all.counts[source] - 1]);
          }
          assertThat(all.buffer[all.buffer.length - 1]).isEqualTo(GAP);
          rank.performAll(3);
        });
  }

  @Test
  void shouldGiveTheBeginningOfABlockThatIsTooLongForItsRank() {
    job.run(
        3,
        rank -> {
          rank.agree();
          int[] own = new int[40_000];
          Blocks all = rank.rank == 0 ? places(3, target -> 50_000).blocks() : null;
          int count = rank.rank == 1 ? 40_000 : 50_000;
          Blocks place = rank.rank == 2 ? Blocks.same(new int[count], count, INT) : null;
          Algorithm algorithm =
              rank.collectives.scatterV(
                  all, rank.rank == 1 ? Blocks.same(own, count, INT) : place, 0);
          if (rank.rank == 1) {
            assertThatThrownBy(() -> rank.perform(algorithm))
                .hasMessage(
                    "rank 0 has given a block of 200000 bytes, this rank expects at most 160000 of"
                        + " it");
            assertThat(own).containsOnly(GAP);
          } else {
            rank.perform(algorithm);
          }
          rank.performAll(3);
        });
  }

  @Test
  void shouldRefuseAnotherRootThanTheOthersHave() {
    job.run(
        2,
        rank -> {
          rank.agree();
          Blocks all = places(2, target -> 1).blocks();
          // Each is its own root, and so waits for nobody.
          rank.perform(rank.collectives.scatterV(all, Blocks.same(new int[1], 1, INT), rank.rank));
          assertThatThrownBy(rank.collectives::runBarrier)
              .isInstanceOf(CollectiveException.class)
              .hasMessageContaining("scatter v with root 0")
              .hasMessageContaining("scatter v with root 1");
        });
  }

  @Test
  void shouldLeaveTheRestOfAPlaceWhoseBlockIsShorter() {
    job.run(
        2,
        rank -> {
          rank.agree();
          Places all = places(2, source -> source == 1 - rank.rank ? 3 : 2);
          int[] own = numbersOf(rank.rank, 2);
          rank.perform(rank.collectives.allGatherV(Blocks.same(own, 2, INT), all.blocks()));
          int other = 1 - rank.rank;
          assertThat(all.buffer[all.displacements[other] + 1]).isEqualTo(numbersOf(other, 2)[1]);
          assertThat(all.buffer[all.displacements[other] + 2]).isEqualTo(GAP);
        });
  }

  @Test
  void shouldRefuseAnotherCollectiveThanTheOthersHave() {
    job.run(
        2,
        rank -> {
          rank.agree();
          Places places = places(2, source -> 1);
          Algorithm algorithm =
              rank.rank == 0
                  ? rank.collectives.allGatherV(Blocks.same(new int[1], 1, INT), places.blocks())
                  : rank.collectives.allToAllV(places.blocks(), places(2, source -> 1).blocks());
          assertThatThrownBy(() -> rank.perform(algorithm))
              .isInstanceOf(CollectiveException.class)
              .hasMessageContaining("all gather v")
              .hasMessageContaining("all to all v");
        });
  }
}
