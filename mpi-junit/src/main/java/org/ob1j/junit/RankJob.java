package org.ob1j.junit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Runs one test as a job. */
final class RankJob {
  private static final String RANK_PROPERTY = "org.ob1j.junit.rank";
  private static final String LAUNCHER = "org.ob1j.launcher.Mpirun";

  /** How long mpirun may take to ask all ranks what they wait for. */
  private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(4);

  /** How long it may take to end a job: SIGTERM, a second, SIGKILL, and cleaning up. */
  private static final long END_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** mpirun's own time limit is later than ours: it counts only if this JVM dies. */
  private static final int BACKSTOP_SECONDS = 30;

  /**
   * What a job came to.
   *
   * @param outcomes by rank; empty where a rank left none
   * @param timedOut whether the time limit was over
   * @param exitCode mpirun's
   * @param errors mpirun's standard error
   */
  record Result(
      List<Optional<RankOutcome>> outcomes, boolean timedOut, int exitCode, String errors) {}

  private RankJob() {}

  /** Whether this JVM is a rank of such a job. */
  static boolean isRank() {
    return System.getProperty(RANK_PROPERTY) != null;
  }

  static Result run(MpiTest test, String uniqueId) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("ob1j-junit");
    try {
      return run(test, uniqueId, folder);
    } finally {
      for (File file : folder.toFile().listFiles()) {
        Files.delete(file.toPath());
      }
      Files.delete(folder);
    }
  }

  private static Result run(MpiTest test, String uniqueId, Path folder)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command(test, uniqueId, folder));
    // mpirun's JVM shall leave SIGUSR2 to the job.
    builder.environment().put("_JAVA_SR_SIGNUM", "62");
    builder.redirectInput(new File("/dev/null"));
    Process mpirun = builder.start();
    try {
      JobOutput out = new JobOutput(mpirun.getInputStream(), System.out, "stdout of mpirun");
      JobOutput errors = new JobOutput(mpirun.getErrorStream(), System.err, "stderr of mpirun");
      boolean timedOut = !mpirun.waitFor(test.timeoutSeconds(), TimeUnit.SECONDS);
      if (timedOut) {
        askForReports(mpirun, errors, test.ranks());
        mpirun.destroy();
        mpirun.waitFor(END_NANOS, TimeUnit.NANOSECONDS);
        mpirun.destroyForcibly();
      }
      int exitCode = mpirun.waitFor();
      out.join(END_NANOS);
      errors.join(END_NANOS);
      return new Result(outcomes(folder, test.ranks()), timedOut, exitCode, errors.text());
    } finally {
      // Where the wait was interrupted: mpirun ends its ranks.
      mpirun.destroy();
    }
  }

  private static List<String> command(MpiTest test, String uniqueId, Path folder) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    // The launcher lives for a second or so: little compiling, little memory.
    List<String> command =
        new ArrayList<>(
            List.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m", "-cp"));
    command.addAll(List.of(classPath(), LAUNCHER, "-n", String.valueOf(test.ranks())));
    command.addAll(
        List.of("--timeout", String.valueOf((long) test.timeoutSeconds() + BACKSTOP_SECONDS)));
    command.addAll(List.of(test.mpirunOptions()));
    command.addAll(List.of(java, "-cp", classPath(), "-D" + RANK_PROPERTY));
    command.addAll(List.of(test.jvmOptions()));
    command.addAll(List.of(RankMain.class.getName(), folder.toString(), uniqueId));
    return command;
  }

  /** The test JVM's class path; modules come after it, as what they are on a class path. */
  private static String classPath() {
    String modules = System.getProperty("jdk.module.path", "");
    String classes = System.getProperty("java.class.path");
    return modules.isEmpty() ? classes : classes + File.pathSeparator + modules;
  }

  private static void askForReports(Process mpirun, JobOutput errors, int ranks)
      throws IOException, InterruptedException {
    int asked = new ProcessBuilder("sh", "-c", "kill -USR1 " + mpirun.pid()).start().waitFor();
    if (asked == 0) {
      errors.await(
          text ->
              IntStream.range(0, ranks).allMatch(rank -> text.contains("report of rank " + rank)),
          REPORT_NANOS);
    }
  }

  private static List<Optional<RankOutcome>> outcomes(Path folder, int ranks) throws IOException {
    List<Optional<RankOutcome>> outcomes = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      outcomes.add(RankOutcome.read(folder, rank));
    }
    return outcomes;
  }
}
