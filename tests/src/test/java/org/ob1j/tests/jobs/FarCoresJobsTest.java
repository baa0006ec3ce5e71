package org.ob1j.tests.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.tests.launcher.MpirunJob;

/** Messages whose frames are written past the caches from the first on, where that is possible. */
class FarCoresJobsTest {
  @ParameterizedTest
  @ValueSource(ints = {4_097, 16_384, 300_001, 5_000_003})
  void shouldDeliverEveryByte(int lengthBytes) {
    MpirunJob.Result result =
        MpirunJob.of("-n", "2", "--mca", "btl", "sm")
            .words("--mca", "btl_sm_far_line_nanos", "0")
            .words("--mca", "btl_sm_native_copy_after", "0")
            .program(ProtocolProgram.class, String.valueOf(lengthBytes))
            .run();

    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stderr()).isEmpty();
  }
}
