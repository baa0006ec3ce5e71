package org.ob1j.runtime.collective.movement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.CollectiveRank;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;

/** Each algorithm that moves data, whatever the table says when it is used. */
class DataMovementTest {
  private static final int COUNT = 3;

  private interface AllGather {
    Algorithm of(Members members, Blocks own, Blocks all);
  }

  private interface Broadcast {
    Algorithm of(Members members, Blocks data, int root);
  }

  private interface Rooted {
    Algorithm of(Members members, Blocks from, Blocks to, int root);
  }

  private interface AllToAll {
    Algorithm of(Members members, Blocks outgoing, Blocks incoming);
  }

  private static int[] everybodys(int ranks, int count) {
    return IntStream.range(0, ranks)
        .flatMap(rank -> IntStream.of(CollectiveRank.numbers(rank, count)))
        .toArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 9})
  void shouldLetNobodyOutOfABarrierBeforeEverybodyIsIn(int ranks) {
    waitForEverybody(ranks, false);
    waitForEverybody(ranks, true);
  }

  private static void waitForEverybody(int ranks, boolean linear) {
    AtomicInteger arrived = new AtomicInteger();
    AtomicInteger runs = new AtomicInteger();
    CollectiveRank.run(
        ranks,
        rank -> {
          Barrier barrier = new Barrier(rank.members, linear);
          int before = ranks * 20 * (runs.getAndIncrement() / ranks);
          for (int round = 1; round <= 20; round++) {
            arrived.incrementAndGet();
            rank.perform(barrier);
            assertThat(arrived.get()).isGreaterThanOrEqualTo(before + round * ranks);
            rank.perform(barrier);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9})
  void shouldBroadcast(int ranks) {
    broadcast(ranks, COUNT, BinomialBroadcast::new);
    broadcast(ranks, COUNT, ChainBroadcast::new);
    broadcast(ranks, MemberAlgorithm.SEGMENT_BYTES / Integer.BYTES * 2 + 5, ChainBroadcast::new);
  }

  private static void broadcast(int ranks, int count, Broadcast algorithm) {
    CollectiveRank.run(
        ranks,
        rank -> {
          for (int root = 0; root < ranks; root++) {
            int[] data = rank.rank == root ? rank.own(count) : new int[count];
            rank.perform(algorithm.of(rank.members, CollectiveRank.same(data), root));
            assertThat(data).isEqualTo(CollectiveRank.numbers(root, count));
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9})
  void shouldGather(int ranks) {
    gather(ranks, BinomialGather::new);
    gather(ranks, LinearGather::new);
  }

  private static void gather(int ranks, Rooted algorithm) {
    CollectiveRank.run(
        ranks,
        rank -> {
          for (int root = 0; root < ranks; root++) {
            int[] all = new int[rank.rank == root ? COUNT * ranks : 0];
            Blocks blocks = rank.rank == root ? rank.blocks(all) : null;
            rank.perform(
                algorithm.of(rank.members, CollectiveRank.same(rank.own(COUNT)), blocks, root));
            assertThat(all).isEqualTo(rank.rank == root ? everybodys(ranks, COUNT) : new int[0]);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9})
  void shouldScatter(int ranks) {
    scatter(ranks, BinomialScatter::new);
    scatter(ranks, LinearScatter::new);
  }

  private static void scatter(int ranks, Rooted algorithm) {
    CollectiveRank.run(
        ranks,
        rank -> {
          for (int root = 0; root < ranks; root++) {
            Blocks all = rank.rank == root ? rank.blocks(everybodys(ranks, COUNT)) : null;
            int[] own = new int[COUNT];
            rank.perform(algorithm.of(rank.members, all, CollectiveRank.same(own), root));
            assertThat(own).isEqualTo(rank.own(COUNT));
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8})
  void shouldGatherAtAllAPowerOfTwo(int ranks) {
    allGather(ranks, DoublingAllGather::new);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9})
  void shouldGatherAtAll(int ranks) {
    allGather(ranks, BruckAllGather::new);
    allGather(ranks, RingAllGather::new);
  }

  private static void allGather(int ranks, AllGather algorithm) {
    CollectiveRank.run(
        ranks,
        rank -> {
          int[] all = new int[COUNT * ranks];
          Blocks own = CollectiveRank.same(rank.own(COUNT));
          rank.perform(algorithm.of(rank.members, own, rank.blocks(all)));
          assertThat(all).isEqualTo(everybodys(ranks, COUNT));

          int[] inPlace = new int[COUNT * ranks];
          System.arraycopy(rank.own(COUNT), 0, inPlace, COUNT * rank.rank, COUNT);
          rank.perform(algorithm.of(rank.members, null, rank.blocks(inPlace)));
          assertThat(inPlace).isEqualTo(everybodys(ranks, COUNT));
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9})
  void shouldExchange(int ranks) {
    allToAll(ranks, BruckAllToAll::new);
    for (int width : new int[] {1, 2, ranks}) {
      allToAll(ranks, (m, from, to) -> new ExchangeAllToAll(m, from, to, false, width));
    }
  }

  private static void allToAll(int ranks, AllToAll algorithm) {
    CollectiveRank.run(
        ranks,
        rank -> {
          int[] outgoing = rank.own(COUNT * ranks);
          int[] incoming = new int[COUNT * ranks];
          rank.perform(algorithm.of(rank.members, rank.blocks(outgoing), rank.blocks(incoming)));
          for (int i = 0; i < incoming.length; i++) {
            int source = i / COUNT;
            assertThat(incoming[i]).isEqualTo(1000 * (source + 1) + rank.rank * COUNT + i % COUNT);
          }
        });
  }
}
