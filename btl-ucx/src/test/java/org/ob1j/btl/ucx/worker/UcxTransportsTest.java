package org.ob1j.btl.ucx.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
