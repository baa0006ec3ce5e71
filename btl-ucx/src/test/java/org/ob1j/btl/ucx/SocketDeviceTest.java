package org.ob1j.btl.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.btl.ucx.UcxSettings.TagOffloadMode;

/** Which device UCX uses where every byte goes over sockets of one host. */
class SocketDeviceTest {
  private static final String TWO_DEVICES = "self/memory0 tcp/lo tcp/eth1 tcp/eth0";

  @ParameterizedTest
  @CsvSource({
    "self/memory0 tcp/lo tcp/eth1 tcp/eth0, true, eth1",
    "tcp/eth1 tcp/lo, true, eth1",
    // Some may be elsewhere, by another device.
    "self/memory0 tcp/lo tcp/eth1 tcp/eth0, false, ''",
    // There is nothing to choose.
    "self/memory0 tcp/lo, true, ''",
    "self/memory0 tcp/eth0, true, ''",
    "self/memory0, true, ''",
    "'', true, ''",
    // Not every byte goes over sockets.
    "self/memory0 tcp/lo tcp/eth0 posix/memory, true, ''",
    "self/memory0 tcp/lo tcp/eth0 cma/memory, true, ''",
    "self/memory0 tcp/lo tcp/ib0 rc_verbs/mlx5_0:1, true, ''"
  })
  void shouldBeOneWhereThereAreSocketsOfOneHostAlone(
      String found, boolean isOneHost, String expected) {
    assertThat(SocketDevice.choose(settings(""), Map.of(), isOneHost, UcxTransports.of(found)))
        .isEqualTo(expected);
  }

  @Test
  void shouldBeWhatTheUserSays() {
    UcxTransports found = UcxTransports.of(TWO_DEVICES);

    assertThat(SocketDevice.choose(settings("lo,eth0"), Map.of(), true, found)).isEmpty();
    assertThat(SocketDevice.choose(settings(""), Map.of("UCX_NET_DEVICES", "all"), true, found))
        .isEmpty();
  }

  private static UcxSettings settings(String devices) {
    return new UcxSettings("", "tcp,self", devices, 1 << 20, 0, 0, 0, TagOffloadMode.AUTO, 16);
  }
}
