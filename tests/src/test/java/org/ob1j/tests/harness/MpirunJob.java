package org.ob1j.tests.harness;

import static java.util.stream.Collectors.joining;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A job started with the repository's {@code ./mpirun}, with a time limit. When the limit is over,
 * the test fails with all output, the report of what ranks wait for and what is in their queues,
 * and the stacks of their JVMs.
 *
 * <pre>{@code
 * MpirunJob.Result result =
 *     MpirunJob.of("-n", "4").program(MyRank.class, "argument").run();
 * }</pre>
 *
 * The ranks' JVM and mpirun's own are the one that runs the tests.
 */
public final class MpirunJob {
  /** What came out of a job. */
  public record Result(int exitCode, String stdout, String stderr) {

    /**
     * What mpirun and the ranks said on standard error. A line is left out that a newer JVM writes
     * by itself when SIGTERM reaches it before it has made its modules: ranks that still start when
     * another one fails do that.
     */
    public String messages() {
      return stderr
          .lines()
          .filter(line -> !line.matches("Runtime\\.exit\\(143\\) logging failed: .*"))
          .map(line -> line + "\n")
          .collect(joining());
    }
  }

  /** For the first rank's report, and again for those of the others. */
  private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(3);

  private static final Path ROOT = Path.of(System.getProperty("ob1j.root"));
  private static final String JAVA_HOME = System.getProperty("java.home");

  private final List<String> command = new ArrayList<>(List.of(ROOT.resolve("mpirun").toString()));
  private final Map<String, String> environment = new TreeMap<>();
  private Duration timeLimit = Duration.ofSeconds(60);
  private ProcessBuilder.Redirect input = ProcessBuilder.Redirect.from(new File("/dev/null"));
  private ProcessBuilder.Redirect output = ProcessBuilder.Redirect.PIPE;
  private File directory = new File(".").getAbsoluteFile();

  private MpirunJob() {}

  /** A job with these words after {@code mpirun}: options, and a program unless it comes later. */
  public static MpirunJob of(String... words) {
    MpirunJob job = new MpirunJob();
    job.command.addAll(List.of(words));
    return job;
  }

  /** The tests' java. */
  public static String java() {
    return Path.of(JAVA_HOME, "bin", "java").toString();
  }

  /** Where the tests' classes are. */
  public static String testClasses() {
    return new File("target/test-classes").getAbsolutePath();
  }

  /** Where the classes of module btl's tests are, such as the fault-injecting wrapper. */
  public static String btlTestClasses() {
    return ROOT.resolve("btl/target/test-classes").toString();
  }

  /** Where the classes of the examples are. */
  public static String examples() {
    return ROOT.resolve("examples/target/classes").toString();
  }

  /** Where ob1j's jars are. */
  public static String libraries() {
    return ROOT.resolve("distribution/target/lib").toString();
  }

  /** Ranks run the main method of a class of module tests. */
  public MpirunJob program(Class<?> mainClass, String... arguments) {
    command.addAll(List.of(java(), "-cp", testClasses(), mainClass.getName()));
    command.addAll(List.of(arguments));
    return this;
  }

  /** Ranks run this with {@code sh -c}. */
  public MpirunJob shell(String script) {
    command.addAll(List.of("sh", "-c", script));
    return this;
  }

  /** More words after those that are there. */
  public MpirunJob words(String... words) {
    command.addAll(List.of(words));
    return this;
  }

  /** mpirun leads a process group of its own, for {@link Running#signalGroup}. */
  public MpirunJob inItsOwnProcessGroup() {
    command.add(0, "setsid");
    return this;
  }

  /** mpirun is started by a command that is given it after these words. */
  public MpirunJob after(String... words) {
    command.addAll(0, List.of(words));
    return this;
  }

  /** mpirun runs on a terminal, on which its standard input is typed. */
  public MpirunJob onATerminal() {
    String line =
        command.stream().map(word -> "'" + word.replace("'", "'\\''") + "'").collect(joining(" "));
    command.clear();
    command.addAll(List.of("script", "-qec", line, "/dev/null"));
    return this;
  }

  /** Standard output goes to a file and not to the result. */
  public MpirunJob stdoutTo(Path file) {
    output = ProcessBuilder.Redirect.to(file.toFile());
    return this;
  }

  /** How long the job may take; 60 s if not set. */
  public MpirunJob timeLimit(Duration limit) {
    timeLimit = limit;
    return this;
  }

  /** A variable in mpirun's environment. */
  public MpirunJob environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** A file that is mpirun's standard input; /dev/null if not set. */
  public MpirunJob stdin(Path file) {
    input = ProcessBuilder.Redirect.from(file.toFile());
    return this;
  }

  /** Where mpirun starts; the module's folder if not set. */
  public MpirunJob directory(Path folder) {
    directory = folder.toFile();
    return this;
  }

  /** Starts the job and waits for its end. */
  public Result run() {
    return start().await();
  }

