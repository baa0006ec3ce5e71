package org.ob1j.launcher.allocation.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.launcher.allocation.Allocation;
import org.ob1j.launcher.allocation.Host;
import org.ob1j.launcher.allocation.Manager;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.runtime.parameter.ParameterSet;

class EngineChoiceTest {
  private static EngineKind engine(Manager manager, String... parameters) throws LaunchException {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < parameters.length; i += 2) {
      values.put(parameters[i], parameters[i + 1]);
    }
    Allocation hosts = new Allocation(List.of(Host.of("h1", 1, 0)), manager, "some job");
    return EngineChoice.of(hosts, ParameterSet.of(values));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "USER        | ''        | SSH",
        "SLURM       | ''        | SLURM",
        "PBS         | ''        | SSH",
        "GRID_ENGINE | ''        | GRID_ENGINE",
        "LSF         | ''        | LSF",
        "SLURM       | rsh       | SSH",
        "SLURM       | ssh,slurm | SSH",
        "SLURM       | slurm,ssh | SLURM",
        "USER        | slurm,rsh | SSH",
        "SLURM       | ^slurm    | SSH",
        "SLURM       | ^rsh,tm   | SLURM",
        "PBS         | tm        | SSH",
        "GRID_ENGINE | ssh       | SSH",
        "LSF         | ^lsf      | SSH",
      })
  void shouldChooseByTheAllocationAndTheParameter(Manager manager, String plm, EngineKind engine)
      throws LaunchException {
    assertThat(engine(manager, "plm", plm)).isEqualTo(engine);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "USER  | slurm | plm is 'slurm', which cannot start anything on h1: the hosts are of some",
        "SLURM | lsf   | there fits slurm or ssh",
        "USER  | isolated | there fits ssh",
        "USER  | ^ssh  | plm is '^ssh', which cannot start anything on h1",
        "USER  | srun  | plm is 'srun'; there are ssh (also called rsh and tm), slurm, sge, lsf",
        "USER  | ssh,  | plm is 'ssh,'; there are",
      })
  void shouldRefuseAnEngineThatDoesNotFit(Manager manager, String plm, String message) {
    assertThatThrownBy(() -> engine(manager, "plm", plm)).hasMessageContaining(message);
  }

  @Test
  void shouldPreferTheUsersAgentToGridEngines() throws LaunchException {
    assertThat(engine(Manager.GRID_ENGINE, "plm_rsh_agent", "ssh -q")).isEqualTo(EngineKind.SSH);
    assertThat(engine(Manager.SLURM, "plm_rsh_agent", "ssh -q")).isEqualTo(EngineKind.SLURM);
  }

  @Test
  void shouldNeedNoEngineOnThisHost() throws LaunchException {
    Allocation here =
        new Allocation(List.of(new Host("me", null, 2, 0, true)), Manager.SLURM, "Slurm's job");

    assertThat(EngineChoice.of(here, ParameterSet.empty())).isEqualTo(EngineKind.LOCAL);
    assertThatThrownBy(() -> EngineChoice.of(here, ParameterSet.of(Map.of("plm", "none"))))
        .hasMessageContaining("plm is 'none'; there are");
  }
}
