package org.ob1j.tests.jobs.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.TracedMessage;
import org.ob1j.tests.harness.UcxOnThisHost;
import org.ob1j.tests.jobs.protocol.ProtocolProgram.Kind;

/** By which rails the bytes of long messages go, read from the traces of both ranks. */
class RailJobsTest {
  private static final int LENGTH = 1_000_000;

  @TempDir private Path folder;
  private Map<Integer, TracedMessage> sent;
  private Map<Integer, TracedMessage> received;

  private void run(String transports, String... namesAndValues) throws IOException {
    Path trace = folder.resolve("trace");
    MpirunJob job = MpirunJob.of("-n", "2", "--mca", "btl", transports);
    job.words("--mca", "pml_ob1j_trace", trace.toString());
    // Whether this machine reads another process's memory quickly must not decide.
    job.words("--mca", "btl_sm_quick_read_nanos", "0");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      job.words("--mca", namesAndValues[i], namesAndValues[i + 1]);
    }
    MpirunJob.Result result = job.program(ProtocolProgram.class, String.valueOf(LENGTH)).run();
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    sent = TracedMessage.read(trace, 0);
    received = TracedMessage.read(trace, 1);
  }

  /** Every byte went once, and of what was divided a part within 10 % of its due by a rail. */
  private void assertDivided(Kind from, Kind into, long undivided, String rail, double part) {
    int tag = ProtocolProgram.tag(from, into);
    double due = (LENGTH - undivided) * part;
    for (TracedMessage message : new TracedMessage[] {sent.get(tag), received.get(tag)}) {
      assertThat(message.bytes()).as(message::toString).isEqualTo(LENGTH);
      assertThat((double) message.bytesBy(rail))
          .as(message::toString)
          .isCloseTo(due, within(0.1 * due));
    }
  }

  @Test
  void shouldDivideLongMessagesAmongTheLinksOfTcp() throws IOException {
    run("tcp", "btl_tcp_links", "2", "btl_tcp_link_share", "65536");
    for (Kind from : Kind.values()) {
      for (Kind into : Kind.values()) {
        assertDivided(from, into, 64 << 10, "tcp.1", 0.5);
      }
    }
  }

  @Test
  void shouldNotDivideAmongLinksOfOneNetworkWhatIsTooShort() throws IOException {
    run("tcp", "btl_tcp_links", "2");
    for (Kind from : Kind.values()) {
      TracedMessage message = sent.get(ProtocolProgram.tag(from, Kind.ARRAY));
      assertThat(message.bytes()).as(message::toString).isEqualTo(LENGTH);
      assertThat(message.bytesBy("tcp.1")).as(message::toString).isZero();
    }
  }

  @Test
  void shouldDivideLongMessagesAmongTheNetworksOfTcp() throws IOException {
    assumeThat(NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses))
        .as("addresses of this host")
        .anyMatch(address -> address.getHostAddress().startsWith("0:0:0:0:0:0:0:1"));
    run("tcp", "btl_tcp_if_include", "127.0.0.0/8,::1/128");
    assertDivided(Kind.ARRAY, Kind.ARRAY, 64 << 10, "tcp.1", 0.5);
    assertDivided(Kind.DIRECT, Kind.DIRECT, 64 << 10, "tcp.1", 0.5);
  }

  @Test
  void shouldAskForAPutByEachLinkOfTcp() throws IOException {
    run("tcp", "btl_tcp_links", "2", "btl_tcp_link_share", "65536", "btl_tcp_flags", "267");
    for (Kind from : Kind.values()) {
      assertDivided(from, Kind.DIRECT, 0, "tcp.1", 0.5);
      int tag = ProtocolProgram.tag(from, Kind.DIRECT);
      assertThat(sent.get(tag).count("received PUT")).as(sent.get(tag)::toString).isEqualTo(2);
      assertThat(sent.get(tag).count("sent FIN")).isEqualTo(2);
    }
  }

  @Test
  void shouldDivideLongMessagesBetweenSharedMemoryAndTcpByBandwidth() throws IOException {
    run(
        "sm,tcp",
        "btl_tcp_exclusivity",
        "65536",
        "btl_sm_bandwidth",
        "300",
        "btl_tcp_bandwidth",
        "100");
    assertDivided(Kind.ARRAY, Kind.ARRAY, 0, "tcp.0", 0.25);
    assertDivided(Kind.DIRECT, Kind.ARRAY, 0, "tcp.0", 0.25);
    assertDivided(Kind.DIRECT, Kind.DIRECT, 0, "tcp.0", 0.25);
    assertThat(received.get(ProtocolProgram.tag(Kind.SHARED, Kind.SHARED)).bytesBy("sm.0"))
        .isEqualTo(LENGTH);
  }

  @ParameterizedTest
  @CsvSource({"tcp, tcp.0", "sm, sm.0"})
  void shouldDivideLongMessagesBetweenUcxAndAnotherByBandwidth(String other, String rail)
      throws IOException {
    String finding = UcxOnThisHost.finding();
    assumeThat(finding).startsWith("yes");
    run(
        "ucx," + other,
        "btl_ucx_exclusivity",
        "65536",
        "btl_" + other + "_exclusivity",
        "65536",
        "btl_ucx_latency",
        "0",
        "btl_ucx_bandwidth",
        "300",
        "btl_" + other + "_bandwidth",
        "100");
    // What the first frame brings along is not divided; of other memory than arrays it brings none.
    assertDivided(Kind.ARRAY, Kind.ARRAY, 8 << 10, rail, 0.25);
    assertDivided(Kind.DIRECT, Kind.DIRECT, 0, rail, 0.25);
  }
}