  /** Starts the job. */
  public Running start() {
    // A build in the background of a script ignores SIGINT, and so would mpirun.
    List<String> words = new ArrayList<>(List.of("env", "--default-signal=INT,QUIT,HUP"));
    words.addAll(command);
    ProcessBuilder builder =
        new ProcessBuilder(words).directory(directory).redirectInput(input).redirectOutput(output);
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.startsWith("OB1J_") || name.startsWith("OMPI_"));
    builder.environment().put("JAVA_HOME", JAVA_HOME);
    // The build that runs the tests has just made the jars.
    builder.environment().put("OB1J_BUILD", "never");
    builder.environment().putAll(environment);
    try {
      return new Running(builder.start(), timeLimit, String.join(" ", command));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** A job that has been started. */
  public static final class Running {
    private final Process process;
    private final long deadline;
    private final String command;
    private final Output stdout;
    private final Output stderr;

    private Running(Process process, Duration timeLimit, String command) {
      this.process = process;
      this.deadline = System.nanoTime() + timeLimit.toNanos();
      this.command = command;
      this.stdout = new Output(process.getInputStream());
      this.stderr = new Output(process.getErrorStream());
    }

    /** mpirun's process id. */
    public long pid() {
      return process.pid();
    }

    /** Sends mpirun a signal, by its name without SIG. */
    public void signal(String name) {
      kill(name, String.valueOf(pid()));
    }

    /** Sends a signal, by its name without SIG, to another process. */
    public static void signal(String name, long process) {
      kill(name, String.valueOf(process));
    }

    /** Sends a signal to all processes below mpirun that have not ended meanwhile. */
    public void signalDescendants(String name) {
      for (ProcessHandle each : ProcessHandle.of(pid()).orElseThrow().descendants().toList()) {
        if (!tryKill(name, String.valueOf(each.pid())) && each.isAlive()) {
          throw new AssertionError("kill -s " + name + " " + each.pid() + " failed");
        }
      }
    }

    /** Sends it to mpirun's process group; see {@link MpirunJob#inItsOwnProcessGroup}. */
    public void signalGroup(String name) {
      kill(name, "-" + pid());
    }

    private static void kill(String name, String target) {
      if (!tryKill(name, target)) {
        throw new AssertionError("kill -s " + name + " " + target + " failed");
      }
    }

    private static boolean tryKill(String name, String target) {
      try {
        return new ProcessBuilder("kill", "-s", name, "--", target).start().waitFor() == 0;
      } catch (IOException | InterruptedException failed) {
        throw new AssertionError(failed);
      }
    }

    /** Waits until standard output contains a text, and returns all of it so far. */
    public String awaitStdout(String text) {
      return awaitText(stdout, text);
    }

    /** Waits until standard error contains a text, and returns all of it so far. */
    public String awaitStderr(String text) {
      return awaitText(stderr, text);
    }

    /** What standard error contains so far. */
    public String stderr() {
      return stderr.text();
    }

    /** Waits for the job's end. */
    public Result await() {
      int exitCode = awaitExitCode();
      try {
        stdout.join(deadline);
        stderr.join(deadline);
      } catch (InterruptedException interrupted) {
        throw tooLate("was interrupted");
      }
      return new Result(exitCode, stdout.text(), stderr.text());
    }

    /** Waits for mpirun's end alone: others may still hold its output open. */
    public int awaitExitCode() {
      try {
        if (!process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          throw tooLate("has not ended");
        }
        return process.exitValue();
      } catch (InterruptedException interrupted) {
        throw tooLate("was interrupted");
      }
    }

    private String awaitText(Output output, String text) {
      try {
        if (!output.await(text, deadline)) {
          throw tooLate("has not printed '" + text + "'");
        }
        return output.text();
      } catch (InterruptedException interrupted) {
        throw tooLate("was interrupted");
      }
    }

    private AssertionError tooLate(String what) {
      String stacks = stacks();
      if (process.isAlive()) {
        // mpirun answers with the report, on standard error, before it ends the job.
        signal("USR1");
        awaitReport();
        signal("TERM");
      }
      try {
        process.waitFor(10, TimeUnit.SECONDS);
      } catch (InterruptedException again) {
        Thread.currentThread().interrupt();
      }
      process.destroyForcibly();
      return new AssertionError(
          String.format(
              "%s %s in time%n--- stdout%n%s%n--- stderr%n%s%n--- stacks%n%s",
              command, what, stdout.text(), stderr.text(), stacks));
    }

    private void awaitReport() {
      try {
        if (stderr.await("report of rank", System.nanoTime() + REPORT_NANOS)) {
          process.waitFor(REPORT_NANOS, TimeUnit.NANOSECONDS);
        }
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    private String stacks() {
      StringBuilder text = new StringBuilder();
      process
          .descendants()
          .filter(p -> p.info().command().orElse("").endsWith("/java"))
          .forEach(p -> text.append(stack(p.pid())));
      return text.toString();
    }

    private static String stack(long pid) {
      try {
        Process jstack =
            new ProcessBuilder(
                    "timeout",
                    "10",
                    Path.of(JAVA_HOME, "bin", "jstack").toString(),
                    String.valueOf(pid))
                .redirectErrorStream(true)
                .start();
        String stack = new String(jstack.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return "process " + pid + ":\n" + stack + "\n";
      } catch (IOException failed) {
        return "process " + pid + ": " + failed + "\n";
      }
    }
  }

  /** Collects a stream while the job runs. */
  private static final class Output {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Thread reader;
    private boolean ended;

    Output(InputStream in) {
      reader = new Thread(() -> collect(in), "output of mpirun");
      reader.setDaemon(true);
      reader.start();
    }

    synchronized String text() {
      return bytes.toString(StandardCharsets.UTF_8);
    }

    synchronized boolean await(String text, long deadline) throws InterruptedException {
      while (!text().contains(text)) {
        long leftNanos = deadline - System.nanoTime();
        if (ended || leftNanos <= 0) {
          return false;
        }
        TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
      }
      return true;
    }

    void join(long deadline) throws InterruptedException {
      TimeUnit.NANOSECONDS.timedJoin(reader, deadline - System.nanoTime());
    }

    private void collect(InputStream in) {
      byte[] chunk = new byte[8192];
      try {
        for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
          append(chunk, count);
        }
      } catch (IOException closed) {
        append(chunk, 0);
      }
      synchronized (this) {
        ended = true;
        notifyAll();
      }
    }

    private synchronized void append(byte[] chunk, int count) {
      bytes.write(chunk, 0, count);
      notifyAll();
    }
  }
}
