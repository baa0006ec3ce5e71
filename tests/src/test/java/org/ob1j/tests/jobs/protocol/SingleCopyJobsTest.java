package org.ob1j.tests.jobs.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.TracedMessage;
import org.ob1j.tests.jobs.protocol.ProtocolProgram.Kind;

/** Messages out of ordinary direct buffers, which peers read where that is possible and faster. */
class SingleCopyJobsTest {
  private static final String[] ON = {"--mca", "btl_sm_single_copy_mechanism", "cma"};
  private static final String FINDING = "sm: single copy of ordinary direct buffers on this host: ";

  @TempDir private Path folder;

  private static String finding(String... options) throws IOException {
    MpirunJob.Result result = MpirunJob.of(options).words("--info").run();
    assertThat(result.exitCode()).isZero();
    assertThat(result.stderr()).isEmpty();
    return result
        .stdout()
        .lines()
        .filter(line -> line.startsWith(FINDING))
        .map(line -> line.substring(FINDING.length()))
        .findFirst()
        .orElseThrow();
  }

  private static void assumeItWorks() throws IOException {
    String finding = finding(ON);
    assumeTrue(finding.startsWith("works, by "), finding);
  }

  /** Messages between all kinds of buffers, each of whose bytes the receiver looks at. */
  private Map<Integer, TracedMessage> run(int lengthBytes, String... options) throws IOException {
    Path trace = folder.resolve("trace");
    MpirunJob.Result result =
        MpirunJob.of("-n", "2", "--mca", "btl", "sm")
            .words("--mca", "pml_ob1j_trace", trace.toString())
            .words(options)
            .program(ProtocolProgram.class, String.valueOf(lengthBytes))
            .run();
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stderr()).isEmpty();
    return TracedMessage.read(trace, 1);
  }

  private static void assertRead(Map<Integer, TracedMessage> received, Kind from, Kind into) {
    assertThat(received.get(ProtocolProgram.tag(from, into)).steps())
        .as("from %s into %s", from, into)
        .containsExactly("received RGET CONTIG PIN", "got", "sent FIN GET");
  }

  private static void assertSent(Map<Integer, TracedMessage> received, Kind from, Kind into) {
    assertThat(received.get(ProtocolProgram.tag(from, into)).steps())
        .as("from %s into %s", from, into)
        .containsExactly("received RNDV CONTIG PIN", "sent ACK", "received FRAG");
  }

  @ParameterizedTest
  @ValueSource(ints = {64 << 10, 300_001, 1 << 20})
  void shouldReadOrdinaryDirectBuffersOfTheLengthsWhereThatWins(int lengthBytes)
      throws IOException {
    assumeItWorks();
    Map<Integer, TracedMessage> received = run(lengthBytes, withShortEagerMessages());
    for (Kind into : Kind.values()) {
      assertRead(received, Kind.DIRECT, into);
    }
    assertSent(received, Kind.ARRAY, Kind.DIRECT);
  }

  @Test
  void shouldSendShorterMessages() throws IOException {
    assertSent(run((64 << 10) - 1, withShortEagerMessages()), Kind.DIRECT, Kind.DIRECT);
  }

  @Test
  void shouldReadNothingThatIsSentEagerly() throws IOException {
    TracedMessage message = run(128 << 10, ON).get(ProtocolProgram.tag(Kind.DIRECT, Kind.DIRECT));
    assertThat(message.steps()).containsExactly("received MATCH");
  }

  private static String[] withShortEagerMessages() {
    return Stream.concat(Stream.of(ON), Stream.of("--mca", "btl_sm_eager_limit", "16448"))
        .toArray(String[]::new);
  }

  @ParameterizedTest
  @ValueSource(ints = {(1 << 20) + 1, 4 << 20, 9 << 20})
  void shouldReadLongerMessagesWhereTheSenderCanWriteAPart(int lengthBytes) throws IOException {
    assumeItWorks();
    Map<Integer, TracedMessage> received = run(lengthBytes, ON);
    assertRead(received, Kind.DIRECT, Kind.DIRECT);
    assertThat(received.get(ProtocolProgram.tag(Kind.DIRECT, Kind.ARRAY)).steps())
        .containsExactly("received RGET CONTIG PIN", "got REFUSED", "sent ACK", "received FRAG");
  }

  @Test
  void shouldReadTheLengthsThatTheUserWants() throws IOException {
    assumeItWorks();
    Map<Integer, TracedMessage> received =
        run(
            4 << 20,
            ON[0],
            ON[1],
            ON[2],
            "--mca",
            "btl_sm_single_copy_min_size",
            "2m",
            "--mca",
            "btl_sm_single_copy_max_size",
            "4m");
    assertRead(received, Kind.DIRECT, Kind.DIRECT);
    assertRead(received, Kind.DIRECT, Kind.ARRAY);
  }

  @Test
  void shouldReadNothingIfTheUserWantsItSo() throws IOException {
    String[] off = {"--mca", "btl_sm_single_copy_mechanism", "none"};
    Map<Integer, TracedMessage> received = run(300_001, off);
    assertSent(received, Kind.DIRECT, Kind.DIRECT);
    assertSent(received, Kind.DIRECT, Kind.ARRAY);
    assertThat(finding(off)).isEqualTo("off");
  }

  @ParameterizedTest
  @CsvSource({"2000000000, true", "0, false"})
  void shouldReadWhereThatIsQuick(String quickNanos, boolean read) throws IOException {
    assumeItWorks();
    Map<Integer, TracedMessage> received =
        run(300_001, "--mca", "btl_sm_quick_read_nanos", quickNanos);
    if (read) {
      assertRead(received, Kind.DIRECT, Kind.DIRECT);
    } else {
      assertSent(received, Kind.DIRECT, Kind.DIRECT);
    }
  }
}
