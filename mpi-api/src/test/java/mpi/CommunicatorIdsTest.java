package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommunicatorIdsTest {
  private static final long NOT_NOW = CommunicatorIds.NOT_NOW;
  private static final Creation EARLY = Creation.byAll(3, 0);
  private static final Creation LATE = Creation.byAll(5, 0);

  private final CommunicatorIds ids = new CommunicatorIds(2);

  private void choose(long id) {
    assertThat(ids.propose(EARLY, 0)).isEqualTo(id);
    assertThat(ids.decided(EARLY, id, id)).isTrue();
  }

  @Test
  void shouldProposeTheSmallestIdThatIsNotInUse() {
    choose(2);
    choose(3);
    choose(4);
    ids.release(3);
    choose(3);
    choose(5);
  }

  @Test
  void shouldProposeNothingBelowWhatOthersProposed() {
    assertThat(ids.propose(EARLY, 0)).isEqualTo(2);
    assertThat(ids.decided(EARLY, 7, 2)).isFalse();
    assertThat(ids.propose(EARLY, 7)).isEqualTo(7);
    assertThat(ids.decided(EARLY, 7, 7)).isTrue();
    choose(2);
  }

  @Test
  void shouldKeepTheTurnUntilThereIsAnId() {
    ids.propose(LATE, 0);
    assertThat(ids.decided(LATE, 7, 2)).isFalse();
    assertThat(ids.propose(EARLY, 0)).isEqualTo(NOT_NOW);
    assertThat(ids.propose(LATE, 7)).isEqualTo(7);
    assertThat(ids.decided(LATE, 7, 7)).isTrue();
    assertThat(ids.propose(EARLY, 0)).isEqualTo(2);
  }

  @Test
  void shouldServeOneCreationAtATime() {
    assertThat(ids.propose(LATE, 0)).isEqualTo(2);
    assertThat(ids.propose(EARLY, 0)).isEqualTo(NOT_NOW);
    assertThat(ids.decided(EARLY, NOT_NOW, 2)).isFalse();
    assertThat(ids.decided(LATE, 2, 2)).isTrue();
    assertThat(ids.propose(EARLY, 0)).isEqualTo(3);
  }

  @Test
  void shouldPreferTheSmallestCreationOnceTheTurnIsFree() {
    assertThat(ids.propose(LATE, 0)).isEqualTo(2);
    assertThat(ids.propose(EARLY, 0)).isEqualTo(NOT_NOW);
    // Another process had another turn: nobody got an id.
    assertThat(ids.decided(LATE, NOT_NOW, 2)).isFalse();
    assertThat(ids.decided(EARLY, NOT_NOW, 2)).isFalse();
    assertThat(ids.propose(LATE, 0)).isEqualTo(NOT_NOW);
    assertThat(ids.propose(EARLY, 0)).isEqualTo(2);
  }

  @Test
  void shouldGoOnWithoutACreationThatGaveUp() {
    assertThat(ids.propose(EARLY, 0)).isEqualTo(2);
    ids.end(EARLY);
    assertThat(ids.propose(LATE, 0)).isEqualTo(2);
  }

  @Test
  void shouldOfferNoIdTwiceUnlessItWasGivenBack() {
    assertThat(ids.offer()).isEqualTo(2);
    assertThat(ids.offer()).isEqualTo(3);
    assertThat(ids.propose(EARLY, 0)).isEqualTo(4);
    ids.release(2);
    assertThat(ids.decided(EARLY, 4, 4)).isTrue();
    assertThat(ids.offer()).isEqualTo(2);
    assertThat(ids.offer()).isEqualTo(5);
  }

  @Test
  void shouldOfferIdsThatFollowOneAnotherWhereThereIsRoomForThem() {
    assertThat(ids.offer(3)).isEqualTo(2);
    ids.release(3);
    assertThat(ids.offer(2)).isEqualTo(5);
    assertThat(ids.offer()).isEqualTo(3);
    ids.release(2, 2);
    assertThat(ids.offer(2)).isEqualTo(2);
    assertThat(ids.propose(EARLY, 0, 4)).isEqualTo(7);
    ids.end(EARLY);
    assertThat(ids.offer()).isEqualTo(7);
  }

  @Test
  void shouldOfferWhileAnotherCreationHasTheTurn() {
    assertThat(ids.propose(LATE, 0)).isEqualTo(2);
    assertThat(ids.offer()).isEqualTo(3);
    assertThat(ids.decided(LATE, 2, 2)).isTrue();
    assertThat(ids.offer()).isEqualTo(4);
  }

  @Test
  void shouldOrderCreationsByParentThenKindThenNumber() {
    assertThat(
            new Creation[] {
              Creation.byAll(3, 0),
              Creation.byAll(3, 1L << 40),
              Creation.byGroup(3, 0),
              Creation.byGroup(3, Integer.MAX_VALUE),
              Creation.byTwoGroups(3, 0, 9, 1),
              Creation.byTwoGroups(3, 0, 9, 2),
              Creation.byTwoGroups(3, 1, 3, 2),
              Creation.byAll(4, 0)
            })
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void shouldCallACreationByTwoGroupsTheSameFromBothSides() {
    assertThat(Creation.byTwoGroups(4, 1, 3, 8)).isEqualTo(Creation.byTwoGroups(3, 8, 4, 1));
    assertThat(Creation.byTwoGroups(4, 1, 4, 8)).isEqualTo(Creation.byTwoGroups(4, 8, 4, 1));
    assertThat(Creation.byTwoGroups(4, 1, 3, 8)).isNotEqualTo(Creation.byTwoGroups(3, 1, 4, 8));
  }
}
