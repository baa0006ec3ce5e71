package org.ob1j.btl.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.btl.ucx.UcxSettings.TagOffloadMode;

/** How long payloads go, by what UCX has found and how quickly memory is read here. */
class LongPayloadsTest {
  private static final int COPIED = 65536;
  private static final int QUICK = 4000;
  private static final IntToLongFunction NEVER_ASKED =
      length -> {
        throw new AssertionError("nobody needs to know how quickly memory is read");
      };

  private static LongPayloads payloads(
      String transports, int copied, int farNanos, int quickNanos, IntToLongFunction readNanos) {
    UcxSettings settings =
        new UcxSettings("", "", "", 1 << 20, copied, farNanos, quickNanos, TagOffloadMode.AUTO, 16);
    return LongPayloads.of(UcxTransports.of(transports), settings, Map.of(), readNanos);
  }

  @ParameterizedTest
  @CsvSource({
    // transports, far, quick, ns read: far, are reads quick
    "posix/memory cma/memory, 200, 4000, 2700, -1, true",
    "posix/memory cma/memory, 200, 4000, 3999, -1, true",
    "posix/memory cma/memory, 200, 4000, 4000, 200, false",
    "posix/memory cma/memory, 200, 4000, -38, 200, false",
  })
  void shouldLeavePayloadsToEveryReceiverWhereReadingIsQuick(
      String transports, int far, int quick, long nanos, int farThen, boolean quickThen) {
    LongPayloads found =
        payloads(
            transports,
            COPIED,
            far,
            quick,
            length -> {
              assertThat(length).isEqualTo(LongPayloads.TRIED_BYTES);
              return nanos;
            });

    assertThat(found).isEqualTo(new LongPayloads(COPIED, farThen, quickThen));
  }

  @Test
  void shouldReadNothingWhereItDecidesNothing() {
    String readable = "posix/memory cma/memory";
    assertThat(payloads("posix/memory", COPIED, 200, QUICK, NEVER_ASKED))
        .isEqualTo(new LongPayloads(COPIED, FarCores.NONE_IS_FAR, false));
    assertThat(payloads("tcp/eth0", COPIED, 200, QUICK, NEVER_ASKED))
        .isEqualTo(new LongPayloads(0, FarCores.NONE_IS_FAR, false));
    assertThat(payloads(readable, COPIED, 200, 0, NEVER_ASKED))
        .isEqualTo(new LongPayloads(COPIED, 200, false));
    assertThat(payloads(readable, COPIED, 0, QUICK, NEVER_ASKED))
        .isEqualTo(new LongPayloads(COPIED, 0, false));
    assertThat(payloads(readable, FarCores.MIN_PAYLOAD_BYTES - 1, 200, QUICK, NEVER_ASKED))
        .isEqualTo(new LongPayloads(FarCores.MIN_PAYLOAD_BYTES - 1, 200, false));
  }
}
