package org.ob1j.tests.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.TestHosts;

/** Jobs over test hosts: mpirun runs on the first, and reaches the others by ssh. */
final class HostJobs {
  /** All that may be left of a job, and when. */
  static final Duration CLEAN = Duration.ofSeconds(5);

  private HostJobs() {}

  /** mpirun on host 0 with these words behind what lets it reach the others. */
  static MpirunJob of(TestHosts hosts, String... words) {
    List<String> all = new ArrayList<>();
    all.addAll(List.of("--mca", "plm_rsh_args", String.join(" ", hosts.sshArguments())));
    all.addAll(List.of(words));
    return MpirunJob.of(all.toArray(String[]::new)).after(hosts.on(0));
  }

  /** What a job has printed that must have succeeded. */
  static String output(MpirunJob.Result result) {
    assertThat(result.exitCode()).as(result.toString()).isZero();
    return result.stdout();
  }
}
