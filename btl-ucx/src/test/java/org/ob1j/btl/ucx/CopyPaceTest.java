package org.ob1j.btl.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CopyPaceTest {
  private static final int PAYLOAD_BYTES = 64 << 10;
  private static final int LIMIT_NANOS = 60;
  private static final long NEAR = 64L * LIMIT_NANOS;
  private static final long FAR = NEAR + 1;

  private final CopyPace pace = new CopyPace(LIMIT_NANOS);

  /** Looks as they come, s slow and q quick, and whether payloads are copied then. */
  @ParameterizedTest
  @CsvSource({
    "q, true",
    "s, true",
    "ss, false",
    "sq, true",
    "sqs, true",
    "sqss, false",
    "ssq, false",
    "ssqs, false",
    "ssqsq, false",
    "ssqq, true",
    "ssqqs, true",
    "ssqqss, false"
  })
  void shouldDecideByTwoLooksInARow(String looks, boolean copies) {
    looks.chars().forEach(look -> pace.looked(look == 's' ? FAR : NEAR, PAYLOAD_BYTES));

    assertThat(pace.copies()).isEqualTo(copies);
  }

  private int payloadsUntilLook() {
    int payloads = 1;
    while (!pace.isLookDue()) {
      payloads++;
    }
    return payloads;
  }

  @Test
  void shouldLookAgainAtOnceWhenInDoubtAndSeldomWhenFar() {
    int first = payloadsUntilLook();
    pace.looked(FAR, PAYLOAD_BYTES);
    assertThat(payloadsUntilLook()).isEqualTo(1);
    pace.looked(FAR, PAYLOAD_BYTES);
    assertThat(payloadsUntilLook()).isGreaterThan(first);
  }

  /** What did not go at once tells nothing, so the next one is timed. */
  @Test
  void shouldLookUntilAPayloadWentAtOnce() {
    payloadsUntilLook();

    assertThat(pace.isLookDue()).isTrue();
    assertThat(pace.isLookDue()).isTrue();
  }

  @Test
  void shouldLeaveAllPayloadsAndNeverLookIfTheLimitIsZero() {
    CopyPace never = new CopyPace(0);

    assertThat(never.copies()).isFalse();
    for (int i = 0; i < 1000; i++) {
      assertThat(never.isLookDue()).isFalse();
    }
    assertThat(never.describe()).isEqualTo("1 payloads left to the receiver, far");
  }
}
