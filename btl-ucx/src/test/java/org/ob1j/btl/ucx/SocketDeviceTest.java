package org.ob1j.btl.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.btl.ucx.UcxSettings.TagOffloadMode;

/** Which device UCX uses where every byte goes over sockets of one host. */
class SocketDeviceTest {
  private static final SocketDevice LOOPBACK = new SocketDevice("lo", 1, true, true);
  private static final SocketDevice DOWN = new SocketDevice("eth0", 2, false, false);
  private static final SocketDevice FIRST = new SocketDevice("eth1", 3, false, true);
  private static final SocketDevice SECOND = new SocketDevice("eth2", 4, false, true);
  private static final List<SocketDevice> ALL = List.of(SECOND, LOOPBACK, DOWN, FIRST);

  @ParameterizedTest
  @CsvSource({
    "tcp, '', true, eth1",
    "'tcp,self', '', true, eth1",
    "' self , tcp ', '', true, eth1",
    "'tcp,tcp', '', true, eth1",
    "'', 'tcp,self', true, eth1",
    // Some may be elsewhere, by another device.
    "'tcp,self', '', false, ''",
    // Not every byte goes over sockets.
    "'posix,tcp,self', 'tcp,self', true, ''",
    "'tcp,cma,self', '', true, ''",
    "'rc,self', '', true, ''",
    "self, '', true, ''",
    "'', '', true, ''",
    "'', all, true, ''"
  })
  void shouldBeOneWhereThereAreSocketsOfOneHostAlone(
      String transports, String variable, boolean isOneHost, String expected) {
    Map<String, String> environment = variable.isEmpty() ? Map.of() : Map.of("UCX_TLS", variable);

    assertThat(SocketDevice.choose(settings(transports, ""), environment, isOneHost, () -> ALL))
        .isEqualTo(expected);
  }

  @Test
  void shouldBeLoopbackWhereThereIsNoOther() {
    assertThat(choose("", List.of(DOWN, LOOPBACK))).isEqualTo("lo");
    assertThat(choose("", List.of(DOWN))).isEmpty();
    assertThat(choose("", List.of())).isEmpty();
  }

  @Test
  void shouldBeWhatTheUserSays() {
    assertThat(choose("lo,eth2", ALL)).isEqualTo("lo,eth2");
    assertThat(
            SocketDevice.choose(
                settings("tcp", ""), Map.of("UCX_NET_DEVICES", "all"), true, () -> ALL))
        .isEmpty();
  }

  @Test
  void shouldFindLoopbackOnThisHost() {
    assertThat(SocketDevice.ofThisHost())
        .anyMatch(device -> device.isLoopback() && device.name().equals("lo"));
  }

  private static String choose(String devices, List<SocketDevice> found) {
    return SocketDevice.choose(settings("tcp,self", devices), Map.of(), true, () -> found);
  }

  private static UcxSettings settings(String transports, String devices) {
    return new UcxSettings("", transports, devices, 1 << 20, 0, 0, 0, TagOffloadMode.AUTO, 16);
  }
}
