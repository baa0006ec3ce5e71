package org.ob1j.tests.jobs.cleanup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ob1j.tests.harness.Commands;
import org.ob1j.tests.harness.JobFiles;
import org.ob1j.tests.harness.MarkedProcesses;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.RankProgram;

/** After a job there is no memory of it in /dev/shm and no process, however it ended. */
class RemainsTest {
  private static final boolean FULL = System.getProperty("ob1j.soak.seconds") != null;
  private static final int JOBS = FULL ? 100 : 6;
  private static final int KILLED_JOBS = FULL ? 30 : 8;
  private static final int RANKS = 3;
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration END_LIMIT = Duration.ofSeconds(20);

  @TempDir private Path folder;

  private final MarkedProcesses processes = new MarkedProcesses();

  private MpirunJob job(boolean byName) {
    return MpirunJob.of("-n", String.valueOf(RANKS), "-x", processes.entry())
        .words("--mca", "btl_sm_open_by_name", byName ? "1" : "0");
  }

  @Test
  void shouldLeaveNothingAfterManyJobs() throws IOException {
    for (int i = 0; i < JOBS; i++) {
      MpirunJob.Result result =
          job(i % 2 == 0)
              .words("sh", "-c", "echo job $OB1J_JOB_ID; exec \"$@\"", "sh")
              .words(MpirunJob.java(), "-cp")
              .words(MpirunJob.libraries() + "/*:" + MpirunJob.testClasses())
              .words(RankProgram.class.getName(), "ring")
              .run();
      assertThat(result.exitCode()).as(result.stderr()).isZero();
      String first = result.stdout().lines().findFirst().orElseThrow();
      assertThat(JobFiles.of(first.substring("job ".length()))).isEmpty();
    }
    processes.awaitNone(END_LIMIT);
  }

  /**
   * Also while ranks start: some moments are in Init, some before main, some long after. A moment
   * may be between the making of a file and the removal of its name, as the two are two system
   * calls: the file is empty then, and the next job removes it.
   */
  @Test
  void shouldLeaveNoMemoryAfterEveryProcessWasKilledAtOnce() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<String> jobIds = new ArrayList<>();
    for (int i = 0; i < KILLED_JOBS; i++) {
      MpirunJob.Running job = job(false).program(RankProgram.class, "ring-for-ever").start();
      processes.await(START_LIMIT, found -> !found.isEmpty());
      if (i % 3 == 0) {
        job.awaitStdout("is running");
      } else {
        LockSupport.parkNanos(Duration.ofMillis(random.nextInt(1500)).toNanos());
      }
      String jobId = killAll(job);
      processes.awaitNone(END_LIMIT);
      assertThat(job.awaitExitCode()).isEqualTo(128 + 9);
      assertThat(JobFiles.of(jobId))
          .as("killed at a moment of seed %d", seed)
          .allMatch(this::empty);
      jobIds.add(jobId);
    }
    assertThat(job(false).program(RankProgram.class, "ring").run().exitCode()).isZero();
    for (String jobId : jobIds) {
      assertThat(JobFiles.of(jobId)).as("after another job").isEmpty();
    }
  }

  /** True also if another job has just removed it. */
  private boolean empty(Path file) {
    return file.toFile().length() == 0;
  }

  /** A job whose files keep their names, as not every rank speaks to every other. */
  private MpirunJob.Running startByName() {
    MpirunJob.Running job =
        byName(4)
            .words("-x", processes.entry())
            .program(RankProgram.class, "ring-for-ever")
            .start();
    job.awaitStdout("rank 0 is running");
    return job;
  }

  private MpirunJob byName(int ranks) {
    return MpirunJob.of("-n", String.valueOf(ranks), "--mca", "btl_sm_open_by_name", "1")
        .words("--mca", "btl", "sm", "--mca", "btl_sm_backing_directory", folder.toString());
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void shouldRemoveFilesWithNamesThatAJobHasLeftOfWhichNoProcessIsLeft() throws IOException {
    MpirunJob.Running killed = startByName();
    String jobId = killAll(killed);
    processes.awaitNone(END_LIMIT);
    assertThat(files()).isNotEmpty().allMatch(name -> name.startsWith("ob1j-" + jobId));

    MpirunJob.Result next = byName(2).program(RankProgram.class, "ring").run();

    assertThat(next.exitCode()).as(next.stderr()).isZero();
    assertThat(files()).isEmpty();
  }

  @Test
  void shouldLeaveAloneTheFilesOfAJobThatRuns() throws IOException {
    MpirunJob.Running running = startByName();
    List<String> before = files();
    assertThat(before).isNotEmpty();

    MpirunJob.Result next = byName(2).program(RankProgram.class, "ring").run();

    assertThat(next.exitCode()).as(next.stderr()).isZero();
    assertThat(files()).containsExactlyInAnyOrderElementsOf(before);
    running.signal("TERM");
    assertThat(running.awaitExitCode()).isEqualTo(128 + 15);
    processes.awaitNone(END_LIMIT);
    assertThat(files()).isEmpty();
  }

  /** The ranks, mpirun and its watchdog at one time. Returns the job's id. */
  private String killAll(MpirunJob.Running job) {
    List<Long> ranks = processes.find();
    String jobId =
        ranks.stream()
            .flatMap(rank -> JobFiles.variable(rank, "OB1J_JOB_ID").stream())
            .findFirst()
            .orElseThrow();
    Set<Long> all = new HashSet<>(ranks);
    all.add(job.pid());
    ProcessHandle.of(job.pid())
        .ifPresent(mpirun -> mpirun.descendants().forEach(process -> all.add(process.pid())));
    // One signal comes after the other. What is stopped does not see that others are dead, and so
    // cannot clean up after them before its own turn.
    signal("STOP", all);
    signal("KILL", all);
    return jobId;
  }

  private static void signal(String name, Set<Long> processes) {
    List<String> command = new ArrayList<>(List.of("kill", "-s", name, "--"));
    processes.forEach(pid -> command.add(pid.toString()));
    // Some may have ended since they were looked for; kill goes on with the others.
    Commands.succeeds(command);
  }
}
