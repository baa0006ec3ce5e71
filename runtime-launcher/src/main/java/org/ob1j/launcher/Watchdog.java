package org.ob1j.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * mpirun's connection to the job's watchdog, a shell that runs {@code watchdog.sh}. It sends
 * signals to the ranks' process groups for mpirun, and cleans up by itself if mpirun dies.
 */
final class Watchdog {
  private static final String SCRIPT = "watchdog.sh";

  private final Process process;
  private final OutputStream orders;
  private final BufferedReader answers;

  private Watchdog(Process process) {
    this.process = process;
    this.orders = process.getOutputStream();
    this.answers =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
  }

  /**
   * Starts the watchdog of a job.
   *
   * @param setsid path of that program
   * @throws IOException if the shell cannot be started
   */
  static Watchdog start(String setsid, String jobId) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            setsid,
            "/bin/sh",
            "-c",
            script(),
            "ob1j-watchdog",
            jobId,
            String.valueOf(ProcessHandle.current().pid()));
    // An mpirun that runs in a rank of another job has a watchdog that outlives that job's end.
    builder.environment().keySet().removeIf(name -> name.startsWith("OB1J_"));
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.directory(new java.io.File("/"));
    return new Watchdog(builder.start());
  }

  /** A rank has started; its process leads a process group of the same number. */
  void addGroup(long processGroup) throws IOException {
    order("group " + processGroup);
  }

  /** Ranks may keep files there, whose names begin with {@code ob1j-} and the job's id. */
  void addDirectory(Path directory) throws IOException {
    order("directory " + NativeText.text(directory));
  }

  /** Sends a signal, by its name without SIG, to every rank's process group. */
  void signalRanks(String name) throws IOException {
    order("signal " + name);
  }

  /** Stops mpirun itself until it gets SIGCONT. */
  void stopLauncher() throws IOException {
    order("stop");
  }

  /**
   * Kills everything that belongs to the job and removes its files.
   *
   * @return whether it was done
   */
  boolean sweep() throws IOException {
    order("sweep");
    return "swept".equals(answers.readLine());
  }

  /** The job has been cleaned up: the watchdog may go. */
  void dismiss() throws IOException {
    order("done");
    orders.close();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  private synchronized void order(String line) throws IOException {
    orders.write(NativeText.encode(line + "\n"));
    orders.flush();
  }

  private static String script() {
    try (InputStream resource = Watchdog.class.getResourceAsStream(SCRIPT)) {
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
