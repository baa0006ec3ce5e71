package org.ob1j.tests.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.tests.harness.BesideOthers;
import org.ob1j.tests.harness.HostCommand;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.TestHosts;

/** Two ranks on two hosts, which are on two networks. */
@Timeout(120)
@BesideOthers
class TcpBetweenHostsTest {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final long LINK_BYTES = (long) TransportRank.FRAMES * TransportRank.PAYLOAD_BYTES;
  private static final String ALL = " received " + TransportRank.FRAMES + " frames";

  private static TestHosts hosts;

  @TempDir private Path folder;
  private long[] before;

  @BeforeAll
  static void startHosts() {
    hosts = TestHosts.start(2);
  }

  @AfterAll
  static void endHosts() {
    if (hosts != null) {
      hosts.close();
    }
  }

  @BeforeEach
  void countBytes() {
    before = new long[] {bytesSent(0), bytesSent(1)};
  }

  @AfterEach
  void openAllNetworks() {
    for (int host = 0; host < hosts.count(); host++) {
      hosts.output(host, "iptables", "-F");
      hosts.output(host, "sh", "-c", "ip link del docker0 2> /dev/null; ip link set eth1 up");
      hosts.heal(host, 0);
    }
  }

  /** What the first host has sent by a network. */
  private static long bytesSent(int network) {
    String file = "/sys/class/net/eth" + network + "/statistics/tx_bytes";
    return Long.parseLong(hosts.output(0, "cat", file).trim());
  }

  /** How often the test has sent what a link carries by a network. */
  private long linksBy(int network) {
    return (bytesSent(network) - before[network]) / LINK_BYTES;
  }

  /** What both ranks say, each on a host of its own. */
  private List<String> run(TestHosts on, String... parameters) throws IOException {
    return ranks(on, "tcp", 1, parameters);
  }

  private List<String> ranks(TestHosts on, String transport, int localSize, String... parameters)
      throws IOException {
    Path shared = Files.createDirectory(folder.resolve("modex"));
    List<HostCommand> ranks = new ArrayList<>();
    for (int rank = 0; rank < 2; rank++) {
      List<String> words =
          new ArrayList<>(
              List.of(
                  MpirunJob.java(),
                  "-Xmx64m",
                  "-cp",
                  System.getProperty("java.class.path"),
                  TransportRank.class.getName(),
                  shared.toString(),
                  transport,
                  String.valueOf(rank),
                  String.valueOf(localSize)));
      words.addAll(List.of(parameters));
      ranks.add(on.start(localSize == 1 ? rank : 0, words.toArray(new String[0])));
    }
    List<String> outputs = new ArrayList<>();
    for (HostCommand rank : ranks) {
      HostCommand.Result result = rank.await(LIMIT);
      assertThat(result.exitCode()).as(result::toString).isZero();
      outputs.add(result.stdout());
    }
    return outputs;
  }

  /** Does not let connections in by a network. */
  private static void close(int host, String network, String... target) {
    List<String> words = new ArrayList<>(List.of("iptables", "-A", "INPUT", "-p", "tcp", "--syn"));
    words.addAll(List.of("-i", network, "-j"));
    words.addAll(List.of(target));
    hosts.output(host, words.toArray(new String[0]));
  }

  @Test
  void shouldUseBothNetworksAtOnce() throws IOException {
    assertThat(run(hosts))
        .allSatisfy(output -> assertThat(output).contains("tcp.0" + ALL, "tcp.1" + ALL))
        .allSatisfy(output -> assertThat(output).contains("tcp.1 reaches at 10000 Mbit/s"));
    assertThat(linksBy(0)).isEqualTo(1);
    assertThat(linksBy(1)).isEqualTo(1);
  }

  @Test
  void shouldUseTheNetworksThatAreNamedInWhateverOrder() throws IOException {
    assertThat(run(hosts, "btl_tcp_if_include=10.71.0.0/16,eth0", "btl_tcp_links=2"))
        .allSatisfy(output -> assertThat(output).contains("tcp.0" + ALL, "tcp.1" + ALL))
        .allSatisfy(output -> assertThat(output).contains("tcp.2" + ALL, "tcp.3" + ALL));
    assertThat(linksBy(0)).isEqualTo(2);
    assertThat(linksBy(1)).isEqualTo(2);
  }

  @Test
  void shouldUseTheOneNetworkThatBothHave() throws IOException {
    hosts.output(1, "ip", "link", "set", "eth1", "down");

    List<String> outputs = run(hosts);

    assertThat(outputs.get(0)).contains("tcp.0" + ALL, "tcp.1 reaches not: ");
    assertThat(outputs.get(1)).contains("tcp.0" + ALL).doesNotContain("tcp.1");
    assertThat(linksBy(0)).isEqualTo(1);
    assertThat(linksBy(1)).isZero();
  }

