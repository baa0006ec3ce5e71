package org.ob1j.runtime.control.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.ob1j.runtime.control.message.ControlMessage;
import org.ob1j.runtime.control.message.ControlMessage.Arrive;
import org.ob1j.runtime.control.message.ControlMessage.Gathering;
import org.ob1j.runtime.control.message.ControlProtocolException;
import org.ob1j.runtime.control.message.RankRanges;

class JobLedgerTest {
  private final JobLedger ledger = new JobLedger(3);

  private void registerAll() {
    for (int rank = 0; rank < 3; rank++) {
      assertThat(ledger.register(rank, 3)).isNull();
    }
  }

  private boolean fence(int rank, int sequence) throws ControlProtocolException {
    return ledger.arrive(rank, new Arrive(Gathering.FENCE, sequence));
  }

  private boolean barrier(int rank, int sequence) throws ControlProtocolException {
    return ledger.arrive(rank, new Arrive(Gathering.BARRIER, sequence));
  }

  @Test
  void shouldReleaseAGatheringWhenTheLastRankComes() throws Exception {
    registerAll();

    assertThat(fence(1, 1)).isFalse();
    assertThat(fence(0, 1)).isFalse();
    assertThat(barrier(2, 1)).isFalse();
    assertThat(fence(2, 1)).isTrue();
    assertThat(fence(2, 2)).isFalse();
  }

  @Test
  void shouldRefuseARankThatComesTwiceOrOutOfTurn() throws Exception {
    registerAll();
    fence(1, 1);

    assertThatThrownBy(() -> fence(1, 2)).hasMessageContaining("FENCE 2 after 1");
    assertThatThrownBy(() -> fence(0, 2)).hasMessageContaining("FENCE 2 after 0");
    assertThatThrownBy(() -> fence(1, 1)).hasMessageContaining("FENCE 1 after 1");
  }

  @Test
  void shouldRefuseWhoDoesNotBelong() {
    assertThat(ledger.register(3, 3)).contains("rank 3 is outside the job of 3");
    assertThat(ledger.register(-1, 3)).contains("rank -1 is outside the job of 3");
    assertThat(ledger.register(0, 4)).contains("has 4 ranks, it has 3");
    assertThat(ledger.register(0, 3)).isNull();
    assertThat(ledger.register(0, 3)).contains("rank 0 has registered before");
  }

  @Test
  void shouldFindWaitsThatNobodyCanEnd() throws Exception {
    registerAll();
    fence(0, 1);
    assertThat(ledger.hopelessWait()).isNull();

    ledger.leave(2);

    assertThat(ledger.hopelessWait())
        .isEqualTo("rank 0 waits in a fence for rank 2, which has called Finalize");
  }

  @Test
  void shouldFindWaitsForARankThatNeverJoined() throws Exception {
    assertThat(ledger.register(0, 3)).isNull();
    fence(0, 1);

    assertThat(ledger.end(1)).isFalse();

    assertThat(ledger.hopelessWait())
        .isEqualTo("rank 0 waits in a fence for rank 1, which has ended");
  }

  @Test
  void shouldNotCallAWaitHopelessThatTheGoneRankHasCompleted() throws Exception {
    registerAll();
    fence(0, 1);
    fence(2, 1);
    fence(1, 1);

    ledger.leave(1);

    assertThat(ledger.hopelessWait()).isNull();
  }

  @Test
  void shouldKnowForWhomARankWaitsInABarrier() throws Exception {
    registerAll();
    assertThat(ledger.missingFromBarrierOf(1)).isEmpty();

    barrier(1, 1);
    assertThat(ledger.missingFromBarrierOf(1)).containsExactly(0, 2);
    assertThat(ledger.missingFromBarrierOf(0)).isEmpty();

    barrier(0, 1);
    assertThat(ledger.missingFromBarrierOf(1)).containsExactly(2);

    barrier(2, 1);
    assertThat(ledger.missingFromBarrierOf(1)).isEmpty();
  }

  @Test
  void shouldTellAnEarlyEndFromOneInGoodOrder() {
    registerAll();
    ledger.leave(1);

    assertThat(ledger.end(0)).isTrue();
    assertThat(ledger.end(1)).isFalse();
  }

  @Test
  void shouldAnswerWithAsManyRanksAsFit() throws Exception {
    registerAll();
    ledger.put(0, "key", new byte[40_000]);
    ledger.put(2, "key", new byte[40_000]);

    var values = ledger.values(new ControlMessage.Get(1, 0, Integer.MAX_VALUE, "key")).values();

    assertThat(values).hasSize(2);
    assertThat(values.get(0)).hasSize(40_000);
    assertThat(values.get(1)).isNull();
    assertThat(ledger.values(new ControlMessage.Get(1, 0, 1, "key")).values()).hasSize(1);
  }

  @Test
  void shouldReleaseAGroupWhenTheLastOfItComes() throws Exception {
    registerAll();
    var group = RankRanges.of(new int[] {2, 0});

    assertThat(ledger.arrive(2, new ControlMessage.ArriveInGroup(7, group))).isEmpty();
    assertThat(ledger.arrive(0, new ControlMessage.ArriveInGroup(-3, group)))
        .containsEntry(2, 7)
        .containsEntry(0, -3)
        .hasSize(2);
    assertThat(ledger.arrive(0, new ControlMessage.ArriveInGroup(4, group))).isEmpty();
  }

  @Test
  void shouldRefuseWhoComesToAFenceOfAGroupTwiceOrDoesNotBelong() throws Exception {
    registerAll();
    var group = new ControlMessage.ArriveInGroup(1, RankRanges.of(new int[] {0, 2}));
    ledger.arrive(0, group);

    assertThatThrownBy(() -> ledger.arrive(0, group)).hasMessageContaining("comes again");
    assertThatThrownBy(() -> ledger.arrive(1, group)).hasMessageContaining("is not in");
    assertThatThrownBy(
            () ->
                ledger.arrive(
                    1, new ControlMessage.ArriveInGroup(1, RankRanges.of(new int[] {1, 99}))))
        .hasMessageContaining("with rank 99; the job has");
  }

  @Test
  void shouldBoundWhatARankPublishes() throws Exception {
    registerAll();
    for (int repeat = 0; repeat < 1000; repeat++) {
      ledger.put(0, "same key", new byte[60_000]);
    }
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 100; i++) {
                ledger.put(0, "key " + i, new byte[60_000]);
              }
            })
        .isInstanceOf(ControlProtocolException.class)
        .hasMessageContaining("publishes more than");
  }
}
