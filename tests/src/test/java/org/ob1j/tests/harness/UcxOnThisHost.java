package org.ob1j.tests.harness;

import static org.assertj.core.api.Assertions.assertThat;

/** Whether jobs can use UCX here. */
public final class UcxOnThisHost {
  private static final String FINDING = "ucx: UCX on this host: ";

  private UcxOnThisHost() {}

  /** What {@code mpirun --info} says of it; begins with "yes" or "no". */
  public static String finding(String... options) {
    MpirunJob.Result result = MpirunJob.of(options).words("--info").run();
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    return result
        .stdout()
        .lines()
        .filter(line -> line.startsWith(FINDING))
        .map(line -> line.substring(FINDING.length()))
        .findFirst()
        .orElseThrow();
  }

  /** Says so if not. */
  public static boolean isUsable() {
    String finding = finding();
    if (!finding.startsWith("yes")) {
      System.out.println("jobs over UCX are left out: " + finding);
    }
    return finding.startsWith("yes");
  }
}
