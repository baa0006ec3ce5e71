package org.ob1j.btl.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FarCoresTest {
  private static final int LIMIT_NANOS = 200;
  private static final int QUICK = LIMIT_NANOS - 1;
  private static final int INTERRUPTED = 1_000_000;

  private final FarCores cores = new FarCores(LIMIT_NANOS);

  private int payloadsUntilLook() {
    int payloads = 0;
    while (!cores.isLooking()) {
      cores.copies();
      payloads++;
    }
    return payloads;
  }

  /** One look; only its quickest send counts. */
  private void look(int quickestNanos) {
    payloadsUntilLook();
    for (int send = 0; send < FarCores.SENDS_OF_A_LOOK; send++) {
      assertThat(cores.isLooking()).isTrue();
      assertThat(cores.copies()).isFalse();
      cores.sent(send == 3 ? quickestNanos : INTERRUPTED);
    }
  }

  @Test
  void shouldBeFarAfterTwoSlowLooksAndNearAfterTwoQuickOnes() {
    look(LIMIT_NANOS);
    assertThat(cores.isFar()).isFalse();
    look(LIMIT_NANOS);
    assertThat(cores.isFar()).isTrue();

    look(QUICK);
    look(QUICK);
    assertThat(cores.isFar()).isFalse();
  }

  @Test
  void shouldCopyToNearCoresAndLeaveToFarOnes() {
    assertThat(cores.copies()).isTrue();
    look(QUICK);
    assertThat(cores.copies()).isTrue();

    look(LIMIT_NANOS);
    look(LIMIT_NANOS);
    assertThat(cores.copies()).isFalse();
  }

  @Test
  void shouldLookAgainAtOnceWhenInDoubtAndSeldomElse() {
    int near = payloadsUntilLook();
    look(LIMIT_NANOS);
    assertThat(payloadsUntilLook()).isZero();
    look(LIMIT_NANOS);
    int far = payloadsUntilLook();

    assertThat(near).isGreaterThan(100 * FarCores.SENDS_OF_A_LOOK);
    assertThat(far).isBetween(FarCores.SENDS_OF_A_LOOK, near);
  }

  @Test
  void shouldLeaveAllPayloadsAndNeverLookIfTheLimitIsZero() {
    FarCores always = new FarCores(0);

    for (int i = 0; i < 10_000; i++) {
      assertThat(always.copies()).isFalse();
      assertThat(always.isLooking()).isFalse();
    }
    assertThat(always.isFar()).isTrue();
  }

  @Test
  void shouldCopyAllPayloadsAndNeverLookIfNoneIsFar() {
    FarCores never = new FarCores(FarCores.NONE_IS_FAR);

    for (int i = 0; i < 10_000; i++) {
      assertThat(never.copies()).isTrue();
      assertThat(never.isLooking()).isFalse();
    }
    assertThat(never.isFar()).isFalse();
  }
}
