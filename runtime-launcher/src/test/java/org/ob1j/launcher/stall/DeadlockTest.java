package org.ob1j.launcher.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DeadlockTest {
  private static final Set<Integer> NOBODY = Set.of();

  static List<Arguments> deadlocks() {
    return List.of(
        Arguments.of(
            "two ranks",
            Map.of(0, one(1), 1, one(0)),
            NOBODY,
            "rank 0 waits for rank 1, rank 1 waits for rank 0"),
        Arguments.of(
            "a rank that waits for a circle is not part of it",
            Map.of(0, one(1), 1, one(2), 2, one(1)),
            NOBODY,
            "rank 1 waits for rank 2, rank 2 waits for rank 1"),
        Arguments.of("itself", Map.of(3, one(3)), NOBODY, "rank 3 waits for itself"),
        Arguments.of(
            "any of several, all of which wait",
            Map.of(0, anyOf(1, 2), 1, one(0), 2, one(0)),
            NOBODY,
            "rank 0 waits for rank 1, rank 1 waits for rank 0"),
        Arguments.of(
            "all of several, one of which waits",
            Map.of(0, allOf(1, 2), 2, one(0)),
            NOBODY,
            "rank 0 waits for rank 2, rank 2 waits for rank 0"),
        Arguments.of(
            "a rank that is gone",
            Map.of(0, one(1), 1, one(2)),
            Set.of(2),
            "rank 0 waits for rank 1, rank 1 waits for rank 2, which has ended"),
        Arguments.of(
            "any of several, which wait or are gone",
            Map.of(0, anyOf(1, 2), 1, one(0)),
            Set.of(2),
            "rank 0 waits for rank 1, rank 1 waits for rank 0"),
        Arguments.of(
            "beside ranks that go on",
            Map.of(0, one(4), 1, one(2), 2, one(3), 3, one(1)),
            NOBODY,
            "rank 1 waits for rank 2, rank 2 waits for rank 3, rank 3 waits for rank 1"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("deadlocks")
  void shouldNameRanksThatWaitForEachOther(
      String name, Map<Integer, Deadlock.Wait> waits, Set<Integer> gone, String expected) {
    assertThat(Deadlock.find(waits, gone).describe()).isEqualTo(expected);
  }

  static List<Arguments> hopeful() {
    return List.of(
        Arguments.of("nobody waits", Map.of(), NOBODY),
        Arguments.of("for a rank that goes on", Map.of(0, one(1)), NOBODY),
        Arguments.of(
            "for a rank that waits for one that goes on", Map.of(0, one(1), 1, one(2)), NOBODY),
        Arguments.of(
            "any of several, one of which goes on", Map.of(0, anyOf(1, 2), 1, one(0)), NOBODY),
        Arguments.of("any of several, beside one that is gone", Map.of(0, anyOf(1, 2)), Set.of(1)),
        Arguments.of(
            "a circle with a way out", Map.of(0, one(1), 1, anyOf(0, 2), 2, one(3)), NOBODY));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("hopeful")
  void shouldFindNoneWhereRanksMayGoOn(
      String name, Map<Integer, Deadlock.Wait> waits, Set<Integer> gone) {
    assertThat(Deadlock.find(waits, gone)).isNull();
  }

  @Test
  void shouldNotDependOnWhichRanksOfManyWait() {
    Map<Integer, Deadlock.Wait> ring = new java.util.HashMap<>();
    for (int rank = 0; rank < 1000; rank++) {
      ring.put(rank, one((rank + 1) % 1000));
    }
    assertThat(Deadlock.find(ring, NOBODY).ranks()).hasSize(1000);
  }

  private static Deadlock.Wait one(int rank) {
    return allOf(rank);
  }

  private static Deadlock.Wait allOf(Integer... ranks) {
    return new Deadlock.Wait(false, List.of(ranks));
  }

  private static Deadlock.Wait anyOf(Integer... ranks) {
    return new Deadlock.Wait(true, List.of(ranks));
  }
}
