package org.ob1j.launcher.commandline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.runtime.parameter.ParameterException;
import org.ob1j.runtime.parameter.ParameterSet;

class OpenMpiParametersTest {
  private static ParameterSet given(String name, String value) {
    return ParameterSet.of(Map.of(name, value));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "nothing",
      value = {
        "hwloc_base_binding_policy        | core            | --bind-to core",
        "hwloc_base_cpu_list              | 0               | --cpu-set 0",
        "hwloc_base_cpu_set               | 0               | --cpu-set 0",
        "rmaps_base_cpus_per_proc         | 2               | --cpus-per-proc 2",
        "rmaps_base_cpus_per_rank         | 2               | --cpus-per-proc 2",
        "rmaps_base_mapping_policy        | ppr:2:node:pe=1 | --map-by ppr:2:node:pe=1",
        "rmaps_base_n_pernode             | 2               | -N 2",
        "rmaps_base_n_persocket           | 2               | --npersocket 2",
        "rmaps_base_pattern               | 1:core          | --ppr 1:core",
        "rmaps_base_ranking_policy        | slot            | --rank-by slot",
        "hwloc_base_bind_to_core          | 1               | --bind-to-core",
        "hwloc_base_bind_to_socket        | yes             | --bind-to-socket",
        "hwloc_base_report_bindings       | true            | --report-bindings",
        "hwloc_base_use_hwthreads_as_cpus | 1               | --use-hwthread-cpus",
        "orte_tag_output                  | 1               | --tag-output",
        "orte_timestamp_output            | 1               | --timestamp-output",
        "rmaps_base_bycore                | 1               | --bycore",
        "orte_default_hostfile            | none            | --default-hostfile none",
        "orte_rankfile                    | f               | --rankfile f",
        "rmaps_rank_file_path             | f               | --rankfile f",
        "rmaps_base_schedule_policy       | node            | --map-by node",
        "rmaps_base_bynode                | 1               | --bynode",
        "rmaps_base_byslot                | 1               | --byslot",
        "rmaps_base_no_schedule_local     | 1               | --nolocal",
        "orte_display_alloc               | 1               | --display-allocation",
        "orte_display_devel_alloc         | 1               | --display-allocation",
        "ras_base_display_alloc           | 1               | --display-allocation",
        "ras_base_display_devel_alloc     | 1               | --display-allocation",
        "rmaps_base_display_map           | 1               | --display-map",
        "rmaps_base_display_devel_map     | 1               | --display-map",
        "rmaps_base_display_diffable_map  | 1               | --display-map",
        "rmaps_base_no_oversubscribe      | 1               | --nooversubscribe",
        "rmaps_base_oversubscribe         | 1               | --oversubscribe",
        "rmaps_base_oversubscribe         | 0               | nothing",
        "rmaps_base_pernode               | 1               | --pernode",
        "rmaps_base_verbose               | 5               | nothing",
      })
  void shouldBecomeTheOptionThatSaysTheSame(String name, String value, String option)
      throws LaunchException {
    String words = String.join(" ", OpenMpiParameters.options(given(name, value)));

    assertThat(words).isEqualTo(option == null ? "" : option);
    assertThat(OpenMpiParameters.isOption(name)).isEqualTo(!name.endsWith("verbose"));
    assertThat(ParameterNames.load().openMpis()).contains(name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rmaps_base_mapping_policy   | sideways | --map-by is 'sideways'; it must be slot, node,",
        "hwloc_base_binding_policy   | cores    | --bind-to is 'cores'; it must be none, hwthread,",
        "rmaps_base_n_pernode        | 0        | -N is 0; it must be at least 1",
        "mca_base_env_list           | A=1;=2   | has '=2'; it must be NAME or NAME=VALUE",
        "mca_base_env_list_delimiter | ''       | is ''; it must be one character",
      })
  void shouldRefuseAValueThatTheOptionCannotHave(String name, String value, String message) {
    ParameterSet parameters = given(name, value);

    assertThatThrownBy(
            () -> {
              OpenMpiParameters.options(parameters);
              OpenMpiParameters.exports(parameters);
            })
        .isInstanceOf(LaunchException.class)
        .hasMessageStartingWith("--mca " + name)
        .hasMessageContaining(message)
        .extracting(failure -> ((LaunchException) failure).exitCode())
        .isEqualTo(ExitCodes.USAGE);
  }

  @Test
  void shouldRefuseAFlagThatIsNeitherTrueNorFalse() {
    assertThatThrownBy(() -> OpenMpiParameters.options(given("orte_tag_output", "often")))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("orte_tag_output");
  }

  @Test
  void shouldExportTheVariablesOfAList() throws LaunchException {
    assertThat(OpenMpiParameters.exports(given("mca_base_env_list", "A=1;HOME;B=x=y;C=")))
        .isEqualTo(Map.of("A", "1", "B", "x=y", "C", ""));
    assertThat(
            OpenMpiParameters.exports(
                ParameterSet.of(
                    Map.of("mca_base_env_list", "A=1;2|B=3", "mca_base_env_list_delimiter", "|"))))
        .isEqualTo(Map.of("A", "1;2", "B", "3"));
  }
}
