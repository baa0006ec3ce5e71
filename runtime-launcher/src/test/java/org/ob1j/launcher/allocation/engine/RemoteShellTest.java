package org.ob1j.launcher.allocation.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.launcher.allocation.Host;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.runtime.parameter.ParameterSet;

class RemoteShellTest {
  private static RemoteShell shell(
      Map<String, String> parameters, Map<String, String> environment, String... installed)
      throws LaunchException {
    return RemoteShell.of(ParameterSet.of(parameters), environment, Set.of(installed)::contains);
  }

  private static List<String> withoutOwnOptions(RemoteShell shell) {
    int own = shell.agent().lastIndexOf("-x");
    return own < 0 ? shell.agent() : shell.agent().subList(0, own);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ssh : rsh              | ssh,rsh  | [ssh]                 | true",
        "ssh : rsh              | rsh      | [rsh]                 | false",
        "/usr/bin/ssh -x        | /usr/bin/ssh | [/usr/bin/ssh, -x] | true",
        "kubectl-exec 'a b'     | kubectl-exec | [kubectl-exec, a b] | false",
        "no -i : ssh -q         | ssh      | [ssh, -q]             | true",
      })
  void shouldTakeTheFirstAgentThatIsInstalled(
      String agent, String installed, String words, boolean isSsh) throws LaunchException {
    RemoteShell shell = shell(Map.of("plm_rsh_agent", agent), Map.of(), installed.split(","));

    assertThat(withoutOwnOptions(shell)).hasToString(words);
    assertThat(shell.agent().contains("BatchMode=yes")).isEqualTo(isSsh);
    assertThat(shell.isScheduler()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ssh : rsh | plm_rsh_agent is 'ssh : rsh'; there is no program ssh or rsh here",
        "' '       | plm_rsh_agent is ''; it must name a program",
      })
  void shouldNameAgentsThatAreMissing(String agent, String message) {
    assertThatThrownBy(() -> shell(Map.of("plm_rsh_agent", agent), Map.of()))
        .hasMessageContaining(message)
        .extracting(failure -> ((LaunchException) failure).exitCode())
        .isEqualTo(ExitCodes.NO_SUCH_PROGRAM);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-p 22 | -p 23 | -p 24 | [ssh, -p, 22]",
        "''    | -p 23 | -p 24 | [ssh, -p, 23]",
        "''    | ''    | -p 24 | [ssh, -p, 24]",
        "''    | ''    | ''    | [ssh]",
      })
  void shouldTakeArgumentsFromTheParameterOrWhatOtherLaunchersTake(
      String parameter, String prte, String hydra, String words) throws LaunchException {
    Map<String, String> environment = new HashMap<>();
    environment.put("PRTE_MCA_plm_ssh_args", prte);
    environment.put("HYDRA_LAUNCH_EXTRA_ARGS", hydra);

    RemoteShell shell = shell(Map.of("plm_rsh_args", parameter), environment, "ssh");

    assertThat(withoutOwnOptions(shell)).hasToString(words);
  }

  @Test
  void shouldPutTheHostBetweenItsOwnWordsAndTheCommand() throws LaunchException {
    RemoteShell shell =
        shell(
            Map.of("plm_rsh_num_concurrent", "7", "plm_heartbeat_interval", "5"), Map.of(), "ssh");
    Host host = new Host("h1", "bob", 0, 0, false);

    assertThat(shell.command(host.target(), List.of("java", "-version")))
        .containsExactly(
            "ssh",
            "-x",
            "-o",
            "BatchMode=yes",
            "-o",
            "ConnectTimeout=10",
            "-o",
            "ControlMaster=no",
            "-o",
            "ServerAliveInterval=5",
            "-o",
            "ServerAliveCountMax=5",
            "bob@h1",
            "java",
            "-version");
    assertThat(RemoteShell.ofWords(shell.toWords())).isEqualTo(shell);
    assertThat(shell.concurrent()).isEqualTo(7);
    assertThat(shell.noTree()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "-1, '',                0",
    "-1, HYDRA_HOST_FILE, 120",
    "-1, PRTE_MCA_prte_default_hostfile, 120",
    "-1, OMPI_MCA_orte_default_hostfile, 120",
    "-1, OMPI_MCA_orte_hostfile, 0",
    "0,  HYDRA_HOST_FILE,   0",
    "7,  '',                7"
  })
  void shouldWaitForContainersThatComeUp(String parameter, String variable, int seconds)
      throws LaunchException {
    Map<String, String> environment =
        variable.isEmpty() ? Map.of() : Map.of(variable, "/etc/mpi/hostfile");

    RemoteShell shell = shell(Map.of("plm_host_patience", parameter), environment, "ssh");

    assertThat(shell.patience()).hasSeconds(seconds);
  }
}
