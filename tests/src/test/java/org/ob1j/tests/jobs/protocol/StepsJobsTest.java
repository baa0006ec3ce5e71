package org.ob1j.tests.jobs.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.RankProgram;
import org.ob1j.tests.harness.TracedMessage;

/**
 * Every step of each protocol over the real transports, with what it moves, as "Communication
 * Protocols in the ob1 PML" has them. Limits: 4072 bytes go eagerly, over shared memory 2024 of
 * them immediately; a RNDV brings 1024, a FRAG 4096.
 */
class StepsJobsTest {
  private static final int SEND = BtlCapabilities.SEND;
  private static final int SENDI = BtlCapabilities.SEND_IMMEDIATE;
  private static final int PUT = BtlCapabilities.PUT;
  private static final int GET = BtlCapabilities.GET;
  private static final int NEEDS = BtlCapabilities.NEEDS_REGISTRATION;
  private static final int REMOTE = BtlCapabilities.REMOTE_COMPLETION;
  private static final int REFUSE_ALL = 100;

  @TempDir private Path folder;

  private final List<String> parameters = new ArrayList<>();
  private final List<String> messages = new ArrayList<>();
  private int eagerLimit = 4096;
  private Map<Integer, TracedMessage> sent;
  private Map<Integer, TracedMessage> received;

  /** The way, length and buffers of the next message; its tag is its place among them. */
  private void message(String words) {
    messages.add(words);
  }

  private void set(String name, Object value) {
    parameters.addAll(List.of("--mca", name, value.toString()));
  }

  private void run(String transport, Integer flags) throws IOException {
    run(transport, transport, flags);
  }

