package org.ob1j.btl.tcp.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.btl.BtlUnavailableException;
import org.ob1j.btl.tcp.address.InterfaceSelection.LocalAddress;
import org.ob1j.btl.tcp.parameter.TcpSettings;
import org.ob1j.runtime.parameter.ParameterException;
import org.ob1j.runtime.parameter.ParameterSet;

class InterfaceSelectionTest {
  private static final List<LocalAddress> HOST =
      List.of(
          local("lo", "127.0.0.1", 8),
          local("lo", "::1", 128),
          local("eth0", "192.168.1.5", 24),
          local("eth0", "fd00::5", 64),
          local("eth0", "fe80::5", 64),
          local("docker0", "172.17.0.1", 16));

  @ParameterizedTest(name = "include {0}, exclude {1}, disable {2}, single host {3}: {4}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -                 | -                     | 0 | false | 127.0.0.1 ::1 192.168.1.5 fd00::5 172.17.0.1
          -                 | -                     | 0 | true  | 127.0.0.1 ::1
          -                 | -                     | 6 | true  | 127.0.0.1
          -                 | -                     | 4 | true  | ::1
          -                 | -                     | 4 | false | ::1 fd00::5
          eth0              | -                     | 0 | true  | 192.168.1.5 fd00::5
          eth0              | -                     | 6 | false | 192.168.1.5
          lo                | -                     | 0 | false | 127.0.0.1 ::1
          192.168.0.0/16    | -                     | 0 | true  | 192.168.1.5
          fd00::/16, docker0| -                     | 0 | false | fd00::5 172.17.0.1
          127.0.0.0/8,eth0  | -                     | 0 | true  | 127.0.0.1 192.168.1.5 fd00::5
          -                 | docker0               | 0 | false | 127.0.0.1 ::1 192.168.1.5 fd00::5
          -                 | 127.0.0.1/8,docker0   | 0 | true  | ::1
          -                 | lo,docker0            | 0 | true  | 192.168.1.5 fd00::5
          -                 | lo,172.16.0.0/12      | 6 | false | 192.168.1.5
          0.0.0.0/0         | -                     | 0 | false | 127.0.0.1 192.168.1.5 172.17.0.1
          """)
  void shouldPublish(
      String include, String exclude, int disabled, boolean singleHost, String expected) {
    List<LocalAddress> chosen =
        InterfaceSelection.publish(HOST, settings(include, exclude, disabled), singleHost);

    assertThat(chosen.stream().map(LocalAddress::address).toList())
        .isEqualTo(
            Arrays.stream(expected.split(" ")).map(InterfaceSelectionTest::address).toList());
  }

  /** A cable that is out for a moment while ranks start must not part them for good. */
  @ParameterizedTest(name = "include {0}, single host {1}, up {2}: {3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -    | false | lo eth0 docker0 | 127.0.0.1 ::1 192.168.1.5 fd00::5 172.17.0.1
          -    | false | lo eth0         | 127.0.0.1 ::1 192.168.1.5 fd00::5
          -    | false | lo              | 127.0.0.1 ::1 192.168.1.5 fd00::5 172.17.0.1
          -    | true  | lo              | 127.0.0.1 ::1
          eth0 | false | lo docker0      | 192.168.1.5 fd00::5
          lo   | false | lo              | 127.0.0.1 ::1
          """)
  void shouldPublishWhatIsDownOnlyIfOtherHostsCannotBeReachedWithoutIt(
      String include, boolean singleHost, String up, String expected) {
    List<String> interfaces = Arrays.asList(up.split(" "));
    List<LocalAddress> host =
        HOST.stream()
            .map(
                each ->
                    new LocalAddress(
                        each.interfaceName(),
                        each.address(),
                        each.prefixBits(),
                        interfaces.contains(each.interfaceName())))
            .toList();

    List<LocalAddress> chosen =
        InterfaceSelection.publish(host, settings(include, "-", 0), singleHost);

    assertThat(addresses(chosen)).isEqualTo(parse(expected));
  }

  @ParameterizedTest(name = "include {0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -                          | 127.0.0.1 ::1 / 192.168.1.5 fd00::5 / 172.17.0.1
          eth0                       | 192.168.1.5 fd00::5
          eth0,docker0               | 192.168.1.5 fd00::5 / 172.17.0.1
          docker0,eth0               | 172.17.0.1 / 192.168.1.5 fd00::5
          192.168.1.0/24, eth0       | 192.168.1.5 / fd00::5
          eth0,192.168.1.0/24        | 192.168.1.5 fd00::5
          ib0,lo                     | 127.0.0.1 ::1
          127.0.0.0/8,::1/128        | 127.0.0.1 / ::1
          128.0.0.0/1,fd00::/16      | 192.168.1.5 / 172.17.0.1 / fd00::5
          """)
  void shouldMakeANetworkOfEachInterfaceInTheOrderOfTheList(String include, String expected) {
    TcpSettings settings = settings(include, "-", 0);

    List<List<LocalAddress>> networks =
        InterfaceSelection.networks(InterfaceSelection.publish(HOST, settings, false), settings);

    assertThat(networks.stream().map(InterfaceSelectionTest::addresses).toList())
        .isEqualTo(Arrays.stream(expected.split("/")).map(InterfaceSelectionTest::parse).toList());
  }

  private static List<InetAddress> addresses(List<LocalAddress> network) {
    return network.stream().map(LocalAddress::address).toList();
  }

  private static List<InetAddress> parse(String network) {
    return Arrays.stream(network.trim().split(" ")).map(InterfaceSelectionTest::address).toList();
  }

  @Test
  void shouldSayWhatThisHostHasIfNothingIsLeft() {
    assertThatThrownBy(() -> InterfaceSelection.publish(HOST, settings("ib0", "-", 0), false))
        .isInstanceOf(BtlUnavailableException.class)
        .hasMessageContaining("btl_tcp_if_include is 'ib0'")
        .hasMessageContaining("eth0 192.168.1.5");
  }

  @ParameterizedTest
  @CsvSource({"10.0.0.0/33", "10.0.0/x", "/8", "example.org/8", "::1/129", "10.0.0.0/-1"})
  void shouldRefuseAnUnreadableNetwork(String network) {
    assertThatThrownBy(() -> InterfaceSelection.publish(HOST, settings(network, "-", 0), false))
        .isInstanceOf(ParameterException.class)
        .hasMessageStartingWith("btl_tcp_if_include has '" + network + "'");
  }

  @Test
  void shouldRefuseBothLists() {
    assertThatThrownBy(() -> InterfaceSelection.publish(HOST, settings("eth0", "lo", 0), false))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("only one may be given");
  }

  private static TcpSettings settings(String include, String exclude, int disabled) {
    Map<String, String> values = new HashMap<>();
    values.put("btl_tcp_disable_family", String.valueOf(disabled));
    if (!include.equals("-")) {
      values.put("btl_tcp_if_include", include);
    }
    if (!exclude.equals("-")) {
      values.put("btl_tcp_if_exclude", exclude);
    }
    return TcpSettings.read(ParameterSet.of(values));
  }

  private static LocalAddress local(String name, String address, int bits) {
    return new LocalAddress(name, address(address), bits, true);
  }

  private static InetAddress address(String text) {
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException cannotBe) {
      throw new AssertionError(cannotBe);
    }
  }
}