  @Test
  void shouldLeaveOutAnAddressThatBothHostsHave() throws IOException {
    for (int host = 0; host < hosts.count(); host++) {
      hosts.output(
          host,
          "sh",
          "-c",
          "ip link add docker0 type veth peer name container; ip link set container up;"
              + " ip addr add 172.17.0.1/16 dev docker0; ip link set docker0 up");
    }

    assertThat(run(hosts))
        .allSatisfy(output -> assertThat(output).contains("/172.17.0.1"))
        .allSatisfy(output -> assertThat(output).contains("tcp.2 reaches not: "))
        .allSatisfy(output -> assertThat(output).contains("tcp.0" + ALL, "tcp.1" + ALL));
  }

  @ParameterizedTest
  @ValueSource(strings = {"DROP", "REJECT", "REJECT --reject-with tcp-reset"})
  void shouldTakeTheOtherNetworkIfAFirewallClosesOne(String target) throws IOException {
    close(0, "eth0", target.split(" "));
    close(1, "eth0", target.split(" "));

    assertThat(run(hosts))
        .allSatisfy(output -> assertThat(output).contains("tcp.0" + ALL, "tcp.1" + ALL));
    assertThat(linksBy(0)).isZero();
    assertThat(linksBy(1)).isEqualTo(2);
  }

  @Test
  void shouldUseTheOneNetworkThatIsNotCut() throws IOException {
    hosts.cut(1, 0);

    assertThat(run(hosts)).allSatisfy(output -> assertThat(output).contains("tcp.0" + ALL));
    assertThat(linksBy(0)).isZero();
    assertThat(linksBy(1)).isEqualTo(1);
  }

  @Test
  void shouldNameEachAddressWithItsReasonIfNoneCanBeReached() throws IOException {
    for (int host = 0; host < hosts.count(); host++) {
      close(host, "eth0", "DROP");
      close(host, "eth1", "REJECT", "--reject-with", "tcp-reset");
    }

    List<String> outputs = run(hosts);

    for (int rank = 0; rank < 2; rank++) {
      int peer = 1 - rank;
      for (String link : List.of("tcp.0", "tcp.1")) {
        assertThat(outputs.get(rank))
            .containsPattern(link + " failed: " + link + ": rank " + peer + " cannot be reached")
            .containsPattern(hosts.address(peer, 0) + ":[0-9]+=no answer within 8 s")
            .containsPattern(hosts.address(peer, 1) + ":[0-9]+=Connection refused")
            .contains("btl_tcp_if_include");
      }
    }
  }

  @Test
  void shouldListenWithinThePortRange() throws IOException {
    assertThat(run(hosts, "btl_tcp_port_min_v4=5123", "btl_tcp_port_range_v4=1"))
        .allSatisfy(output -> assertThat(output).contains("tcp.0" + ALL, "tcp.1" + ALL))
        .allSatisfy(
            output ->
                assertThat(output).containsPattern("/10.70.0.1[01]:5123, /10.71.0.1[01]:5123"));
  }

  @Test
  void shouldUseLoopbackWithinAHost() throws IOException {
    assertThat(ranks(hosts, "tcp", 2))
        .allSatisfy(output -> assertThat(output).contains("tcp.0" + ALL, "/127.0.0.1"));
    assertThat(linksBy(0) + linksBy(1)).isZero();
  }

  @Test
  void shouldNotShareMemoryWithAnotherHost() throws IOException {
    assertThat(ranks(hosts, "sm", 1))
        .allSatisfy(output -> assertThat(output).contains("sm.0 reaches not: null"));
  }

  @Test
  void shouldShareMemoryWithinAHost() throws IOException {
    assertThat(ranks(hosts, "sm", 2))
        .allSatisfy(output -> assertThat(output).contains("sm.0" + ALL));
  }

  @Test
  void shouldReachHostsThatHaveIpv6Alone() throws IOException {
    try (TestHosts others = TestHosts.start(2, 2, "6")) {
      assertThat(run(others, "btl_tcp_port_min_v6=5200", "btl_tcp_port_range_v6=4"))
          .allSatisfy(output -> assertThat(output).contains("tcp.0" + ALL, "tcp.1" + ALL))
          .allSatisfy(output -> assertThat(output).contains("/[fd00:70:0:0:0:0:0:1", "]:5200"));
    }
  }
}
