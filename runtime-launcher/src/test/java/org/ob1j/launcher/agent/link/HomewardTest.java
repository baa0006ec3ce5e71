package org.ob1j.launcher.agent.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.launcher.engine.AgentOrder;

class HomewardTest {
  private static final List<String> HOMES =
      List.of("203.0.113.1:70", "127.0.0.2:70", "198.51.100.7:70", "[2001:db8::7]:70");

  private static List<String> tried(String connection) throws IOException {
    return Homeward.inOrder(HOMES, connection).stream()
        .map(InetSocketAddress::getAddress)
        .map(address -> address.getHostAddress())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "UNKNOWN", "203.0.113.9 4711 203.0.113.8 22", "1.2.3.4.5 1 2 3", ":"})
  void shouldTryAnAddressOnANetworkOfThisHostFirst(String connection) throws IOException {
    assertThat(tried(connection))
        .containsExactly("127.0.0.2", "203.0.113.1", "198.51.100.7", "2001:db8:0:0:0:0:0:7");
  }

  @Test
  void shouldTryTheAddressFirstThatSshHasComeFrom() throws IOException {
    assertThat(tried("198.51.100.7 4711 198.51.100.1 22")).startsWith("198.51.100.7", "127.0.0.2");
    assertThat(tried("2001:db8::7 4711 2001:db8::1 22"))
        .startsWith("2001:db8:0:0:0:0:0:7", "127.0.0.2");
    assertThat(tried(null)).startsWith("127.0.0.2");
  }

  /** "It cannot be reached", said of an agent, would blame the host that the agent is on. */
  @ParameterizedTest
  @CsvSource({"-1, mpirun", "3, the agent that has started it"})
  void shouldSayWhoCannotBeReached(int parent, String who) throws IOException {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    byte[] secret = {7};
    AgentOrder order =
        new AgentOrder("j1", secret, List.of("h5"), 5, parent, List.of("127.0.0.1:" + port), 1);

    assertThatThrownBy(() -> Homeward.connect(new AgentIdentity("j1", secret, 5, 1), order, 0))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(who + " cannot be reached from there at /127.0.0.1:" + port);
  }

  /** Addresses, and milliseconds for each: two rounds end within mpirun's patience. */
  @ParameterizedTest
  @CsvSource({"0, 3000", "1, 3000", "3, 3000", "4, 2500", "8, 1250", "10, 1000", "40, 1000"})
  void shouldTryEachOfManyAddressesForLessLong(int addresses, int millis) {
    assertThat(Homeward.connectMillis(addresses)).isEqualTo(millis);
  }
}
