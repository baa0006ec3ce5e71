package org.ob1j.btl.sm.forked;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Runs a main class as several processes that reach each other over shared memory. */
public final class ForkedRanks implements AutoCloseable {
  private final List<Process> processes = new ArrayList<>();

  private ForkedRanks() {}

  /**
   * Starts the processes and exchanges their addresses.
   *
   * @param arguments before the rank, which is the last argument
   * @param pinned whether rank n is bound to core n
   */
  public static ForkedRanks start(Class<?> main, int count, boolean pinned, List<String> arguments)
      throws IOException {
    ForkedRanks ranks = new ForkedRanks();
    for (int rank = 0; rank < count; rank++) {
      List<String> command = new ArrayList<>();
      if (pinned && Files.isExecutable(Path.of("/usr/bin/taskset"))) {
        command.addAll(List.of("/usr/bin/taskset", "-c", rank + ""));
      }
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-Xmx256m", "-cp", System.getProperty("java.class.path")));
      command.add(main.getName());
      command.addAll(arguments);
      command.add(rank + "");
      ranks.processes.add(
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }
    ranks.exchangeAddresses();
    return ranks;
  }

  private void exchangeAddresses() throws IOException {
    StringBuilder addresses = new StringBuilder();
    for (int rank = 0; rank < processes.size(); rank++) {
      String line = processes.get(rank).inputReader(StandardCharsets.UTF_8).readLine();
      if (line == null || !line.startsWith(PipeModex.PUBLISHED)) {
        close();
        throw new IOException("rank " + rank + " publishes nothing but: " + line);
      }
      addresses.append(rank).append(' ');
      addresses.append(line.substring(PipeModex.PUBLISHED.length())).append('\n');
    }
    addresses.append(PipeModex.END).append('\n');
    for (Process process : processes) {
      PrintStream input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
      input.print(addresses);
      input.flush();
    }
  }

  Process process(int rank) {
    return processes.get(rank);
  }

  /** What a rank prints until it ends. */
  public List<String> output(int rank) {
    BufferedReader lines = processes.get(rank).inputReader(StandardCharsets.UTF_8);
    return lines.lines().collect(Collectors.toList());
  }

  /** Waits for the end of all processes; their exit codes, or -1 for one that took too long. */
  List<Integer> await(long limitSeconds) throws InterruptedException {
    List<Integer> exits = new ArrayList<>();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(limitSeconds);
    for (Process process : processes) {
      long remaining = deadline - System.nanoTime();
      exits.add(
          process.waitFor(Math.max(1, remaining), TimeUnit.NANOSECONDS) ? process.exitValue() : -1);
    }
    return exits;
  }

  /** Ends all processes by SIGKILL. */
  void kill() {
    processes.forEach(Process::destroyForcibly);
  }

  @Override
  public void close() {
    kill();
  }
}
