package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommunicatorIdsTest {
  private final CommunicatorIds ids = new CommunicatorIds(2);

  @Test
  void shouldProposeTheNextIdAfterTheGreatestThatWasChosen() {
    assertThat(ids.propose(0)).isEqualTo(2);
    ids.decided(0, 7);
    ids.end(0);
    assertThat(ids.propose(1)).isEqualTo(8);
  }

  @Test
  void shouldServeOneParentAtATime() {
    assertThat(ids.propose(5)).isEqualTo(2);
    assertThat(ids.propose(3)).isEqualTo(CommunicatorIds.NOT_NOW);
    ids.decided(3, CommunicatorIds.NOT_NOW);
    ids.decided(5, 2);
    ids.end(5);
    assertThat(ids.propose(3)).isEqualTo(3);
  }

  @Test
  void shouldPreferTheSmallestParentOnceTheTurnIsFree() {
    assertThat(ids.propose(5)).isEqualTo(2);
    assertThat(ids.propose(3)).isEqualTo(CommunicatorIds.NOT_NOW);
    // Another process had another turn: nobody got an id.
    ids.decided(5, CommunicatorIds.NOT_NOW);
    ids.decided(3, CommunicatorIds.NOT_NOW);
    assertThat(ids.propose(5)).isEqualTo(CommunicatorIds.NOT_NOW);
    assertThat(ids.propose(3)).isEqualTo(2);
  }

  @Test
  void shouldGoOnWithoutAParentThatGaveUp() {
    assertThat(ids.propose(3)).isEqualTo(2);
    ids.end(3);
    assertThat(ids.propose(5)).isEqualTo(2);
  }

  @Test
  void shouldOrderCreationsByParentThenTag() {
    long all = CommunicatorIds.creation(3, CommunicatorIds.NO_TAG);
    long first = CommunicatorIds.creation(3, 0);
    long last = CommunicatorIds.creation(3, Integer.MAX_VALUE);
    long other = CommunicatorIds.creation(4, CommunicatorIds.NO_TAG);
    assertThat(new long[] {all, first, last, other}).isSorted().doesNotHaveDuplicates();
    assertThat(CommunicatorIds.creation(0, CommunicatorIds.NO_TAG)).isNotNegative();
  }
}
