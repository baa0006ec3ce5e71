package org.ob1j.tests.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.btl.StreamingCopy;
import org.ob1j.runtime.memory.FoundService;
import org.ob1j.tests.launcher.MpirunJob;

/** Messages whose frames are written past the caches from the first on, where that is possible. */
class FarCoresJobsTest {
  private static final Pattern STREAMED = Pattern.compile("(\\d+) frames past the caches");

  private static MpirunJob job() {
    return MpirunJob.of("-n", "2", "--mca", "btl", "sm")
        .words("--mca", "btl_sm_far_line_nanos", "0")
        .words("--mca", "btl_sm_native_copy_after", "0");
  }

  @ParameterizedTest
  @ValueSource(ints = {4_097, 16_384, 300_001, 5_000_003})
  void shouldDeliverEveryByte(int lengthBytes) {
    MpirunJob.Result result =
        job().program(ProtocolProgram.class, String.valueOf(lengthBytes)).run();

    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stderr()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {4_097, 300_001})
  void shouldWriteFramesPastTheCaches(int lengthBytes) {
    assumeThat(FoundService.among(() -> ServiceLoader.load(StreamingCopy.class)).reason()).isNull();
    MpirunJob.Running job =
        job().program(ProtocolProgram.class, String.valueOf(lengthBytes), "stay").start();
    job.awaitStdout("rank 0 has done");

    job.signal("USR1");

    Matcher streamed = STREAMED.matcher(job.awaitStderr(" frames past the caches"));
    assertThat(streamed.find()).isTrue();
    assertThat(Integer.parseInt(streamed.group(1))).isPositive();
    job.signal("TERM");
    assertThat(job.await().exitCode()).isEqualTo(143);
  }
}
