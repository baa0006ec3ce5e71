package org.ob1j.btl.tcp.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.btl.BtlUnavailableException;
import org.ob1j.btl.tcp.address.InterfaceSelection.LocalAddress;
import org.ob1j.btl.tcp.parameter.TcpParameters;
import org.ob1j.btl.tcp.parameter.TcpSettings;
import org.ob1j.runtime.parameter.ParameterSet;

class ListenersTest {
  private static InetAddress loopbackAddress(int family) throws IOException {
    InetAddress address = InetAddress.getByName(family == 4 ? "127.0.0.1" : "::1");
    assumeTrue(NetworkInterface.getByInetAddress(address) != null, "this host has no " + address);
    return address;
  }

  private static List<LocalAddress> loopback(int family) throws IOException {
    return List.of(new LocalAddress("lo", loopbackAddress(family), family == 4 ? 8 : 128, true));
  }

  private static ServerSocket takenPort(int family) throws IOException {
    ServerSocket taken = new ServerSocket();
    taken.bind(new InetSocketAddress(loopbackAddress(family), 0));
    return taken;
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 6})
  void shouldListenWithinThePortRange(int family) throws IOException {
    try (ServerSocket taken = takenPort(family)) {
      int first = Math.min(taken.getLocalPort(), TcpParameters.MAX_PORT - 20);
      Listeners listeners = Listeners.open(loopback(family), ports(family, first, 20), 0);
      try {
        assertThat(family == 4 ? listeners.ports().v4() : listeners.ports().v6())
            .isBetween(first, first + 19)
            .isNotEqualTo(taken.getLocalPort());
      } finally {
        listeners.close();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 6})
  void shouldNameTheParametersIfNoPortIsFree(int family) throws IOException {
    try (ServerSocket taken = takenPort(family)) {
      int port = taken.getLocalPort();
      assertThatThrownBy(() -> Listeners.open(loopback(family), ports(family, port, 1), 0))
          .isInstanceOf(BtlUnavailableException.class)
          .hasMessageContaining("each of the 1 ports from " + port)
          .hasMessageContaining("btl_tcp_port_min_v%1$d and btl_tcp_port_range_v%1$d", family);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 6})
  void shouldLeaveTheOtherFamilyToTheKernel(int family) throws IOException {
    int other = 10 - family;
    try (ServerSocket taken = takenPort(family)) {
      // The port is no good for the one family; the other does not try it.
      Listeners listeners =
          Listeners.open(loopback(other), ports(family, taken.getLocalPort(), 1), 0);
      try {
        assertThat(other == 4 ? listeners.ports().v4() : listeners.ports().v6()).isPositive();
        assertThat(other == 4 ? listeners.ports().v6() : listeners.ports().v4()).isZero();
      } finally {
        listeners.close();
      }
    }
  }

  private static TcpSettings ports(int family, int first, int count) {
    return TcpSettings.read(
        ParameterSet.of(
            Map.of(
                "btl_tcp_port_min_v" + family, String.valueOf(first),
                "btl_tcp_port_range_v" + family, String.valueOf(count))));
  }
}
