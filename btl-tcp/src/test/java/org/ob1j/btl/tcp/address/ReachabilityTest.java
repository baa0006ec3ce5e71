package org.ob1j.btl.tcp.address;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.btl.tcp.address.Reachability.Distance;
import org.ob1j.btl.tcp.address.Reachability.Pair;

class ReachabilityTest {
  @ParameterizedTest(name = "{0} and {1}, same host {2}: {3}")
  @CsvSource({
    "10.0.0.1/8,        10.9.9.9/8,        false, SAME_SUBNET",
    "10.0.0.1/24,       10.0.1.1/24,       false, ROUTABLE",
    "10.0.0.1/8,        10.0.1.1/24,       false, ROUTABLE",
    "10.0.0.1/24,       192.168.0.1/24,    false, ROUTABLE",
    "172.16.0.1/16,     169.254.0.1/16,    false, ROUTABLE",
    "198.51.100.1/24,   198.51.100.2/24,   false, SAME_SUBNET",
    "198.51.100.1/24,   203.0.113.1/24,    false, ROUTABLE",
    "198.51.100.1/24,   10.0.0.1/8,        false, OTHER",
    "10.0.0.1/8,        198.51.100.1/24,   false, OTHER",
    "10.0.0.1/32,       10.0.0.2/32,       false, ROUTABLE",
    "fd00::1/64,        fd00::2/64,        false, SAME_SUBNET",
    "fd00::1/64,        fd01::2/64,        false, ROUTABLE",
    "2001:db8::1/64,    2001:db8:1::1/64,  false, ROUTABLE",
    "2001:db8::1/64,    fd00::2/64,        false, OTHER",
    "10.0.0.1/8,        fd00::2/64,        false, NONE",
    "127.0.0.1/8,       127.0.0.1/8,       true,  LOOPBACK",
    "127.0.0.1/8,       127.0.0.1/8,       false, NONE",
    "::1/128,           ::1/128,           true,  LOOPBACK",
    "127.0.0.1/8,       ::1/128,           true,  NONE",
    "127.0.0.1/8,       10.0.0.1/8,        true,  NONE",
    "10.0.0.1/8,        10.0.0.1/8,        true,  SAME_SUBNET"
  })
  void shouldTellHowFarApartTwoAddressesAre(
      String ours, String theirs, boolean sameHost, Distance expected) {
    TcpAddresses.Address our = Hosts.address(0, ours);
    TcpAddresses.Address their = Hosts.address(0, theirs);

    assertThat(Reachability.pair(our, their, sameHost).distance()).isEqualTo(expected);
    assertThat(Reachability.pair(their, our, sameHost).distance()).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0} before {1}")
  @CsvSource({
    // the nearer, however slow
    "10.0.0.1/8@100 10.0.0.2/8@100,        10.0.0.1/24@10000 10.0.1.2/24@10000",
    "10.0.0.1/24@1 10.0.1.2/24@1,          10.0.0.1/24@10000 203.0.113.1/24@10000",
    // of the same distance the faster, which is as fast as its slower end
    "10.0.0.1/8@1000 10.0.0.2/8@1000,      10.0.0.1/8@100 10.0.0.2/8@40000",
    "10.0.0.1/8@100 10.0.0.2/8@100,        203.0.113.1/24 203.0.113.2/24",
    // of the same speed the public one
    "203.0.113.1/24@10 203.0.113.2/24@10,  10.0.0.1/8@10 10.0.0.2/8@10",
    "203.0.113.1/24@10 198.51.100.2/24@10, 10.0.0.1/24@10 10.0.1.2/24@10"
  })
  void shouldWeighMore(String better, String worse) {
    assertThat(weight(better)).isGreaterThan(weight(worse));
  }

  private static long weight(String addresses) {
    String[] both = addresses.split(" ");
    return Reachability.pair(Hosts.address(0, both[0]), Hosts.address(0, both[1]), false).weight();
  }

  @ParameterizedTest(name = "{0} to {1}: {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          10.0.0.1/8 / 172.17.0.1/16 | 10.0.0.2/8 / 172.17.0.1/16 | 10.0.0.1-10.0.0.2
          10.0.0.1/8                 | 10.0.0.1/8                 | -
          10.0.0.1/8 / 172.17.0.1/16 | 10.0.0.2/8 / 172.18.0.1/16 | 10.0.0.1-10.0.0.2 10.0.0.1-172.18.0.1 172.17.0.1-10.0.0.2 172.17.0.1-172.18.0.1
          fd00::1/64 10.0.0.1/8      | fd00::2/64 10.0.0.2/8      | 10.0.0.1-10.0.0.2 fd00::1-fd00::2
          """)
  void shouldOrderPairsAndLeaveOutAddressesThatBothHave(
      String ours, String theirs, String expected) {
    List<Pair> pairs =
        Reachability.pairs(Hosts.host("a", false, ours), Hosts.host("b", false, theirs), true);

    assertThat(pairs.stream().map(ReachabilityTest::text).toList())
        .isEqualTo(
            expected.equals("-")
                ? List.of()
                : Arrays.stream(expected.split(" ")).map(ReachabilityTest::parsed).toList());
  }

  private static String text(Pair pair) {
    return pair.ours().address() + " - " + pair.theirs().address();
  }

  private static String parsed(String pair) {
    String[] both = pair.split("-");
    return Hosts.inet(both[0]) + " - " + Hosts.inet(both[1]);
  }
}
