package org.ob1j.tests.jobs.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.TracedMessage;
import org.ob1j.tests.harness.UcxOnThisHost;
import org.ob1j.tests.jobs.protocol.ProtocolProgram.Kind;

/**
 * The steps of the protocols over the real transports, read from the traces of both ranks. Which
 * row of the tables is reached depends on the flags of the transport and on the two buffers.
 */
class ProtocolJobsTest {
  private static final int LENGTH = 300_000;
  private static final int SEND = BtlCapabilities.SEND | BtlCapabilities.SEND_IMMEDIATE;
  private static final int PUT = BtlCapabilities.PUT;
  private static final int GET = BtlCapabilities.GET;
  private static final int NEEDS = BtlCapabilities.NEEDS_REGISTRATION;
  private static final int IN_PLACE = BtlCapabilities.SEND_IN_PLACE;
  private static final int FLUSH = BtlCapabilities.FLUSH;
  private static final int REMOTE = BtlCapabilities.REMOTE_COMPLETION;

  @TempDir private Path folder;
  private Map<Integer, TracedMessage> sent;
  private Map<Integer, TracedMessage> received;

  private void run(String transport, String... namesAndValues) throws IOException {
    Path trace = folder.resolve("trace");
    MpirunJob job = MpirunJob.of("-n", "2", "--mca", "btl", transport);
    job.words("--mca", "pml_ob1j_trace", trace.toString());
    // Whether this machine reads another process's memory quickly must not decide.
    job.words("--mca", "btl_sm_quick_read_nanos", "0");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      job.words("--mca", namesAndValues[i], namesAndValues[i + 1]);
    }
    MpirunJob.Result result = job.program(ProtocolProgram.class, String.valueOf(LENGTH)).run();
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stderr()).isEmpty();
    sent = TracedMessage.read(trace, 0);
    received = TracedMessage.read(trace, 1);
    assertThat(sent).hasSize(9);
    assertThat(received).hasSize(9);
    sent.forEach((tag, message) -> assertMovedOnce(tag, message));
    received.forEach((tag, message) -> assertMovedOnce(tag, message));
  }

  /** Whatever the protocol, the steps of each side account for every byte once. */
  private static void assertMovedOnce(int tag, TracedMessage message) {
    assertThat(message.bytes()).as("tag %d: %s", tag, message).isEqualTo(LENGTH);
  }

  private void assertSteps(Kind from, Kind into, String[] ofSender, String[] ofReceiver) {
    int tag = ProtocolProgram.tag(from, into);
    assertThat(sent.get(tag).steps()).as("from %s into %s", from, into).containsExactly(ofSender);
    assertThat(received.get(tag).steps())
        .as("from %s into %s", from, into)
        .containsExactly(ofReceiver);
  }

  private void assertGet(Kind from, Kind into) {
    assertSteps(
        from,
        into,
        new String[] {"sent RGET CONTIG PIN", "received FIN GET"},
        new String[] {"received RGET CONTIG PIN", "got", "sent FIN GET"});
  }

  private void assertPut(Kind from, Kind into) {
    assertSteps(
        from,
        into,
        new String[] {"sent RNDV CONTIG PIN", "received PUT", "put", "sent FIN"},
        new String[] {"received RNDV CONTIG PIN", "sent PUT", "received FIN"});
  }

  private void assertFragments(String header, Kind from, Kind into) {
    assertSteps(
        from,
        into,
        new String[] {"sent " + header, "received ACK", "sent FRAG"},
        new String[] {"received " + header, "sent ACK", "received FRAG"});
  }

  private void assertPipeline(Kind from, Kind into, int puts) {
    int tag = ProtocolProgram.tag(from, into);
    assertThat(sent.get(tag).steps())
        .as("from %s into %s", from, into)
        .startsWith("sent RNDV CONTIG")
        .containsOnly(
            "sent RNDV CONTIG", "received ACK", "received PUT", "sent FRAG", "put", "sent FIN");
    assertThat(sent.get(tag).count("received ACK")).isEqualTo(1);
    assertThat(received.get(tag).steps())
        .startsWith("received RNDV CONTIG", "sent ACK", "sent PUT")
        .containsOnly(
            "received RNDV CONTIG", "sent ACK", "sent PUT", "received FRAG", "received FIN");
    for (String step : new String[] {"received PUT", "put", "sent FIN"}) {
      assertThat(sent.get(tag).count(step)).as(step).isEqualTo(puts);
    }
  }

  /** The sender learns at the first piece that it cannot put, and the rest goes by fragments. */
  private void assertRefusedPipeline(Kind from, Kind into) {
    int tag = ProtocolProgram.tag(from, into);
    assertThat(sent.get(tag).steps())
        .as("from %s into %s", from, into)
        .contains("received PUT", "sent FIN REFUSED", "sent FRAG")
        .doesNotContain("put", "sent FIN");
    assertThat(received.get(tag).count("sent ACK")).isEqualTo(2);
  }

  @Test
  void shouldGetFromSharedMemoryAndPutIntoItByDefault() throws IOException {
    run("sm");
    for (Kind other : Kind.values()) {
      assertGet(Kind.SHARED, other);
    }
    for (Kind from : new Kind[] {Kind.ARRAY, Kind.DIRECT}) {
      assertPut(from, Kind.SHARED);
      assertFragments("RNDV CONTIG PIN", from, Kind.ARRAY);
      assertFragments("RNDV CONTIG PIN", from, Kind.DIRECT);
    }
  }

  @Test
  void shouldPutIntoSharedMemoryWithoutGet() throws IOException {
    run("sm", "btl_sm_flags", String.valueOf(SEND | PUT | REMOTE));
    for (Kind from : Kind.values()) {
      assertPut(from, Kind.SHARED);
      assertFragments("RNDV CONTIG PIN", from, Kind.ARRAY);
      assertFragments("RNDV CONTIG PIN", from, Kind.DIRECT);
    }
  }

  @Test
  void shouldGetOutOfSharedMemoryWithoutPut() throws IOException {
    run("sm", "btl_sm_flags", String.valueOf(SEND | GET));
    for (Kind other : Kind.values()) {
      assertGet(Kind.SHARED, other);
      assertFragments("RNDV CONTIG", Kind.ARRAY, other);
      assertFragments("RNDV CONTIG", Kind.DIRECT, other);
    }
  }

  @Test
  void shouldSendByFragmentsWithoutPutAndGet() throws IOException {
    for (String transport : new String[] {"sm", "tcp"}) {
      run(transport, "btl_" + transport + "_flags", String.valueOf(SEND));
      for (Kind from : Kind.values()) {
        for (Kind into : Kind.values()) {
          assertFragments("RNDV CONTIG", from, into);
        }
      }
    }
  }

  @Test
  void shouldPipelineThroughSharedMemoryThatIsRegisteredPieceByPiece() throws IOException {
    run(
        "sm",
        "btl_sm_flags",
        String.valueOf(SEND | PUT | REMOTE | NEEDS),
        "mpi_leave_pinned",
        "0",
        "btl_sm_min_rdma_pipeline_size",
        "0",
        "btl_sm_rdma_pipeline_frag_size",
        "64k",
        "btl_sm_rdma_pipeline_send_length",
        "16k");
    assertPipeline(Kind.SHARED, Kind.SHARED, 5);
    assertFragments("RNDV CONTIG", Kind.SHARED, Kind.ARRAY);
    assertFragments("RNDV CONTIG", Kind.ARRAY, Kind.DIRECT);
    assertRefusedPipeline(Kind.ARRAY, Kind.SHARED);
    assertRefusedPipeline(Kind.DIRECT, Kind.SHARED);
  }

  @Test
  void shouldSendFragmentsOverTcpByDefault() throws IOException {
    run("tcp");
    for (Kind from : Kind.values()) {
      for (Kind into : Kind.values()) {
        assertFragments("RNDV CONTIG", from, into);
      }
    }
  }

  @Test
  void shouldPutIntoDirectMemoryOverTcpIfThatIsWanted() throws IOException {
    run("tcp", "btl_tcp_flags", String.valueOf(SEND | PUT));
    for (Kind from : Kind.values()) {
      assertPut(from, Kind.DIRECT);
      assertPut(from, Kind.SHARED);
      assertFragments("RNDV CONTIG PIN", from, Kind.ARRAY);
    }
  }

  @Test
  void shouldPipelineOverTcpWhatIsRegisteredPieceByPiece() throws IOException {
    run(
        "tcp",
        "btl_tcp_flags",
        String.valueOf(SEND | PUT | NEEDS),
        "mpi_leave_pinned",
        "0",
        "btl_tcp_rdma_pipeline_frag_size",
        "16k");
    assertPipeline(Kind.DIRECT, Kind.DIRECT, 7);
    assertPipeline(Kind.SHARED, Kind.DIRECT, 7);
    assertFragments("RNDV CONTIG", Kind.DIRECT, Kind.ARRAY);
    assertRefusedPipeline(Kind.ARRAY, Kind.DIRECT);
  }

  @Test
  void shouldMoveWholeWhatIsRegisteredAndStaysSo() throws IOException {
    run("sm", "btl_sm_flags", String.valueOf(SEND | PUT | GET | REMOTE | NEEDS));
    assertGet(Kind.SHARED, Kind.SHARED);
    // The array cannot be registered for a get, nor for the put that would be next.
    assertFragments("RGET CONTIG PIN", Kind.SHARED, Kind.ARRAY);
    assertFragments("RNDV CONTIG", Kind.ARRAY, Kind.ARRAY);
  }

  private void runOverUcx(String... namesAndValues) throws IOException {
    String finding = UcxOnThisHost.finding();
    assumeTrue(finding.startsWith("yes"), finding);
    run("ucx", namesAndValues);
  }

  @Test
  void shouldSendFragmentsOverUcxWhereItHasNoRdma() throws IOException {
    for (String transports : new String[] {"posix,self", "tcp,self"}) {
      runOverUcx("btl_ucx_tls", transports, "btl_ucx_flags", String.valueOf(SEND | IN_PLACE));
      for (Kind from : Kind.values()) {
        for (Kind into : Kind.values()) {
          assertFragments("RNDV CONTIG", from, into);
        }
      }
    }
  }

  @Test
  void shouldGetAndPutOverUcxIfThatIsWanted() throws IOException {
    for (String transports : new String[] {"posix,self", "tcp,self"}) {
      runOverUcx(
          "btl_ucx_tls", transports, "btl_ucx_flags", String.valueOf(SEND | PUT | GET | FLUSH));
      for (Kind other : Kind.values()) {
        assertGet(Kind.DIRECT, other);
        assertGet(Kind.SHARED, other);
      }
      assertPut(Kind.ARRAY, Kind.DIRECT);
      assertPut(Kind.ARRAY, Kind.SHARED);
      assertFragments("RNDV CONTIG PIN", Kind.ARRAY, Kind.ARRAY);
    }
  }

  @Test
  void shouldPipelineOverUcxWhatIsRegisteredPieceByPiece() throws IOException {
    runOverUcx(
        "btl_ucx_tls",
        "posix,self",
        "btl_ucx_flags",
        String.valueOf(SEND | PUT | FLUSH | NEEDS),
        "btl_ucx_max_send_size",
        "64k",
        "mpi_leave_pinned",
        "0",
        "btl_ucx_rdma_pipeline_frag_size",
        "16k");
    assertPipeline(Kind.DIRECT, Kind.DIRECT, 10);
    assertFragments("RNDV CONTIG", Kind.DIRECT, Kind.ARRAY);
    assertRefusedPipeline(Kind.ARRAY, Kind.DIRECT);
  }
}
