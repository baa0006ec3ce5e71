package org.ob1j.tests.jobs.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.TracedMessage;
import org.ob1j.tests.jobs.buffers.BlocksProgram.Kind;

/** How messages that are not one run of bytes move, read from the traces of both ranks. */
class BlocksJobsTest {
  private static final int ALL_BUT_BLOCKS =
      BtlCapabilities.SEND
          | BtlCapabilities.SEND_IMMEDIATE
          | BtlCapabilities.PUT
          | BtlCapabilities.GET
          | BtlCapabilities.REMOTE_COMPLETION;

  @TempDir private Path folder;
  private Map<Integer, TracedMessage> sent;
  private Map<Integer, TracedMessage> received;

  private void run(String... options) throws IOException {
    Path trace = folder.resolve("trace");
    MpirunJob.Result result =
        MpirunJob.of("-n", "2", "--mca", "pml_ob1j_trace", trace.toString())
            .words(options)
            .program(BlocksProgram.class)
            .run();
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stderr()).isEmpty();
    sent = TracedMessage.read(trace, 0);
    received = TracedMessage.read(trace, 1);
    assertThat(received).hasSize(Kind.values().length * Kind.values().length + 2);
  }

  private void assertGot(Kind from, Kind into, String header) {
    int tag = BlocksProgram.tag(from, into);
    assertThat(sent.get(tag).steps())
        .as("from %s into %s", from, into)
        .containsExactly("sent " + header, "received FIN GET");
    assertThat(received.get(tag).steps())
        .as("from %s into %s", from, into)
        .containsExactly("received " + header, "got", "sent FIN GET");
    assertThat(received.get(tag).bytes()).isEqualTo(BlocksProgram.MESSAGE_BYTES);
  }

  /** Where listed blocks lie is told from the datatype's second message on. */
  private void assertIndexed(Kind into) {
    if (into == Kind.values()[0]) {
      assertFragments(Kind.INDEXED, into, "RNDV");
    } else {
      assertGot(Kind.INDEXED, into, "RGET PIN");
    }
  }

  private void assertFragments(Kind from, Kind into, String header) {
    int tag = BlocksProgram.tag(from, into);
    assertThat(received.get(tag).steps())
        .as("from %s into %s", from, into)
        .containsExactly("received " + header, "sent ACK", "received FRAG");
    assertThat(received.get(tag).bytes()).isEqualTo(BlocksProgram.MESSAGE_BYTES);
  }

  @Test
  void shouldGetBlocksOutOfSharedMemoryIntoWhateverTheyAreReceived() throws IOException {
    run("--mca", "btl", "sm");
    for (Kind into : Kind.values()) {
      assertGot(Kind.RUN, into, "RGET CONTIG PIN");
      assertGot(Kind.VECTOR, into, "RGET PIN");
      assertIndexed(into);
      assertFragments(Kind.ARRAY, into, "RNDV");
    }
    assertThat(received.get(BlocksProgram.DISCARDED_TAG).steps())
        .containsExactly("received RGET PIN", "sent DISCARD");
    assertThat(sent.get(BlocksProgram.WINDOWS_TAG).steps())
        .startsWith("sent RGET PIN", "received ACK", "sent FRAG")
        .containsOnly("sent RGET PIN", "received ACK", "sent FRAG");
  }

  @Test
  void shouldGetBlocksByOneSideAlone() throws IOException {
    run("--mca", "btl", "sm", "--mca", "btl_sm_split_size", "1g");
    for (Kind into : Kind.values()) {
      assertGot(Kind.VECTOR, into, "RGET PIN");
      assertIndexed(into);
    }
  }

  @Test
  void shouldGetBlocksByJava() throws IOException {
    run("--mca", "btl", "sm", "--mca", "os_native", "no");
    for (Kind into : Kind.values()) {
      assertGot(Kind.RUN, into, "RGET CONTIG PIN");
      assertGot(Kind.VECTOR, into, "RGET PIN");
      assertIndexed(into);
    }
  }

  @Test
  void shouldSendBlocksByFragmentsIfTheTransportGetsRunsOnly() throws IOException {
    run("--mca", "btl", "sm", "--mca", "btl_sm_flags", String.valueOf(ALL_BUT_BLOCKS));
    assertGot(Kind.RUN, Kind.RUN, "RGET CONTIG PIN");
    for (Kind blocks : new Kind[] {Kind.VECTOR, Kind.INDEXED, Kind.ARRAY}) {
      assertFragments(Kind.RUN, blocks, "RGET CONTIG PIN");
      for (Kind into : Kind.values()) {
        assertFragments(blocks, into, "RNDV");
      }
    }
  }

  @Test
  void shouldGetBlocksByTheRailThatAnnouncedThem() throws IOException {
    run("--mca", "btl", "sm,tcp", "--mca", "btl_tcp_exclusivity", "65536");
    for (Kind into : Kind.values()) {
      assertGot(Kind.VECTOR, into, "RGET PIN");
    }
    assertThat(received.get(BlocksProgram.tag(Kind.VECTOR, Kind.RUN)).bytesBy("sm.0"))
        .isEqualTo(BlocksProgram.MESSAGE_BYTES);
  }
}
