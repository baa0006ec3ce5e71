package org.ob1j.tests.jobs.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ob1j.runtime.datatype.NativeBlockCopy;
import org.ob1j.runtime.memory.FoundService;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.TracedMessage;
import org.ob1j.tests.jobs.buffers.ArraysProgram.Kind;

/** Arrays that native code moves through sockets, and the same without. */
class ArraysJobsTest {
  @TempDir private Path folder;

  private void run(String... options) throws IOException {
    MpirunJob.Result result =
        MpirunJob.of("-n", "2", "--mca", "btl", "tcp")
            .words("--mca", "pml_ob1j_trace", folder.resolve("trace").toString())
            .words(options)
            .program(ArraysProgram.class)
            .run();
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stderr()).isEmpty();
  }

  /** How much the first header of each message of rank 0 has brought along. */
  private List<Boolean> beginEmpty() throws IOException {
    Map<Integer, TracedMessage> sent = TracedMessage.read(folder.resolve("trace"), 0);
    List<Boolean> empty = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      int longest = ArraysProgram.LENGTHS.length - 1;
      String first = sent.get(ArraysProgram.tag(kind, longest)).exactSteps().get(0);
      assertThat(first).startsWith("sent RNDV CONTIG RDMA_PIPELINE standard");
      empty.add(!first.contains("+"));
    }
    return empty;
  }

  private static final ParameterSet YES = ParameterSet.of(Map.of("os_native", "yes"));

  private static void assumeNativeLibrary() {
    assumeThat(FoundService.among(ServiceLoader.load(NativeBlockCopy.class), YES).reason())
        .as("of the same library")
        .isNull();
  }

  @Test
  void shouldMoveArraysOutOfTheirPlacesAndIntoThem() throws IOException {
    assumeNativeLibrary();
    run();
    assertThat(beginEmpty()).containsOnly(true);
  }

  @Test
  void shouldMoveArraysOverTwoLinks() throws IOException {
    run("--mca", "btl_tcp_links", "2", "--mca", "btl_tcp_link_share", "64k");
  }

  @Test
  void shouldCopyArraysWhereNativeCodeIsNotWanted() throws IOException {
    run("--mca", "btl_tcp_native_arrays", "0");
    assertThat(beginEmpty()).containsOnly(false);
  }

  @Test
  void shouldLetOtherThreadsAllocateWhileArraysAreHeld() throws IOException {
    assumeNativeLibrary();
    MpirunJob.Result result =
        MpirunJob.of("-n", "2", "--mca", "btl", "tcp")
            .words(MpirunJob.java(), "-Xmx64m", "-cp", MpirunJob.testClasses())
            .words(HeldArraysProgram.class.getName(), "400")
            .run();
    assertThat(result.exitCode()).as(result.stdout() + result.stderr()).isZero();
  }
}
