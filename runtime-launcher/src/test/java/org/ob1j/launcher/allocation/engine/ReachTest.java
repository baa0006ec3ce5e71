package org.ob1j.launcher.allocation.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.launcher.allocation.Allocation;
import org.ob1j.launcher.allocation.Host;
import org.ob1j.launcher.allocation.Manager;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.runtime.parameter.ParameterSet;

class ReachTest {
  private static Reach reach(
      Manager manager, String host, Map<String, String> parameters, String... installed)
      throws LaunchException {
    Allocation hosts = new Allocation(List.of(Host.of(host, 1, 0)), manager, "some job");
    return Reach.of(hosts, ParameterSet.of(parameters), Map.of(), Set.of(installed)::contains);
  }

  @ParameterizedTest
  @CsvSource({"SLURM, srun", "GRID_ENGINE, qrsh", "LSF, blaunch"})
  void shouldNameTheProgramOfASchedulerThatIsMissing(Manager manager, String program) {
    assertThatThrownBy(() -> reach(manager, "h1", Map.of(), "ssh"))
        .hasMessage(
            "there is no program %s here, which is to reach the hosts of some job (--mca plm ssh"
                + " reaches them by ssh)",
            program)
        .extracting(failure -> ((LaunchException) failure).exitCode())
        .isEqualTo(ExitCodes.NO_SUCH_PROGRAM);
  }

  @ParameterizedTest
  @CsvSource({"GRID_ENGINE, qrsh", "LSF, blaunch"})
  void shouldTakeTheProgramOfAScheduler(Manager manager, String program) throws LaunchException {
    RemoteShell shell = reach(manager, "h1", Map.of(), program).shell();

    assertThat(shell.name()).isEqualTo(program);
    assertThat(shell.isScheduler()).isTrue();
    assertThat(shell.noTree()).isTrue();
  }

  @Test
  void shouldNotAskForTheProgramOfASchedulerThatIsNotUsed() throws LaunchException {
    assertThat(reach(Manager.SLURM, "h1", Map.of("plm", "ssh"), "ssh").shell().name())
        .isEqualTo("ssh");
  }
}
