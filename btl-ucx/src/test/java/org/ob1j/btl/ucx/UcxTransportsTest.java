package org.ob1j.btl.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.runtime.parameter.ParameterSet;

/** What a module makes of the transports that UCX has found. */
class UcxTransportsTest {
  @ParameterizedTest
  @CsvSource({
    "self/memory0 posix/memory, true, false",
    "self/memory0 tcp/eth0, false, false",
    "self/memory0 sysv/memory tcp/lo, true, false",
    "rc_mlx5/mlx5_0:1 ud_mlx5/mlx5_0:1, false, true",
    "rc_verbs/bnxt_re0:1 posix/memory, true, true",
    "dc_mlx5/mlx5_0:1, false, true",
    "srd/rdmap0s6:1 cma/memory, true, true",
    "'', true, false"
  })
  void shouldTellSharedMemoryAndRdma(String names, boolean shared, boolean rdma) {
    UcxTransports transports = UcxTransports.of(names);

    assertThat(transports.shareMemory()).isEqualTo(shared);
    assertThat(transports.haveRdma()).isEqualTo(rdma);
  }

  @ParameterizedTest
  @CsvSource({
    "self/memory0 posix/memory cma/memory, true",
    "self/memory0, true",
    "posix/memory tcp/lo, false",
    "rc_verbs/mlx5_0:1 posix/memory, false",
    "'', false"
  })
  void shouldTellWhetherThereIsOnlyMemoryToLookAt(String names, boolean expected) {
    assertThat(UcxTransports.of(names).areMemoryOnly()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "self/memory0 posix/memory cma/memory, 4",
    "self/memory0 tcp/eth0, 4",
    "tcp/lo, 4",
    "tcp/lo tcp/eth0 self/memory0, 1",
    "tcp/lo posix/memory, 1",
    "rc_verbs/mlx5_0:1 self/memory0, 1",
    "'', 1"
  })
  void shouldLookSeveralTimesWhereALookCostsLittle(String names, int expected) {
    assertThat(UcxTransports.of(names).looksInCall()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "self/memory0 posix/memory cma/memory, true",
    "tcp/lo sysv/memory, true",
    "tcp/lo cma/memory, false",
    "self/memory0, false",
    "'', false"
  })
  void shouldTellWhetherMessagesAreCopiedThroughMemory(String names, boolean expected) {
    assertThat(UcxTransports.of(names).copyMessages()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "self/memory0 posix/memory cma/memory, true",
    "posix/memory knem/memory, true",
    "xpmem/memory, true",
    "self/memory0 posix/memory sysv/memory, false",
    "rc_mlx5/mlx5_0:1 tcp/lo, false",
    "'', false"
  })
  void shouldTellWhetherReceiversReadMemoryByThemselves(String names, boolean expected) {
    assertThat(UcxTransports.of(names).readMemory()).isEqualTo(expected);
  }

  /** With what is set, and by default. */
  @ParameterizedTest
  @CsvSource({
    "self/memory0 posix/memory, '', 66560",
    "self/memory0 posix/memory tcp/lo, '', 8192",
    "rc_mlx5/mlx5_0:1, '', 8192",
    "self/memory0 posix/memory, 4096, 4096",
    "tcp/lo, 30000, 30000"
  })
  void shouldSendLongFramesEagerlyThroughMemoryOnly(String names, String limit, int expected) {
    Map<String, String> set = limit.isEmpty() ? Map.of() : Map.of("btl_ucx_eager_limit", limit);

    BtlAttributes attributes =
        UcxSettings.attributes(ParameterSet.of(set), UcxTransports.of(names));

    assertThat(attributes.eagerLimit()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "self/memory0 tcp/lo, 1013001, true",
    "tcp/lo tcp/eth0 posix/memory cma/memory, 1015999, true",
    "self/memory0 tcp/lo, 1016000, false",
    "tcp/lo ud_verbs/mlx5_0:1, 1013001, false",
    "self/memory0 posix/memory, 1013001, false",
    "'', 1013001, false"
  })
  void shouldTellWhetherSocketsGetMessagesInPieces(String names, int version, boolean expected) {
    assertThat(UcxTransports.of(names).gatherInSockets(version)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "rc_mlx5/mlx5_0:1, UCX_RC_MLX5_TM_ENABLE, y, true",
    "rc_mlx5/mlx5_0:1, UCX_RC_MLX5_TM_ENABLE, n, false",
    "rc_mlx5/mlx5_0:1, UCX_DC_MLX5_TM_ENABLE, y, false",
    "dc_mlx5/mlx5_0:1, UCX_DC_MLX5_TM_ENABLE, on, true",
    "rc_verbs/mlx5_0:1, UCX_RC_MLX5_TM_ENABLE, y, false"
  })
  void shouldMatchTagsInHardwareWhereUcxIsToldTo(
      String names, String variable, String value, boolean expected) {
    assertThat(UcxTransports.of(names).haveTagMatching(Map.of(variable, value)))
        .isEqualTo(expected);
  }

  @Test
  void shouldSeeRdmaDevices(@TempDir Path folder) throws IOException {
    assertThat(UcxProbe.hasRdmaDevices(folder.resolve("none"))).isFalse();
    assertThat(UcxProbe.hasRdmaDevices(folder)).isFalse();
    Files.createDirectory(folder.resolve("mlx5_0"));
    assertThat(UcxProbe.hasRdmaDevices(folder)).isTrue();
  }
}
