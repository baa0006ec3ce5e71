package org.ob1j.tests.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ob1j.tests.harness.BesideOthers;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.RankProgram;
import org.ob1j.tests.harness.TestHosts;

/** A disk, or a shared memory, that is full on one of several hosts. */
@BesideOthers
class DisksOfHostsTest {
  private static TestHosts hosts;

  @TempDir private Path folder;

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

  @AfterEach
  void nothingIsLeft() {
    hosts.awaitNothingLeft(HostJobs.CLEAN);
  }

  private static void shrink(int host, String where) {
    hosts.output(host, "mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", where);
  }

  private static MpirunJob ring(String... words) {
    return HostJobs.of(hosts, "--host", "h0:2,h1:2")
        .words(words)
        .program(RankProgram.class, "ring");
  }

  @Test
  void shouldGoOnByTcpWhereOneHostHasNoSharedMemoryLeft() {
    shrink(1, "/dev/shm");
    try {
      MpirunJob.Result result = ring().run();

      assertThat(HostJobs.output(result)).isEqualTo("token 200\n");
      assertThat(result.messages())
          .containsPattern("ob1j: rank [23], and maybe others, goes on by tcp alone: sm: ")
          .contains("/dev/shm")
          .doesNotContainPattern("rank [01][^\n]* goes on");
    } finally {
      hosts.output(1, "umount", "/dev/shm");
    }
  }

  @Test
  void shouldNameTheRankWhoseHostHasNoSharedMemoryWhereItMustBeUsed() {
    shrink(1, "/dev/shm");
    try {
      MpirunJob.Result result =
          HostJobs.of(hosts, "--host", "h1:2", "--mca", "btl", "sm")
              .program(RankProgram.class, "ring")
              .run();

      assertThat(result.exitCode()).isNotZero();
      assertThat(result.messages())
          .contains("a transport cannot be used: sm: ", "/dev/shm", "btl_sm_backing_directory");
    } finally {
      hosts.output(1, "umount", "/dev/shm");
    }
  }

  @Test
  void shouldNameTheOutputFileThatCannotBeWritten() throws Exception {
    Path small = Files.createDirectory(folder.resolve("small"));
    shrink(0, small.toString());
    try {
      MpirunJob.Result result =
          HostJobs.of(hosts, "--output-filename", small + ":nocopy", "--host", "h1")
              .timeLimit(Duration.ofSeconds(30))
              .shell("yes; exec sleep 1000")
              .run();

      assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
      assertThat(result.messages())
          .contains(
              "mpirun cannot write its " + small + "/1/rank.0/stdout: No space left on device");
    } finally {
      hosts.output(0, "umount", small.toString());
    }
  }
}
