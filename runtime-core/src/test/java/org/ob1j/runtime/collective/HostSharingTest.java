package org.ob1j.runtime.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Operator;
import org.ob1j.runtime.collective.op.PredefinedReduction;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.CollectiveRequest;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

/** What ranks of several hosts do through memory that those of each share. */
class HostSharingTest {
  private static final int COUNT = 25;
  private static final int REPETITIONS = 10;
  private static final Reduction SUM = new PredefinedReduction(Operator.SUM, PrimitiveType.INT);

  private static Algorithm operation(HostJob.Rank rank, String collective, int count) {
    int last = rank.size - 1;
    Blocks own = HostJob.Rank.same(new int[count]);
    Blocks other = HostJob.Rank.same(new int[count]);
    Blocks all = rank.blocks(new int[count * rank.size]);
    Collectives collectives = rank.collectives;
    return switch (collective) {
      case "barrier" -> collectives.barrier();
      case "bcast" -> collectives.broadcast(own, last);
      case "reduce" -> collectives.reduce(own, rank.rank == last ? other : null, SUM, last);
      case "allreduce" -> collectives.allReduce(own, other, SUM);
      case "gather" -> collectives.gather(own, rank.rank == last ? all : null, last);
      case "scatter" -> collectives.scatter(rank.rank == last ? all : null, own, last);
      case "allgather" -> collectives.allGather(own, all);
      default -> throw new IllegalArgumentException(collective);
    };
  }

  /** How many messages ranks send within their hosts, of which they share memory on some. */
  private static long messagesWithinHosts(
      HostJob job, String collective, int count, int repetitions) {
    long before = job.withinHosts();
    job.runWithMemory(
        rank -> {
          for (int i = 0; i < repetitions; i++) {
            rank.perform(operation(rank, collective, count));
          }
        });
    return job.withinHosts() - before;
  }

  @ParameterizedTest
  @CsvSource({
    "barrier, 0",
    "bcast, 25",
    "reduce, 25",
    "allreduce, 25",
    "gather, 25",
    "scatter, 25",
    "allgather, 25",
    "bcast, 250000",
    "allreduce, 250000",
    "allgather, 80000",
  })
  void shouldSendNothingWithinAHostOnceItsRanksHaveAgreed(String collective, int count) {
    HostJob job = new HostJob("0,1*4,2*3", 8);
    long forAgreement = messagesWithinHosts(job, collective, count, 1);
    assertThat(forAgreement).isPositive();
    assertThat(messagesWithinHosts(job, collective, count, REPETITIONS)).isEqualTo(forAgreement);
  }

  @Test
  void shouldSendMessagesOnTheHostAloneWhereARankHasNoMemory() {
    HostJob without = new HostJob("0*2,1*3,2*3", 8).withoutMemoryOn(1);
    long once = messagesWithinHosts(without, "allreduce", COUNT, 1);
    // Two operands to the leader of that host, and two results from it.
    assertThat(messagesWithinHosts(without, "allreduce", COUNT, REPETITIONS))
        .isEqualTo(once + 4L * (REPETITIONS - 1));
    without.runWithMemory(
        rank -> {
          for (int i = 0; i < REPETITIONS; i++) {
            int[] own = {rank.rank, i};
            rank.perform(
                rank.collectives.allReduce(HostJob.Rank.same(own), HostJob.Rank.same(own), SUM));
            assertThat(own).containsExactly(28, 8 * i);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"0*8,1", "0*5,1*3", "(0-1)*6"})
  void shouldGiveTheSameBitsFromTheFirstOperationOn(String nodes) {
    int ranks = nodes.equals("0*8,1") ? 9 : nodes.equals("(0-1)*6") ? 12 : 8;
    TypeMap type = TypeMap.of(PrimitiveType.FLOAT);
    Reduction sum = new PredefinedReduction(Operator.SUM, PrimitiveType.FLOAT);
    new HostJob(nodes, ranks)
        .runWithMemory(
            rank -> {
              float[] own = {(float) Math.exp(rank.rank % 7 * 3 - 9)};
              float[] first = new float[1];
              float[] result = new float[1];
              for (int i = 0; i < 2 * REPETITIONS; i++) {
                float[] here = i == 0 ? first : result;
                rank.perform(
                    rank.collectives.allReduce(
                        Blocks.same(own, 1, type), Blocks.same(here, 1, type), sum));
              }
              assertThat(Float.floatToRawIntBits(result[0]))
                  .isEqualTo(Float.floatToRawIntBits(first[0]));
            });
  }

  @Test
  void shouldTellWhichRankOfTheCommunicatorIsInAnotherCollective() {
    new HostJob("0*2,1*2", 4)
        .runWithMemory(
            rank -> {
              rank.perform(rank.collectives.barrier());
              if (rank.rank < 2) {
                return;
              }
              Algorithm mine = operation(rank, rank.rank == 2 ? "allreduce" : "barrier", COUNT);
              Throwable thrown = catchThrowable(() -> rank.perform(mine));
              if (rank.rank == 2) {
                assertThat(thrown)
                    .hasMessageStartingWith("rank 3 is in barrier, this rank in reduce");
                // The other one waits for this one to lead it on.
                assertThatThrownBy(() -> rank.perform(operation(rank, "bcast", COUNT)))
                    .hasMessageStartingWith("rank 3 is in the second half of a barrier");
              } else {
                assertThat(thrown)
                    .hasMessageStartingWith("rank 2 is in broadcast with root 3 of")
                    .hasMessageContaining("among the ranks of a host");
              }
            });
  }

  /** It has come to no barrier yet: the other one must not go on as if it had. */
  @Test
  void shouldNotTakeABarrierAfterAnErrorForTheOneBefore() {
    new HostJob("0*2,1*2", 4)
        .runWithMemory(
            rank -> {
              rank.perform(rank.collectives.barrier());
              if (rank.rank < 2) {
                return;
              }
              if (rank.rank == 2) {
                assertThatThrownBy(() -> rank.perform(operation(rank, "allreduce", COUNT)))
                    .hasMessageStartingWith("rank 3 is in barrier");
                assertThatThrownBy(rank.collectives::runBarrier)
                    .hasMessageStartingWith("rank 3 is in the second half of a barrier");
              } else {
                assertThatThrownBy(rank.collectives::runBarrier)
                    .hasMessageStartingWith("rank 2 is in barrier, this rank in the second half");
              }
            });
  }

  @Test
  void shouldServeWhatIsStartedBesideWhatIsWaitedFor() {
    AtomicLong ends = new AtomicLong();
    new HostJob("0*3,1*2,2", 6)
        .runWithMemory(
            rank -> {
              int[][] results = new int[REPETITIONS][];
              CollectiveRequest[] started = new CollectiveRequest[REPETITIONS];
              for (int i = 0; i < REPETITIONS; i++) {
                results[i] = new int[] {rank.rank + i};
                Blocks block = HostJob.Rank.same(results[i]);
                started[i] = rank.collectives.start(rank.collectives.allReduce(block, block, SUM));
                rank.perform(operation(rank, "allreduce", COUNT));
                rank.perform(rank.collectives.barrier());
              }
              Arrays.stream(started).forEach(rank::await);
              for (int i = 0; i < REPETITIONS; i++) {
                assertThat(results[i][0]).isEqualTo(IntStream.range(0, 6).sum() + 6 * i);
              }
              ends.incrementAndGet();
            });
    assertThat(ends).hasValue(6);
  }
}
