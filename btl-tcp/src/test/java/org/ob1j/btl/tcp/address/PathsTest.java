package org.ob1j.btl.tcp.address;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.btl.tcp.address.Paths.Candidate;

class PathsTest {
  /** The networks that are used, each with the first address that is tried. */
  @ParameterizedTest(name = "{0}: {1} to {2}: {3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          any   | 127.0.0.1/8 / 10.70.0.1/24 / 10.71.0.1/24 | 127.0.0.1/8 / 10.70.0.2/24 / 10.71.0.2/24 | 10.70.0.2 10.71.0.2
          any   | 10.70.0.1/24 / 10.71.0.1/24 | 10.71.0.2/24 / 10.70.0.2/24               | 10.70.0.2 10.71.0.2
          any   | 10.70.0.1/24 / 10.71.0.1/24 | 10.71.0.2/24                              | 10.71.0.2
          any   | 10.70.0.1/24 / 10.71.0.1/24 | 10.70.0.2/24 / 10.72.0.2/24               | 10.70.0.2
          named | 10.70.0.1/24 / 10.71.0.1/24 | 10.70.0.2/24 / 10.72.0.2/24               | 10.70.0.2 10.72.0.2
          any   | 10.70.0.1/24                | 10.72.0.2/24                              | 10.72.0.2
          any   | 10.70.0.1/24 / 172.17.0.1/16 | 10.70.0.2/24 / 172.17.0.1/16             | 10.70.0.2
          any   | 10.70.0.1/24 / 172.17.0.1/16 | 10.70.0.2/24 / 172.18.0.1/16             | 10.70.0.2
          any   | 10.70.0.1/24@1000 / 10.71.0.1/24@25000 | 10.70.0.2/24@1000 / 10.71.0.2/24@25000 | 10.71.0.2 10.70.0.2
          any   | 10.70.0.1/24 / 10.70.0.2/24 | 10.70.0.3/24 / 10.70.0.4/24               | 10.70.0.3 10.70.0.4
          any   | 10.70.0.1/24 fd00::1/64     | fd00::2/64                                | fd00::2
          any   | 127.0.0.1/8 / fd00::1/64    | 127.0.0.1/8 / fd00::2/64                  | fd00::2
          any   | 127.0.0.1/8                 | 127.0.0.1/8                               | -
          any   | 10.70.0.1/24                | fd00::2/64                                | -
          """)
  void shouldPairTheNetworksOfTwoHosts(String how, String ours, String theirs, String expected) {
    boolean named = how.equals("named");
    Paths paths = Paths.between(Hosts.host("a", named, ours), Hosts.host("b", named, theirs), true);

    assertThat(firstAddresses(paths)).isEqualTo(addresses(expected));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          any   | 127.0.0.1/8 ::1/128 / 10.70.0.1/24 / 10.71.0.1/24 | 127.0.0.1
          any   | 127.0.0.1/8 ::1/128                               | 127.0.0.1
          named | 127.0.0.1/8 / ::1/128                             | 127.0.0.1 ::1
          any   | 10.70.0.1/24 / 10.71.0.1/24                       | 10.70.0.1 10.71.0.1
          """)
  void shouldUseLoopbackAloneWithinAHost(String how, String networks, String expected) {
    TcpAddresses host = Hosts.host("a", how.equals("named"), networks);

    assertThat(firstAddresses(Paths.between(host, host, true))).isEqualTo(addresses(expected));
  }

