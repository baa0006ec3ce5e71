package org.ob1j.launcher.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ob1j.runtime.job.ContextTraffic;

class StallTest {
  private static final Map<Integer, Deadlock.Wait> EACH_OTHER = Map.of(0, allOf(1), 1, allOf(0));

  static List<Arguments> withSomethingMissing() {
    return List.of(
        Arguments.of(
            "both have sent what is lost",
            world(peer(1, 3, 0, 2, 0)),
            world(peer(0, 4, 0, 2, 0)),
            List.of(
                "stalled: rank 0 has sent 1 message that rank 1 has not received"
                    + " (the world, context 0, by tcp.0)",
                "stalled: rank 1 has sent 2 messages that rank 0 has not received"
                    + " (the world, context 0, by tcp.0)")),
        Arguments.of(
            "one has sent what is lost, which may be all that is missing",
            world(peer(1, 1, 0, 0, 0)),
            world(peer(0, 0, 0, 0, 0)),
            List.of(
                "stalled: rank 0 has sent 1 message that rank 1 has not received"
                    + " (the world, context 0, by tcp.0)")),
        Arguments.of(
            "the numbers of the messages have begun again",
            world(peer(1, Integer.MIN_VALUE, 0, 0, 0)),
            world(peer(0, 0, 0, Integer.MAX_VALUE, 0)),
            List.of(
                "stalled: rank 0 has sent 1 message that rank 1 has not received"
                    + " (the world, context 0, by tcp.0)")),
        Arguments.of(
            "a transport does not take messages",
            world(peer(1, 1, 2, 0, 0)),
            world(peer(0, 0, 0, 1, 0)),
            List.of(
                "stalled: rank 0 has 2 messages for rank 1 that its transport has not taken"
                    + " (the world, context 0, by tcp.0)")),
        Arguments.of(
            "the rest of a message is lost",
            world(peer(1, 1, 0, 0, 0)),
            world(peer(0, 0, 0, 1, 1)),
            List.of(
                "stalled: rank 0 has sent 1 message of which rank 1 has not received all"
                    + " (the world, context 0, by tcp.0)")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("withSomethingMissing")
  void shouldSayWhatIsMissingAndNotCallItADeadlock(
      String name, List<ContextTraffic> zero, List<ContextTraffic> one, List<String> expected) {
    Stall stall = Stall.of(EACH_OTHER, Set.of(), Map.of(0, zero, 1, one));
    assertThat(stall.describe()).containsExactlyInAnyOrderElementsOf(expected);
  }

  static List<Arguments> withNothingMissing() {
    return List.of(
        Arguments.of("all has arrived", world(peer(1, 3, 0, 2, 0)), world(peer(0, 2, 0, 3, 0))),
        Arguments.of(
            "more has arrived than was sent when the sender told",
            world(peer(1, 1, 0, 0, 0)),
            world(peer(0, 0, 0, 2, 0))),
        Arguments.of(
            "the receiver has freed the communicator", world(peer(1, 5, 0, 0, 0)), List.of()),
        Arguments.of(
            "the context's id means another communicator to the receiver, without the sender",
            world(peer(1, 5, 0, 0, 0)),
            world(peer(2, 0, 0, 0, 0))),
        Arguments.of(
            "each other's contexts are different",
            world(peer(1, 5, 0, 0, 0)),
            List.of(new ContextTraffic(1, "other", List.of(peer(0, 0, 0, 0, 0))))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("withNothingMissing")
  void shouldCallItADeadlockIfNothingIsKnownToBeMissing(
      String name, List<ContextTraffic> zero, List<ContextTraffic> one) {
    Stall stall = Stall.of(EACH_OTHER, Set.of(), Map.of(0, zero, 1, one));
    assertThat(stall.describe())
        .containsExactly("deadlock: rank 0 waits for rank 1, rank 1 waits for rank 0");
  }

  static List<Arguments> withAMessageFromRank0ToRank1() {
    return List.of(
        Arguments.of("the wait of its receiver may end", Map.of(1, allOf(0), 0, allOf(1)), ""),
        Arguments.of(
            "a receive that was posted before may end the wait of its sender",
            Map.of(0, allOf(1), 1, allOf(2), 2, allOf(0)),
            ""),
        Arguments.of(
            "its receiver may go on and end the wait of another",
            Map.of(0, allOf(2), 1, allOf(0), 2, allOf(1)),
            ""),
        Arguments.of(
            "any one does, and it may be this",
            Map.of(0, allOf(1), 1, anyOf(0, 2), 2, allOf(1)),
            ""),
        Arguments.of(
            "all are needed, and another waits for itself",
            Map.of(0, allOf(1), 1, allOf(0, 2), 2, allOf(2)),
            "rank 2 waits for itself"),
        Arguments.of(
            "others wait for each other",
            Map.of(0, allOf(1), 1, allOf(0), 2, allOf(3), 3, allOf(2)),
            "rank 2 waits for rank 3, rank 3 waits for rank 2"),
        Arguments.of(
            "another rank has ended",
            Map.of(0, allOf(1), 1, allOf(0), 2, allOf(4)),
            "rank 2 waits for rank 4, which has ended"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("withAMessageFromRank0ToRank1")
  void shouldLookForADeadlockBesideRanksBetweenWhichAMessageIsMissing(
      String name, Map<Integer, Deadlock.Wait> waits, String deadlock) {
    Map<Integer, List<ContextTraffic>> traffic =
        Map.of(0, world(peer(1, 1, 0, 0, 0)), 1, world(peer(0, 0, 0, 0, 0)));

    Stall stall = Stall.of(waits, Set.of(4), traffic);

    assertThat(stall.undelivered()).hasSize(1);
    assertThat(stall.deadlock() == null ? "" : stall.deadlock().describe()).isEqualTo(deadlock);
  }

  @Test
  void shouldTellOfMessagesThatAreMissingWhereNobodyWaitsInACircle() {
    Map<Integer, List<ContextTraffic>> traffic =
        Map.of(0, world(peer(1, 1, 0, 0, 0)), 1, world(peer(0, 0, 0, 0, 0)));

    assertThat(Stall.of(Map.of(1, allOf(0)), Set.of(), traffic).describe())
        .containsExactly(
            "stalled: rank 0 has sent 1 message that rank 1 has not received"
                + " (the world, context 0, by tcp.0)");
  }

  @Test
  void shouldListNotTooManyOfThem() {
    Map<Integer, List<ContextTraffic>> traffic = new TreeMap<>();
    traffic.put(0, world(IntStream.rangeClosed(1, 100).mapToObj(StallTest::sentTo).toList()));
    for (int rank = 1; rank <= 100; rank++) {
      traffic.put(rank, world(peer(0, 0, 0, 0, 0)));
    }

    assertThat(Stall.of(Map.of(), Set.of(), traffic).describe())
        .hasSize(21)
        .endsWith("stalled: and 80 more of this kind");
  }

  private static ContextTraffic.Peer sentTo(int rank) {
    return peer(rank, 1, 0, 0, 0);
  }

  private static List<ContextTraffic> world(ContextTraffic.Peer... peers) {
    return world(List.of(peers));
  }

  private static List<ContextTraffic> world(List<ContextTraffic.Peer> peers) {
    return List.of(new ContextTraffic(0, "the world", peers));
  }

  private static ContextTraffic.Peer peer(
      int rank, int sent, int waiting, int received, int incomplete) {
    return new ContextTraffic.Peer(rank, "tcp.0", sent, waiting, received, incomplete);
  }

  private static Deadlock.Wait allOf(Integer... ranks) {
    return new Deadlock.Wait(false, List.of(ranks));
  }

  private static Deadlock.Wait anyOf(Integer... ranks) {
    return new Deadlock.Wait(true, List.of(ranks));
  }
}
