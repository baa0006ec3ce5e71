package org.ob1j.launcher.commandline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.launcher.system.LaunchException;

class ParameterNamesTest {
  private static ParameterNames names() throws LaunchException {
    return new ParameterNames(
        Set.of("btl", "btl_tcp_if_include"), ParameterNames.load().openMpis());
  }

  @Test
  void shouldAcceptOpenMpisNamesAndSayThatTheyHaveNoEffect() throws LaunchException {
    List<String> without =
        names()
            .withoutEffect(
                List.of(
                    "btl",
                    "mpi_yield_when_idle",
                    "btl_vader_eager_limit",
                    "plm_rsh_agent",
                    "btl_carrierpigeon_seed"));

    assertThat(without)
        .containsExactly("mpi_yield_when_idle", "btl_vader_eager_limit", "plm_rsh_agent");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "btl_tcp_if_inclde | there is no such parameter; is btl_tcp_if_include meant?",
        "btl_tpc_if_include | there is no such parameter; is btl_tcp_if_include meant?",
        "btl_tcp_nonsense  | there is no such parameter (mpirun --info lists them)",
        "nonsense          | there is no such parameter (mpirun --info lists them)"
      })
  void shouldRefuseNamesThatNobodyHas(String name, String message) {
    assertThatThrownBy(() -> names().withoutEffect(List.of(name)))
        .isInstanceOf(LaunchException.class)
        .hasMessage("--mca " + name + ": " + message);
  }

  @Test
  void shouldKnowWholeNamesOfOpenMpisWithoutLoadingOthers() throws LaunchException {
    assertThat(ParameterNames.areAllOpenMpis(List.of("btl", "btl_tcp_if_include"))).isTrue();
    assertThat(ParameterNames.areAllOpenMpis(List.of("btl", "btl_tcp_if"))).isFalse();
    assertThat(ParameterNames.areAllOpenMpis(List.of("pml_ob1j_show_counts"))).isFalse();
  }
}
