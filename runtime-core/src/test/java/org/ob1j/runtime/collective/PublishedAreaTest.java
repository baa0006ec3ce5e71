package org.ob1j.runtime.collective;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.runtime.collective.shared.SharedArea;
import org.ob1j.runtime.collective.shared.SharedCollectives;

/** Collectives of ranks for which rank 0 has made an area before the first of them. */
class PublishedAreaTest {
  private static final int SET_BYTES = 1024;

  private final SharedMemoryJob job = new SharedMemoryJob();

  private void publish(int ranks) {
    job.publish(SharedArea.lengthBytes(ranks, SET_BYTES));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8})
  void shouldGoThroughItFromTheFirstOn(int ranks) {
    publish(ranks);
    job.run(
        ranks,
        rank -> {
          rank.performAll(3);
          // Without messages, which the other engine would have needed for its regions.
          rank.engine.share(null);
          rank.performAll(3);
        });
    assertThat(job.regions.made()).as("the one for allToAll is the second").isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void shouldSendMessagesIfARankCannotMapIt(int alone) {
    publish(4);
    job.alone = alone;
    job.run(
        4,
        rank -> {
          rank.broadcast(3, 0);
          rank.performAll(3);
          rank.agree();
          rank.performAll(3);
        });
    assertThat(job.regions.made()).isEqualTo(1);
  }

  @Test
  void shouldSendMessagesIfNoneButRankZeroCanMapIt() {
    publish(3);
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

  @Test
  void shouldAgreeWithTheEighthIfThereIsNone() {
    job.publishNothing();
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
}
