package org.ob1j.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.opentest4j.TestAbortedException;

@Timeout(60)
class MpiTestExtensionTest {
  @Test
  void shouldPassIfEveryRankPasses() {
    assertThat(run("passes").getStatus()).isEqualTo(TestExecutionResult.Status.SUCCESSFUL);
  }

  @Test
  void shouldNameTheRankThatFailedAndWhereTheOthersWere() {
    String message = failure("failsOnRankOneWhileOthersWait");

    assertThat(message)
        .startsWith("Samples.failsOnRankOneWhileOthersWait() failed on 1 of 3 ranks")
        .contains("--- rank 1: failed\njava.lang.AssertionError")
        .contains("at org.ob1j.junit.Samples.failsOnRankOneWhileOthersWait(Samples.java:")
        .contains("ended itself, here\nthread \"main\"")
        .contains("at mpi.Comm.recv(")
        .doesNotContain("org.junit.platform");
    assertThat(message.split("--- rank")).hasSizeBetween(3, 4);
  }

  @Test
  void shouldTellAFailureOfAllRanksOnceWithItsCause() {
    assertThat(failure("failsEverywhere"))
        .contains("failed on 2 of 2 ranks")
        .contains("--- rank 0, rank 1: failed\njava.lang.IllegalStateException: everywhere")
        .contains("Caused by: java.lang.IllegalArgumentException: the cause")
        .containsOnlyOnce("IllegalStateException");
  }

  @Test
  void shouldThrowErrorsOfMpi() {
    assertThat(failure("makesAnErrorOfMpi")).contains("failed\nmpi.MPIException: MPI_ERR_RANK");
  }

  @Test
  void shouldReportAndShowStacksAtTheTimeLimit() {
    assertThat(failure("waitsForEachOther"))
        .startsWith("Samples.waitsForEachOther() did not end within 8 s")
        .containsPattern("--- rank 0(, rank 1)?: was ended")
        .containsPattern("rank 1: was ended")
        .contains("at org.ob1j.junit.Samples.waitsForEachOther(Samples.java:")
        .contains("report of rank 0", "report of rank 1");
  }

  @Test
  void shouldTellWhereARankExits() {
    assertThat(failure("exitsOnRankOne"))
        .contains("mpirun ended with exit code 7")
        .contains("--- rank 1: was ended, or ended itself, here")
        .contains("at java.lang.System.exit(");
  }

  @Test
  void shouldTellThatARankLeftNothing() {
    assertThat(failure("haltsOnRankOne"))
        .contains("mpirun ended with exit code 9")
        .contains("--- rank 1: left no outcome")
        .contains("ended with exit code 9; the job is ended");
  }

  @Test
  void shouldAbortIfAnAssumptionDoesNotHold() {
    TestExecutionResult result = run("assumesWhatDoesNotHold");

    assertThat(result.getStatus()).isEqualTo(TestExecutionResult.Status.ABORTED);
    assertThat(result.getThrowable().orElseThrow())
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("rank 5 only");
  }

  @Test
  void shouldPassOptionsOn() {
    assertThat(run("getsOptions").getStatus()).isEqualTo(TestExecutionResult.Status.SUCCESSFUL);
  }

  @Test
  void shouldShowWhatMpirunRefuses() {
    assertThat(failure("getsAWrongOption"))
        .contains("mpirun ended with exit code 2")
        .contains("--no-such-option");
  }

  @Test
  void shouldRefuseATestOfNoRanks() {
    assertThat(run("hasNoRanks").getThrowable().orElseThrow())
        .isInstanceOf(ExtensionConfigurationException.class)
        .hasMessage("@MpiTest of hasNoRanks(): ranks is 0; it must be at least 1");
  }

  @Test
  void shouldRefuseATestOfNoTime() {
    assertThat(run("hasNoTime").getThrowable().orElseThrow())
        .isInstanceOf(ExtensionConfigurationException.class)
        .hasMessage("@MpiTest of hasNoTime(): timeoutSeconds is 0; it must be at least 1");
  }

  private static String failure(String method) {
    TestExecutionResult result = run(method);
    assertThat(result.getStatus()).isEqualTo(TestExecutionResult.Status.FAILED);
    return result.getThrowable().orElseThrow().getMessage();
  }

  private static TestExecutionResult run(String method) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectMethod(Samples.class, method))
        .execute()
        .testEvents()
        .finished()
        .map(event -> event.getRequiredPayload(TestExecutionResult.class))
        .findFirst()
        .orElseThrow();
  }
}
