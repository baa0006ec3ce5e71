package org.ob1j.runtime.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.shared.SharedCollectives;
import org.ob1j.runtime.parameter.ParameterSet;

/** Collectives of ranks for which rank 0 has made an area before the first of them. */
class PublishedAreaTest {
  private static final int LONG_COUNT = 3000;

  private final SharedMemoryJob job = new SharedMemoryJob();

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8})
  void shouldGoThroughItFromTheFirstOn(int ranks) {
    job.publish(ranks, true);
    job.run(
        ranks,
        rank -> {
          assertThat(
                  rank.collectives
                      .allGather(null, Blocks.uniform(new int[ranks], 1, SharedMemoryJob.INT))
                      .name())
              .isEqualTo("shared-memory all gather");
          rank.performAll(3);
          rank.performAll(LONG_COUNT);
          rank.performAll(3);
        });
    assertThat(job.regions.made()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
  void shouldBeginWithAnyOperation(int first) {
    job.publish(4, true);
    job.run(4, rank -> rank.perform(first, 5, 2));
    job.publish(4, true);
    job.alone = 1 + first % 3;
    job.run(
        4,
        rank -> {
          rank.perform(first, 5, 2);
          rank.performAll(3);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void shouldSendMessagesIfARankCannotMapIt(int alone) {
    job.publish(4, true);
    job.alone = alone;
    job.run(
        4,
        rank -> {
          rank.broadcast(LONG_COUNT, 0);
          rank.broadcast(3, 0);
          rank.performAll(3);
          rank.agree();
          rank.performAll(3);
        });
    assertThat(job.regions.made()).isEqualTo(1);
  }

  @Test
  void shouldSendMessagesIfNoneButRankZeroCanMapIt() {
    job.publish(3, true);
    job.run(
        3,
        rank -> {
          if (rank.rank != 0) {
            rank.engine.share(null);
          }
          rank.performAll(3);
        });
    assertThat(job.regions.made()).isEqualTo(1);
  }

  /** A job may give its ranks different parameters, though there is nothing to gain from it. */
  @ParameterizedTest
  @CsvSource({
    "coll_sm_fragment_size, 64, 8192, 1",
    "coll_sm_fragment_size, 8192, 64, 1",
    "coll_sm_fragment_size, 0, 8192, 0",
    "coll_sm_fragment_size, 8192, 0, 1",
    "coll_allgatherv_algorithm, auto, ring, 1",
    "coll_allgatherv_algorithm, ring, auto, 0",
  })
  void shouldDoWhatRankZeroWantsIfAllDo(
      String parameter, String ofRankZero, String ofOthers, int regions) {
    IntFunction<ParameterSet> named =
        rank -> ParameterSet.of(Map.of(parameter, rank == 0 ? ofRankZero : ofOthers));
    for (int count : new int[] {1, 50, LONG_COUNT}) {
      job.publish(3, true, named);
      job.runWith(
          3,
          named,
          rank -> {
            rank.allReduce(count);
            rank.performAll(count);
            rank.agree();
            rank.performAll(count);
          });
    }
    assertThat(job.regions.made()).isEqualTo(3 * regions);
  }

  @Test
  void shouldAgreeWithTheEighthIfThereIsNone() {
    job.publish(3, false);
    job.run(
        3,
        rank -> {
          for (int i = 1; i < SharedCollectives.OPERATIONS_BEFORE; i++) {
            rank.collectives.runBarrier();
          }
        });
    assertThat(job.regions.made()).isZero();
    job.run(3, SharedMemoryJob.Rank::agree);
    assertThat(job.regions.made()).isEqualTo(1);
  }

  @Test
  void shouldSendMessagesForWhatIsStartedBeforeTheFirst() {
    job.publish(3, true);
    job.run(
        3,
        rank -> {
          int[] data = rank.numbers(2);
          Blocks block = Blocks.same(data, 2, SharedMemoryJob.INT);
          var request =
              rank.collectives.start(rank.collectives.allReduce(block, block, SharedMemoryJob.SUM));
          rank.performAll(2);
          rank.engine.await(request);
          assertThat(request.failure()).isNull();
          assertThat(data).isEqualTo(SharedMemoryJob.sums(3, 2));
        });
  }
}
