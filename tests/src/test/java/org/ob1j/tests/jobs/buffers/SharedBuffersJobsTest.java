package org.ob1j.tests.jobs.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.RankProgram;

/** Programs that ask for more memory that peers can map than there is, but never hold much. */
class SharedBuffersJobsTest {
  /** Send, send immediately, put, get, registration needed, remote completion. */
  private static final String REGISTERED = "311";

  @TempDir private Path folder;

  /** As many messages as came out of mapped memory; the others' memory was ordinary. */
  private long gets(String... words) throws IOException {
    Path trace = folder.resolve("trace");
    MpirunJob.Result result =
        MpirunJob.of("-n", "2", "--mca", "btl", "sm", "--mca", "btl_sm_shared_bytes", "32m")
            .words("--mca", "pml_ob1j_trace", trace.toString())
            .words(words)
            .program(RankProgram.class, "drop-buffers")
            .run();
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).isEqualTo("all messages\n");
    return Files.readAllLines(Path.of(trace + ".1")).stream()
        .filter(line -> line.contains(" received ") && line.contains(" RGET "))
        .count();
  }

  /** A collection may be late now and then: what is made before it comes is ordinary memory. */
  @Test
  void shouldUseMemoryAgainThatTheProgramHasDropped() throws IOException {
    assertThat(gets()).isGreaterThan(RankProgram.DROPPED_BUFFERS / 2);
  }

  @Test
  void shouldUseMemoryAgainThatOnlyKeptRegistrationsHold() throws IOException {
    assertThat(gets("--mca", "btl_sm_flags", REGISTERED, "--mca", "mpi_leave_pinned", "1"))
        .isGreaterThan(RankProgram.DROPPED_BUFFERS / 2);
  }
}
