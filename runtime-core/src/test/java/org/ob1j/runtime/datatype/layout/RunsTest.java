package org.ob1j.runtime.datatype.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Which pieces of data become a group. */
class RunsTest {
  @Test
  void shouldListBlocksOfOneLengthAtUnevenDistances() {
    RunsBuilder builder = new RunsBuilder();
    for (long place : new long[] {0, 16, 40, 24, 104}) {
      builder.add(place, 8, 0, 1);
    }
    builder.add(200, 8, 32, 3);
    Runs runs = builder.build();
    assertThat(runs.groups()).isEqualTo(1);
    assertThat(runs.isListed(0)).isTrue();
    assertThat(runs.count(0)).isEqualTo(8);
    assertThat(places(runs, 0)).containsExactly(0, 16, 40, 24, 104, 200, 232, 264);
    assertThat(runs.sizeBytes()).isEqualTo(64);
    assertThat(runs.firstByte()).isZero();
    assertThat(runs.endByte()).isEqualTo(272);
    assertThat(runs.alignment(0) & 7).isZero();
  }

  @Test
  void shouldNotListLongRows() {
    RunsBuilder builder = new RunsBuilder();
    for (int row = 0; row < 10; row++) {
      builder.add(1000L * row, 2, 4, 100);
    }
    Runs runs = builder.add(10_000, 2, 0, 1).build();
    assertThat(runs.groups()).isEqualTo(11);
    assertThat(runs.listedBlocks()).isZero();
  }

  @Test
  void shouldBeginGroupWhereLengthChanges() {
    RunsBuilder builder = new RunsBuilder();
    for (long place : new long[] {0, 10, 30}) {
      builder.add(place, 4, 0, 1);
    }
    Runs runs = builder.add(50, 5, 0, 1).add(70, 4, 0, 1).build();
    assertThat(runs.groups()).isEqualTo(3);
    assertThat(places(runs, 0)).containsExactly(0, 10, 30);
    assertThat(runs.start(1)).isEqualTo(12);
    assertThat(runs.groupOf(12)).isEqualTo(1);
    assertThat(runs.groupOf(17)).isEqualTo(2);
  }

  @Test
  void shouldTellPlacesInElementsOfBuffer() {
    Runs strided = new RunsBuilder().add(16, 8, -24, 3).build();
    int[] places = new int[2];
    strided.places(0, 1, 2, 48, 3, places);
    assertThat(places).containsExactly(5, 2);
    Runs listed = new RunsBuilder().add(0, 8, 0, 1).add(16, 8, 0, 1).add(-8, 8, 0, 1).build();
    listed.places(0, 1, 2, 8, 3, places);
    assertThat(places).containsExactly(3, 0);
  }

  @Test
  void shouldRefuseMorePiecesThanItMayHold() {
    RunsBuilder groups = new RunsBuilder(3).add(0, 1, 0, 1).add(10, 2, 0, 1).add(20, 3, 0, 1);
    assertThatThrownBy(() -> groups.add(30, 4, 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("more than 3 pieces");
    RunsBuilder list = new RunsBuilder(5).add(0, 1, 0, 1).add(10, 1, 0, 1).add(15, 1, 0, 1);
    list.add(16, 1, 0, 1);
    assertThatThrownBy(() -> list.add(18, 1, 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("more than 5 pieces");
  }

  private static long[] places(Runs runs, int group) {
    long[] places = new long[(int) runs.count(group)];
    for (int block = 0; block < places.length; block++) {
      places[block] = runs.place(group, block);
    }
    return places;
  }
}
