package org.ob1j.runtime.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CartesianGridTest {
  /** 2 × 3, the second dimension periodic. */
  private static final CartesianGrid GRID =
      new CartesianGrid(new int[] {2, 3}, new boolean[] {false, true});

  /** What a property is tried on. */
  record Sample(CartesianGrid grid, List<Boolean> flags) {
    int size() {
      return (int) CartesianGrid.processes(grid.lengths());
    }

    boolean[] kept() {
      boolean[] kept = new boolean[grid.dimensions()];
      for (int i = 0; i < kept.length; i++) {
        kept[i] = flags.get(3 + i);
      }
      return kept;
    }
  }

  @Provide
  Arbitrary<Sample> samples() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 4).list().ofMaxSize(3),
            Arbitraries.of(true, false).list().ofSize(6))
        .as(
            (lengths, flags) -> {
              boolean[] periods = new boolean[lengths.size()];
              for (int i = 0; i < periods.length; i++) {
                periods[i] = flags.get(i);
              }
              int[] numbers = lengths.stream().mapToInt(each -> each).toArray();
              return new Sample(new CartesianGrid(numbers, periods), flags);
            });
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 0", "1, 0, 1", "2, 0, 2", "3, 1, 0", "4, 1, 1", "5, 1, 2"})
  void shouldRunThroughTheLastCoordinateFirst(int rank, int row, int column) {
    assertThat(GRID.coordinates(rank)).containsExactly(row, column);
    assertThat(GRID.rank(new int[] {row, column})).isEqualTo(rank);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 1, 3",
    "0, 0, -1, -2",
    "3, 0, 1, -2",
    "3, 0, 0, 3",
    "0, 0, 2, -2",
    "0, 1, 1, 1",
    "0, 1, -1, 2",
    "5, 1, 1, 3",
    "4, 1, 7, 5",
    "4, 1, -7, 3",
    "4, 1, 2147483648, 3",
    "4, 1, -2147483648, 5",
    "0, 0, 2147483648, -2"
  })
  void shouldShiftAroundOrOffTheEdge(int rank, int dimension, long distance, int expected) {
    assertThat(GRID.shifted(rank, dimension, distance)).isEqualTo(expected);
  }

  @Test
  void shouldWrapCoordinatesOfPeriodicDimensions() {
    assertThat(GRID.rank(new int[] {1, -1})).isEqualTo(5);
    assertThat(GRID.rank(new int[] {1, 300})).isEqualTo(3);
    assertThat(GRID.rank(new int[] {0, Integer.MIN_VALUE})).isEqualTo(1);
  }

  @Test
  void shouldHaveTheOneBelowBeforeTheOneAbove() {
    Neighbors neighbors = GRID.neighbors(4);
    assertThat(neighbors.sourceCount()).isEqualTo(4);
    assertThat(IntStream.range(0, 4).map(neighbors::source))
        .containsExactly(1, Neighbors.NOBODY, 3, 5);
    assertThat(IntStream.range(0, 4).map(neighbors::destination))
        .containsExactly(1, Neighbors.NOBODY, 3, 5);
    assertThat(IntStream.range(0, 4).map(neighbors::postedAt)).containsExactly(1, 0, 3, 2);
  }

  @Test
  void shouldBeOneProcessWithoutDimensions() {
    CartesianGrid point = new CartesianGrid(new int[0], new boolean[0]);
    assertThat(CartesianGrid.processes(point.lengths())).isEqualTo(1);
    assertThat(point.coordinates(0)).isEmpty();
    assertThat(point.rank(new int[0])).isZero();
    assertThat(point.neighbors(0).sourceCount()).isZero();
    assertThat(point.slice(0, new boolean[0])).containsExactly(0);
  }

  @Test
  void shouldCountMoreProcessesThanAnybodyHas() {
    int[] huge = {Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE};
    assertThat(CartesianGrid.processes(huge)).isEqualTo(Long.MAX_VALUE);
    assertThat(CartesianGrid.processes(new int[] {65_536, 65_536})).isEqualTo(1L << 32);
  }

  @Test
  void shouldNotChangeWithTheArraysItWasMadeOf() {
    int[] lengths = {2, 2};
    boolean[] periods = {true, true};
    CartesianGrid grid = new CartesianGrid(lengths, periods);
    lengths[0] = 9;
    periods[0] = false;
    grid.lengths()[1] = 9;
    grid.periods()[1] = false;
    assertThat(grid.lengths()).containsExactly(2, 2);
    assertThat(grid.isPeriodic(0)).isTrue();
    assertThat(grid.isPeriodic(1)).isTrue();
  }

  @Property(tries = 200)
  void shouldGiveEveryPlaceOneRank(@ForAll("samples") Sample sample) {
    CartesianGrid grid = sample.grid();
    for (int rank = 0; rank < sample.size(); rank++) {
      int[] place = grid.coordinates(rank);
      assertThat(grid.rank(place)).isEqualTo(rank);
      for (int i = 0; i < place.length; i++) {
        assertThat(place[i]).isBetween(0, grid.length(i) - 1);
      }
    }
  }

  @Property(tries = 200)
  void shouldComeBackByTheOppositeShift(
      @ForAll("samples") Sample sample, @ForAll @IntRange(min = -6, max = 6) int distance) {
    CartesianGrid grid = sample.grid();
    for (int rank = 0; rank < sample.size(); rank++) {
      for (int i = 0; i < grid.dimensions(); i++) {
        int there = grid.shifted(rank, i, distance);
        int[] place = grid.coordinates(rank);
        place[i] += distance;
        boolean inside = place[i] >= 0 && place[i] < grid.length(i);
        if (inside || grid.isPeriodic(i)) {
          assertThat(there).isEqualTo(grid.rank(place));
          assertThat(grid.shifted(there, i, -distance)).isEqualTo(rank);
        } else {
          assertThat(there).isEqualTo(Neighbors.NOBODY);
        }
      }
    }
  }

  /** Every receive that is posted finds a message that was sent in the opposite direction. */
  @Property(tries = 200)
  void shouldMatchBlocksOfOppositeDirections(@ForAll("samples") Sample sample) {
    CartesianGrid grid = sample.grid();
    for (int rank = 0; rank < sample.size(); rank++) {
      for (int peer = 0; peer < sample.size(); peer++) {
        assertThat(receivesFrom(grid.neighbors(rank), peer))
            .isEqualTo(sendsTo(grid.neighbors(peer), rank).map(each -> each ^ 1).toArray());
      }
    }
  }

  private static int[] receivesFrom(Neighbors neighbors, int peer) {
    return IntStream.range(0, neighbors.sourceCount())
        .map(neighbors::postedAt)
        .filter(block -> neighbors.source(block) == peer)
        .toArray();
  }

  private static IntStream sendsTo(Neighbors neighbors, int peer) {
    return IntStream.range(0, neighbors.destinationCount())
        .filter(block -> neighbors.destination(block) == peer);
  }

  @Property(tries = 200)
  void shouldCutIntoPartsThatHoldTheOtherCoordinates(@ForAll("samples") Sample sample) {
    CartesianGrid grid = sample.grid();
    boolean[] kept = sample.kept();
    CartesianGrid part = grid.of(kept);
    for (int rank = 0; rank < sample.size(); rank++) {
      int[] slice = grid.slice(rank, kept);
      assertThat(slice).hasSize((int) CartesianGrid.processes(part.lengths())).contains(rank);
      assertThat(slice).isSorted();
      for (int each = 0; each < slice.length; each++) {
        int[] place = grid.coordinates(slice[each]);
        assertThat(coordinatesWhere(kept, place, true)).isEqualTo(part.coordinates(each));
        assertThat(coordinatesWhere(kept, place, false))
            .isEqualTo(coordinatesWhere(kept, grid.coordinates(rank), false));
        assertThat(grid.slice(slice[each], kept)).isEqualTo(slice);
      }
    }
  }

  private static int[] coordinatesWhere(boolean[] kept, int[] place, boolean wanted) {
    return IntStream.range(0, kept.length)
        .filter(i -> kept[i] == wanted)
        .map(i -> place[i])
        .toArray();
  }

  @Property(tries = 200)
  void shouldKeepPeriodsInParts(@ForAll("samples") Sample sample) {
    boolean[] all = new boolean[sample.grid().dimensions()];
    Arrays.fill(all, true);
    assertThat(sample.grid().of(all).lengths()).isEqualTo(sample.grid().lengths());
    assertThat(sample.grid().of(all).periods()).isEqualTo(sample.grid().periods());
  }
}
