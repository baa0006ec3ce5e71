package org.ob1j.launcher.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ob1j.launcher.allocation.SlurmNodeList;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.launcher.system.SignalNames;

/**
 * Starts all agents by one call of Slurm's {@code srun}, within an allocation. Each gets a copy of
 * the same order, and is told by Slurm which of its hosts it is on.
 */
public final class SlurmEngine implements LaunchEngine {
  /** Where Slurm tells a task the name of its host, as the allocation has it. */
  public static final String HOST_VARIABLE = "SLURMD_NODENAME";

  /**
   * One agent on each host, beside whatever else runs in the allocation; Slurm is to bind nothing,
   * and to start nothing of its own for MPI.
   */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "SLURM_OVERLAP", "1",
          "SLURM_CPU_BIND", "none",
          "SLURM_MPI_TYPE", "none");

  /** How a line of its programs begins: srun, slurmstepd, slurmstepd-h1. */
  private static final Pattern OF_SLURM = Pattern.compile("(srun|slurm[a-z]*)(-\\S+)?: .*");

  /** What it says where it ends something, or finds it ended. */
  private static final List<String> END_SIGNS =
      List.of("CANCELLED", "TIME LIMIT", "Terminated", "error: ");

  /** How srun tells that an agent has ended: {@code h[1-2]: tasks 1-2: Exited with exit code 1}. */
  private static final Pattern TASKS_ENDED =
      Pattern.compile("srun: error: (\\S+): tasks? [-0-9,]+: .+");

  /** Srun may tell that before what the agent has said last. */
  private static final long LAST_WORDS_MILLIS = 250;

  /** What ends a process some time after mpirun. */
  @FunctionalInterface
  public interface Guard {
    void watch(long process) throws IOException;
  }

  /** Agents clean up in less. */
  private static final int END_SECONDS = 3;

  private final List<String> arguments;
  private final Bootstrap bootstrap;
  private final Guard guard;
  private final LastWords words = new LastWords();
  private volatile Process process;

  /**
   * An engine.
   *
   * @param arguments more of srun's, by the user
   * @param guard ends srun if mpirun cannot, once the agents have had time to clean up: Slurm kills
   *     them when srun is gone
   */
  public SlurmEngine(List<String> arguments, Bootstrap bootstrap, Guard guard) {
    this.arguments = List.copyOf(arguments);
    this.bootstrap = bootstrap;
    this.guard = guard;
  }

  /** The command that starts agents on hosts. */
  static List<String> command(List<String> hosts, List<String> arguments, String script) {
    List<String> words = new ArrayList<>();
    String count = String.valueOf(hosts.size());
    words.addAll(List.of("srun", "--nodes=" + count, "--ntasks=" + count, "--ntasks-per-node=1"));
    words.addAll(List.of("--nodelist=" + String.join(",", hosts), "--input=all"));
    words.addAll(List.of("--kill-on-bad-exit=0", "--job-name=ob1j-agents"));
    words.addAll(arguments);
    words.addAll(List.of("/bin/sh", "-c", script));
    return words;
  }

  @Override
  public void start(AgentOrder order, Listener listener) {
    Thread thread = new Thread(() -> run(order, listener), "srun");
    thread.setDaemon(true);
    thread.start();
  }

  private void run(AgentOrder order, Listener listener) {
    String reason;
    try {
      reason = runToEnd(order, listener);
    } catch (IOException failed) {
      reason = "srun cannot be started: " + failed.getMessage();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      reason = "interrupted";
    }
    for (int i = 0; i < order.hosts().size(); i++) {
      listener.ended(order.first() + i, reason);
    }
  }

  private String runToEnd(AgentOrder order, Listener listener)
      throws IOException, InterruptedException {
    List<String> command = command(order.hosts(), arguments, bootstrap.monologue());
    ProcessBuilder builder = new ProcessBuilder(command);
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("OB1J_"));
    // What the batch job asked for each of its own tasks.
    environment.keySet().removeIf(name -> name.matches("SLURM_(CPUS|MEM|GPUS|GRES)_PER_.*"));
    environment.putAll(SETTINGS);
    builder.redirectErrorStream(true);
    Process started = builder.start();
    process = started;
    guard.watch(started.pid());
    try (OutputStream out = started.getOutputStream()) {
      out.write(order.toLines());
    }
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        listener.said("srun: " + line);
        words.add(line);
        for (String host : ended(line)) {
          endedEarly(order, host, listener);
        }
      }
    }
    int exitCode = started.waitFor();
    String said = LastWords.text(words.lines());
    return "srun ended with exit code "
        + exitCode
        + SignalNames.suffix(exitCode)
        + (said.isEmpty() ? "" : ": " + said);
  }

  /** The hosts whose agents have ended, as a line tells it; mostly none. */
  static List<String> ended(String line) {
    Matcher told = TASKS_ENDED.matcher(line);
    if (!told.matches()) {
      return List.of();
    }
    try {
      return SlurmNodeList.names("srun", told.group(1));
    } catch (LaunchException unknownForm) {
      // Then the end of srun tells it.
      return List.of();
    }
  }

  /** An srun that other agents go on with tells nothing else of one that has not come. */
  private void endedEarly(AgentOrder order, String host, Listener listener) {
    int place = order.hosts().indexOf(host);
    if (place >= 0) {
      CompletableFuture.delayedExecutor(LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS)
          .execute(() -> listener.ended(order.first() + place, LastWords.text(words.lines())));
    }
  }

  /** It calls all hosts together. */
  @Override
  public String lastWords(int host) {
    return LastWords.text(words.lines());
  }

  @Override
  public String whyGone() {
    return whyGone(words.lines());
  }

  /** Agents write to where Slurm does; what is Slurm's has its programs' names in front. */
  static String whyGone(List<String> lines) {
    List<String> ofSlurm = lines.stream().filter(line -> OF_SLURM.matcher(line).matches()).toList();
    List<String> ends =
        ofSlurm.stream().filter(line -> END_SIGNS.stream().anyMatch(line::contains)).toList();
    return ends.isEmpty() ? "did Slurm end the job, or was its time over?" : LastWords.text(ends);
  }

  /** Where a process of Slurm's was killed, srun waits for it much longer than for agents' end. */
  @Override
  public void close() {
    Process running = process;
    if (running == null) {
      return;
    }
    running.destroy();
    try {
      if (!running.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        running.destroyForcibly();
      }
    } catch (InterruptedException interrupted) {
      running.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
