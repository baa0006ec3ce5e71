package org.ob1j.runtime.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ob1j.runtime.collective.SharedMemoryJob.GAPPED;
import static org.ob1j.runtime.collective.SharedMemoryJob.INT;
import static org.ob1j.runtime.collective.SharedMemoryJob.numbersFor;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.CollectiveException;

/** An allToAll of ranks that share memory: which area they have for it, and when. */
class SharedAllToAllTest {
  private final SharedMemoryJob job = new SharedMemoryJob();

  @Test
  void shouldTakeDatatypesWithGapsAtSomeRanksAndNotAtOthers() {
    job.run(
        8,
        rank -> {
          rank.agree();
          boolean gapped = rank.rank % 3 == 1;
          int[] in = new int[8 * (gapped ? 2 : 1)];
          rank.perform(
              rank.collectives.allToAll(
                  Blocks.uniform(rank.outgoing(1), 1, INT),
                  Blocks.uniform(in, 1, gapped ? GAPPED : INT)));
          for (int from = 0; from < 8; from++) {
            assertThat(in[gapped ? 2 * from : from]).isEqualTo(numbersFor(from, rank.rank, 1)[0]);
          }
        });
    assertThat(job.regions.made()).isEqualTo(1);
  }

  @Test
  void shouldReserveMemoryAsBlocksGetLonger() {
    job.run(
        4,
        rank -> {
          rank.agree();
          rank.allToAll(1);
          rank.allToAll(256);
          rank.collectives.runBarrier();
          rank.allToAll(257);
          rank.allToAll(32_768);
          rank.allToAll(1);
          rank.allToAll(32_769);
          rank.allToAll(32_768);
        });
    assertThat(job.regions.reserved()).as("for four sets of each rank").isEqualTo(3 * 4 * 4);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void shouldSendBlocksByMessagesIfARankHasNoMemoryForThem(int without) {
    job.run(
        3,
        rank -> {
          rank.agree();
          rank.allToAll(3);
          if (rank.rank == without) {
            rank.engine.share(null);
          }
          rank.performAll(3);
          rank.allToAll(1000);
          rank.performAll(3);
          rank.engine.share(job.regions);
          rank.performAll(1001);
        });
    assertThat(job.regions.made()).isEqualTo(1);
    assertThat(job.regions.reserved()).as("not after one had none").isEqualTo(3 * 4 + 2 * 4);
  }

  @Test
  void shouldRefuseAnAllToAllOfAnotherLengthThanTheOthersHave() {
    job.run(
        2,
        rank -> {
          rank.agree();
          rank.allToAll(1);
          int count = rank.rank + 1;
          Algorithm algorithm =
              rank.collectives.allToAll(
                  Blocks.uniform(new int[2 * count], count, INT),
                  Blocks.uniform(new int[2 * count], count, INT));
          assertThatThrownBy(() -> rank.perform(algorithm))
              .isInstanceOf(CollectiveException.class)
              .hasMessageContaining("all to all of 4 bytes for each rank")
              .hasMessageContaining("all to all of 8 bytes for each rank");
          rank.allToAll(3);
        });
  }
}
