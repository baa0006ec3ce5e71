package org.ob1j.tests.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ob1j.tests.harness.MpirunJob;

class AllocationTest {
  /** Of a Status, which every receive returns; the JIT may leave out one that is not kept. */
  private static final double STATUS_BYTES = 40;

  @Test
  void shouldAllocateNothingButTheStatusForBlockingMessages() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "2", "--mca", "btl", "sm")
            .program(RoundTrips.class)
            .timeLimit(Duration.ofMinutes(4))
            .run();

    assertThat(result.exitCode()).describedAs(result.stderr()).isZero();
    Map<String, Double> bytes = new LinkedHashMap<>();
    result
        .stdout()
        .lines()
        .map(line -> line.split(": "))
        .forEach(figure -> bytes.put(figure[0], Double.valueOf(figure[1])));
    // That the kept ones are seen shows that the others would be.
    assertThat(bytes.remove("status kept")).isGreaterThanOrEqualTo(16);
    assertThat(bytes).hasSize(6);
    assertThat(bytes).allSatisfy((what, each) -> assertThat(each).isIn(0.0, STATUS_BYTES));
  }
}