  @ParameterizedTest(name = "{0} to {1}, network {2}: {3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          10.70.0.1/24 / 10.71.0.1/24  | 10.70.0.2/24 / 10.71.0.2/24  | 0 | 10.70.0.1>10.70.0.2 *>10.71.0.2
          10.70.0.1/24 / 10.71.0.1/24  | 10.70.0.2/24 / 10.71.0.2/24  | 1 | 10.71.0.1>10.71.0.2 *>10.70.0.2
          10.70.0.1/24 / 172.17.0.1/16 | 10.70.0.2/24 / 172.17.0.1/16 | 0 | 10.70.0.1>10.70.0.2
          10.70.0.1/24                 | 10.72.0.2/24 / 172.17.0.1/16 | 0 | *>10.72.0.2 *>172.17.0.1
          10.70.0.1/24                 | 203.0.113.2/24 / 10.72.0.2/24 | 0 | *>10.72.0.2 *>203.0.113.2
          10.70.0.1/24 fd00::1/64      | fd00::2/64 10.70.0.2/24      | 0 | 10.70.0.1>10.70.0.2 fd00::1>fd00::2
          """)
  void shouldTryTheOwnNetworkFirstAndThenAllOthers(
      String ours, String theirs, int network, String expected) {
    Paths paths = Paths.between(Hosts.host("a", false, ours), Hosts.host("b", false, theirs), true);

    assertThat(paths.candidates(network))
        .isEqualTo(Arrays.stream(expected.split(" ")).map(PathsTest::candidate).toList());
  }

  private static Candidate candidate(String text) {
    String[] parts = text.split(">");
    int port = parts[1].indexOf(':') < 0 ? Hosts.PORT_V4 : Hosts.PORT_V6;
    return new Candidate(
        parts[0].equals("*") ? null : Hosts.inet(parts[0]),
        new InetSocketAddress(Hosts.inet(parts[1]), port));
  }

  @ParameterizedTest(name = "{0} to {1}: {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          10.70.0.1/24@1000 / 10.71.0.1/24@10000 | 10.70.0.2/24@1000 / 10.71.0.2/24@25000 | 10000 1000
          10.70.0.1/24@1000 / 10.71.0.1/24       | 10.70.0.2/24@1000 / 10.71.0.2/24@25000 | 0 0
          """)
  void shouldCompareBandwidthsOnlyIfAllAreKnown(String ours, String theirs, String expected) {
    Paths paths = Paths.between(Hosts.host("a", false, ours), Hosts.host("b", false, theirs), true);

    List<String> megabits = new ArrayList<>();
    for (int network = 0; network < paths.count(); network++) {
      megabits.add(String.valueOf(paths.megabits(network)));
    }
    assertThat(String.join(" ", megabits)).isEqualTo(expected);
  }

  /** Else one would open a link that the other does not know. */
  @Test
  void shouldBeTheSameSeenFromBothSides() {
    long seed = Long.getLong("ob1j.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int i = 0; i < 5_000; i++) {
      boolean named = random.nextBoolean();
      TcpAddresses one = Hosts.host("a", named, randomNetworks(random));
      TcpAddresses other =
          Hosts.host(random.nextInt(4) == 0 ? "a" : "b", named, randomNetworks(random));
      Paths there = Paths.between(one, other, true);
      Paths back = Paths.between(other, one, false);

      assertThat(back.count()).as("seed %d: %s and %s", seed, one, other).isEqualTo(there.count());
      for (int network = 0; network < there.count(); network++) {
        assertThat(back.megabits(network)).isEqualTo(there.megabits(network));
        assertThat(back.candidates(network)).isNotEmpty();
      }
      assertThat(there.count()).isLessThanOrEqualTo(one.networkCount());
    }
  }

  private static String randomNetworks(Random random) {
    List<String> networks = new ArrayList<>();
    String[] starts = {"10.0.0.", "10.0.1.", "172.17.0.", "203.0.113.", "127.0.0.", "fd00::"};
    for (int i = 0; i < 1 + random.nextInt(4); i++) {
      List<String> addresses = new ArrayList<>();
      for (int k = 0; k < 1 + random.nextInt(2); k++) {
        String start = starts[random.nextInt(starts.length)];
        int bits = start.equals("fd00::") ? 64 : random.nextInt(4) == 0 ? 8 : 24;
        addresses.add(
            start + (1 + random.nextInt(9)) + "/" + bits + "@" + 1000 * random.nextInt(3));
      }
      networks.add(String.join(" ", addresses));
    }
    return String.join(" / ", networks);
  }

  private static List<String> firstAddresses(Paths paths) {
    List<String> first = new ArrayList<>();
    for (int network = 0; network < paths.count(); network++) {
      first.add(paths.candidates(network).get(0).to().getAddress().toString());
    }
    return first;
  }

  private static List<String> addresses(String text) {
    return text.equals("-")
        ? List.of()
        : Arrays.stream(text.split(" ")).map(each -> Hosts.inet(each).toString()).toList();
  }
}
