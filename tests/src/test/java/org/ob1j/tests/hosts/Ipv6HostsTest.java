package org.ob1j.tests.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.tests.harness.BesideOthers;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.TestHosts;

/** Hosts that have addresses of IPv6 alone. */
@BesideOthers
class Ipv6HostsTest {
  private static TestHosts hosts;

  @BeforeAll
  static void startHosts() {
    hosts = TestHosts.start(3, 2, "6");
  }

  @AfterAll
  static void endHosts() {
    if (hosts != null) {
      hosts.close();
    }
  }

  @AfterEach
  void nothingIsLeft() {
    hosts.awaitNothingLeft(HostJobs.CLEAN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"32", "1"})
  void shouldSendMessagesBetweenAllRanks(String radix) {
    MpirunJob.Result result =
        HostJobs.of(hosts, "--host", "h0:2,h1:2,h2:2", "--mca", "routed_radix", radix)
            .words(MpirunJob.java(), "-cp", MpirunJob.examples(), "Connectivity")
            .run();

    assertThat(HostJobs.output(result)).contains("of 6 ranks, 15 pairs: passed");
  }

  /** Names go through a file of the hosts; addresses do not. */
  @Test
  void shouldTakeAddressesAsHosts() {
    String[] addresses = {hosts.address6(1, 0), hosts.address6(2, 1)};
    MpirunJob.Result result =
        HostJobs.of(
                hosts,
                "--host",
                String.join(",", "[" + addresses[0] + "]:2", "[" + addresses[1] + "]"))
            .shell("echo $OMPI_COMM_WORLD_RANK $(hostname)")
            .run();

    assertThat(new TreeSet<>(HostJobs.output(result).lines().toList()))
        .containsExactly("0 h1", "1 h1", "2 h2");
  }
}
