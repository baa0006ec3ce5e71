package org.ob1j.tests.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ob1j.tests.launcher.MpirunJob;

class AllocationTest {
  private static final double MOST_STATUS_BYTES = 40;

  @Test
  void shouldAllocateAtMostTheStatusThatIsReturnedForBlockingMessages() {
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
    // That the kept ones are seen shows that anything else would be.
    double statusBytes = bytes.remove("status kept");
    assertThat(statusBytes).isBetween(16.0, MOST_STATUS_BYTES);
    assertThat(bytes).hasSize(6);
    assertThat(bytes).allSatisfy((what, each) -> assertThat(each).isLessThanOrEqualTo(statusBytes));
  }
}