  private void run(String btl, String transport, Integer flags) throws IOException {
    Path trace = folder.resolve("trace");
    set("btl", btl);
    set("pml_ob1j_trace", trace);
    set("btl_" + transport + "_eager_limit", eagerLimit);
    set("btl_" + transport + "_rndv_eager_limit", 1024 + 40);
    set("btl_" + transport + "_max_send_size", eagerLimit + 24);
    if (flags != null) {
      set("btl_" + transport + "_flags", flags);
    }
    MpirunJob.Result result =
        MpirunJob.of("-n", "2")
            .words(parameters.toArray(String[]::new))
            .words(MpirunJob.java(), "-cp")
            .words(MpirunJob.testClasses() + ":" + MpirunJob.btlTestClasses())
            .words(StepsProgram.class.getName())
            .words(messages.toArray(String[]::new))
            .run();
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stderr()).isEmpty();
    sent = TracedMessage.read(trace, 0);
    received = TracedMessage.read(trace, 1);
    assertThat(sent).hasSize(messages.size());
    assertThat(received).hasSize(messages.size());
  }

  private void assertSent(int tag, String... steps) {
    assertThat(sent.get(tag).exactSteps()).as(messages.get(tag)).containsExactly(steps);
  }

  private void assertReceived(int tag, String... steps) {
    assertThat(received.get(tag).exactSteps()).as(messages.get(tag)).containsExactly(steps);
  }

  private void assertEager(int tag, String header) {
    assertSent(tag, "sent " + header);
    assertReceived(tag, "received " + header);
  }

  @Test
  void shouldSendEagerlyOverSharedMemory() throws IOException {
    message("STANDARD/0/ARRAY/ARRAY");
    message("READY/256/DIRECT/ARRAY");
    message("BUFFERED/2024/ARRAY/SHARED");
    message("STANDARD/2025/SHARED/ARRAY");
    message("BUFFERED/4072/ARRAY/ARRAY");
    set("btl_sm_max_inline_send", 2048);
    run("sm", null);
    assertEager(0, "MATCH EAGER_IMMEDIATE standard");
    assertEager(1, "MATCH EAGER_IMMEDIATE ready +256");
    assertEager(2, "MATCH EAGER_IMMEDIATE buffered +2024");
    assertEager(3, "MATCH EAGER_ALLOCATED standard +2025");
    assertEager(4, "MATCH EAGER_ALLOCATED buffered +4072");
  }

  @Test
  void shouldSendEagerlyOverTcp() throws IOException {
    message("STANDARD/0/DIRECT/ARRAY");
    message("STANDARD/256/DIRECT/ARRAY");
    message("READY/4072/SHARED/DIRECT");
    message("STANDARD/4072/ARRAY/DIRECT");
    message("BUFFERED/4072/DIRECT/DIRECT");
    run("tcp", null);
    assertEager(0, "MATCH EAGER_IMMEDIATE standard");
    assertEager(1, "MATCH EAGER_IMMEDIATE standard +256");
    assertEager(2, "MATCH EAGER_IMMEDIATE ready +4072");
    assertEager(3, "MATCH EAGER_IMMEDIATE standard +4072");
    assertEager(4, "MATCH EAGER_IMMEDIATE buffered +4072");
  }

  @Test
  void shouldSendOverTcpFromWhereItIsWhatIsTooLongForACopy() throws IOException {
    message("STANDARD/65536/DIRECT/ARRAY");
    message("STANDARD/65537/DIRECT/ARRAY");
    message("READY/131048/SHARED/DIRECT");
    message("STANDARD/131048/ARRAY/DIRECT");
    eagerLimit = 128 << 10;
    run("tcp", null);
    assertEager(0, "MATCH EAGER_IMMEDIATE standard +65536");
    assertEager(1, "MATCH EAGER_PREPARED standard +65537");
    assertEager(2, "MATCH EAGER_PREPARED ready +131048");
    assertEager(3, "MATCH EAGER_IMMEDIATE standard +131048");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sm", "tcp"})
  void shouldSendEagerlyByAllocatedFramesWithoutAnythingElse(String transport) throws IOException {
    message("STANDARD/0/ARRAY/ARRAY");
    message("READY/100/DIRECT/ARRAY");
    message("BUFFERED/4072/DIRECT/DIRECT");
    run(transport, SEND);
    assertEager(0, "MATCH EAGER_ALLOCATED standard");
    assertEager(1, "MATCH EAGER_ALLOCATED ready +100");
    assertEager(2, "MATCH EAGER_ALLOCATED buffered +4072");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sm", "tcp"})
  void shouldAcknowledgeShortSynchronousMessages(String transport) throws IOException {
    message("SYNCHRONOUS/0/ARRAY/ARRAY");
    message("SYNCHRONOUS/100/DIRECT/ARRAY");
    message("SYNCHRONOUS/4072/ARRAY/DIRECT");
    run(transport, null);
    for (int tag = 0; tag < 3; tag++) {
      int length = new int[] {0, 100, 4072}[tag];
      String header = "RNDV RNDV_COMPLETE synchronous" + (length == 0 ? "" : " +" + length);
      assertSent(tag, "sent " + header, "received ACK " + length + "+0");
      assertReceived(tag, "received " + header, "sent ACK " + length + "+0");
    }
  }

  @ParameterizedTest
  @CsvSource({"sm, 257", "tcp, 257"})
  void shouldSendLongMessagesByFragments(String transport, int flags) throws IOException {
    message("STANDARD/10240/ARRAY/ARRAY");
    message("SYNCHRONOUS/10240/DIRECT/ARRAY");
    message("READY/10240/ARRAY/DIRECT");
    message("BUFFERED/10240/ARRAY/ARRAY");
    run(transport, flags);
    String[] headers = {
      "RNDV CONTIG RDMA_PIPELINE standard",
      "RNDV CONTIG RDMA_PIPELINE synchronous",
      "RNDV CONTIG RDMA_PIPELINE ready",
      "RNDV BUFFERED_PIPELINE buffered"
    };
    for (int tag = 0; tag < headers.length; tag++) {
      assertSent(
          tag,
          "sent " + headers[tag] + " +1024",
          "received ACK 1024+9216",
          "sent FRAG 1024+4096",
          "sent FRAG 5120+4096",
          "sent FRAG 9216+1024");
      assertReceived(
          tag,
          "received " + headers[tag] + " +1024",
          "sent ACK 1024+9216",
          "received FRAG 1024+4096",
          "received FRAG 5120+4096",
          "received FRAG 9216+1024");
    }
  }

  @Test
  void shouldGetAndPut() throws IOException {
    message("STANDARD/10240/SHARED/ARRAY");
    message("SYNCHRONOUS/10240/ARRAY/SHARED");
    run("sm", null);
    assertSent(0, "sent RGET CONTIG PIN RDMA_DIRECT_GET standard", "received FIN GET 0+10240");
    assertReceived(
        0,
        "received RGET CONTIG PIN RDMA_DIRECT_GET standard",
        "got 0+10240",
        "sent FIN GET 0+10240");
    assertPutWhole(1, "synchronous");
  }

  private void assertPutWhole(int tag, String mode) {
    assertSent(
        tag,
        "sent RNDV CONTIG PIN RDMA_DIRECT_PUT " + mode,
        "received PUT 0+10240",
        "put 0+10240",
        "sent FIN 0+10240");
    assertReceived(
        tag,
        "received RNDV CONTIG PIN RDMA_DIRECT_PUT " + mode,
        "sent PUT 0+10240",
        "received FIN 0+10240");
  }

  @Test
  void shouldPutOverTcp() throws IOException {
    message("STANDARD/10240/ARRAY/DIRECT");
    message("READY/10240/DIRECT/SHARED");
    run("tcp", SEND | SENDI | PUT);
    assertPutWhole(0, "standard");
    assertPutWhole(1, "ready");
  }

  @ParameterizedTest
  @CsvSource({"sm, 32", "tcp, 0"})
  void shouldPipelinePuts(String transport, int moreFlags) throws IOException {
    set("mpi_leave_pinned", 0);
    set("pml_ob1j_recv_pipeline_depth", 2);
    set("btl_" + transport + "_min_rdma_pipeline_size", 0);
    set("btl_" + transport + "_rdma_pipeline_frag_size", 8192);
    set("btl_" + transport + "_rdma_pipeline_send_length", 5000);
    message("STANDARD/40000/SHARED/SHARED");
    run(transport, SEND | SENDI | PUT | NEEDS | moreFlags);
    TracedMessage ofSender = sent.get(0);
    TracedMessage ofReceiver = received.get(0);
    String[] puts = {"1024+8192", "9216+8192", "17408+8192", "25600+8192", "33792+1208"};
    String header = "RNDV CONTIG RDMA_PIPELINE standard +1024";
    assertThat(ofSender.exactSteps()).startsWith("sent " + header, "received ACK 35000+5000");
    assertThat(ofReceiver.exactSteps())
        .startsWith("received " + header, "sent ACK 35000+5000", "sent PUT " + puts[0])
        .hasSize(2 + 5 + 5 + 2);
    assertThat(ofSender.exactSteps()).hasSize(2 + 5 + 5 + 5 + 2);
    assertThat(ofReceiver.parts("sent PUT")).containsExactly(puts);
    assertThat(ofSender.parts("received PUT")).containsExactly(puts);
    assertThat(ofSender.parts("put")).containsExactlyInAnyOrder(puts);
    assertThat(ofSender.parts("sent FIN")).containsExactlyInAnyOrder(puts);
    assertThat(ofReceiver.parts("received FIN")).containsExactlyInAnyOrder(puts);
    assertThat(ofSender.parts("sent FRAG")).containsExactly("35000+4096", "39096+904");
    assertThat(ofReceiver.parts("received FRAG")).containsExactly("35000+4096", "39096+904");
    assertDepth(ofReceiver, 2);
  }

  /** The receiver asks for another piece only when one of those it has asked for is there. */
  private static void assertDepth(TracedMessage ofReceiver, int depth) {
    int pending = 0;
    for (String step : ofReceiver.exactSteps()) {
      pending += step.startsWith("sent PUT ") ? 1 : step.startsWith("received FIN ") ? -1 : 0;
      assertThat(pending).as(ofReceiver::toString).isBetween(0, depth);
    }
    assertThat(pending).isZero();
  }

  private void injectRefusals(String transport) {
    set("btl_fault_wraps", transport);
    set("btl_fault_refuse_percent", REFUSE_ALL);
    set("btl_fault_busy_percent", 0);
    set("btl_fault_delay_frames", 0);
    set("btl_fault_reorder_percent", 0);
  }

  @Test
  void shouldAskForAPutWhenAGetIsRefusedAndSendFragmentsWhenThatIsToo() throws IOException {
    injectRefusals("sm");
    message("STANDARD/10240/SHARED/SHARED");
    message("STANDARD/10240/SHARED/ARRAY");
    run("fault", "sm", SEND | SENDI | PUT | GET | REMOTE);
    assertSent(
        0,
        "sent RGET CONTIG PIN RDMA_DIRECT_GET standard",
        "received PUT 0+10240",
        "put REFUSED 0+10240",
        "sent FIN REFUSED 0+10240",
        "sent FRAG 0+4096",
        "sent FRAG 4096+4096",
        "sent FRAG 8192+2048");
    assertReceived(
        0,
        "received RGET CONTIG PIN RDMA_DIRECT_GET standard",
        "got REFUSED 0+10240",
        "sent PUT 0+10240",
        "received FIN REFUSED 0+10240",
        "received FRAG 0+4096",
        "received FRAG 4096+4096",
        "received FRAG 8192+2048");
    // Nobody can put into an array.
    assertReceived(
        1,
        "received RGET CONTIG PIN RDMA_DIRECT_GET standard",
        "got REFUSED 0+10240",
        "sent ACK 0+10240",
        "received FRAG 0+4096",
        "received FRAG 4096+4096",
        "received FRAG 8192+2048");
  }

  @Test
  void shouldSendFragmentsWhenAPutIsRefusedOverTcp() throws IOException {
    injectRefusals("tcp");
    message("STANDARD/10240/DIRECT/DIRECT");
    run("fault", "tcp", SEND | SENDI | PUT);
    assertReceived(
        0,
        "received RNDV CONTIG PIN RDMA_DIRECT_PUT standard",
        "sent PUT 0+10240",
        "received FIN REFUSED 0+10240",
        "received FRAG 0+4096",
        "received FRAG 4096+4096",
        "received FRAG 8192+2048");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sm", "tcp"})
  void shouldMoveNothingOfAMessageThatIsDiscarded(String transport) throws IOException {
    message("DISCARDED/1000/ARRAY/ARRAY");
    message("DISCARDED/1001/ARRAY/ARRAY");
    message("DISCARDED/100000/ARRAY/ARRAY");
    message("DISCARDED/100000/SHARED/ARRAY");
    run(transport, null);
    assertEager(0, "MATCH EAGER_IMMEDIATE standard +1000");
    for (int tag = 1; tag < 4; tag++) {
      assertThat(sent.get(tag).exactSteps()).hasSize(2).element(1).isEqualTo("received DISCARD");
      assertThat(received.get(tag).exactSteps()).hasSize(2).element(1).isEqualTo("sent DISCARD");
      assertThat(sent.get(tag).bytes()).isZero();
      assertThat(received.get(tag).bytes()).isZero();
    }
    assertThat(received.get(2).exactSteps().get(0))
        .matches("received RNDV CONTIG( PIN)? RDMA_\\w+ standard");
    assertThat(received.get(3).exactSteps().get(0))
        .startsWith(transport.equals("sm") ? "received RGET CONTIG PIN" : "received RNDV CONTIG");
  }

  @Test
  void shouldShowTheProtocolsForEachPeer() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "3", "--mca", "pml_ob1j_show_protocols", "1")
            .words("sh", "-c")
            .words("export OMPI_MCA_btl_tcp_exclusivity=$((OB1J_RANK / 2 * 100000)); exec \"$@\"")
            .words("sh", MpirunJob.java(), "-cp")
            .words(MpirunJob.libraries() + "/*:" + MpirunJob.testClasses())
            .words(RankProgram.class.getName(), "ring")
            .run();
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    String shown = "ob1j: protocols of rank %d with ranks %s by %s, capabilities ";
    for (String which :
        List.of(
            shown.formatted(0, "1, 2", "sm.0"),
            shown.formatted(1, "0, 2", "sm.0"),
            shown.formatted(2, "0, 1", "tcp.0"))) {
      assertThat(result.stderr().lines().filter(line -> line.startsWith(which)))
          .as(which + " in " + result.stderr())
          .hasSize(1);
    }
    assertThat(result.stderr().lines())
        .areExactly(2, shows("send, standard or ready, MPI.newByteBuffer: .* RDMA_DIRECT_GET"))
        .areExactly(2, shows("send, standard or ready, array: .* RDMA_DIRECT_PUT"))
        .areExactly(3, shows("send, buffered, array: .* BUFFERED_PIPELINE"))
        .areExactly(3, shows("send, synchronous, direct: 0 to \\d+ RNDV_COMPLETE, .*"))
        .areExactly(2, shows("receive, MPI.newByteBuffer: .*RDMA_DIRECT_GET by DIRECT_GET"));
  }

  private static Condition<String> shows(String pattern) {
    return new Condition<>(line -> line.matches("  " + pattern), pattern);
  }
}
