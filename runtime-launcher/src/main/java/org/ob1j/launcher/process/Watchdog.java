package org.ob1j.launcher.process;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.ob1j.launcher.system.NativeText;
import org.ob1j.launcher.system.Resource;

/**
 * mpirun's connection to the job's watchdog, a shell that runs {@code watchdog.sh}. It sends
 * signals to the ranks' process groups for mpirun, and cleans up by itself if mpirun dies. If the
 * shell itself is killed, another takes its place at once, is told what it has to know, and kills
 * what the former has started; one that is stopped is killed when it does not answer.
 */
public final class Watchdog {
  private static final String SCRIPT = "watchdog.sh";

  /** Who is killed so often is killed on purpose, or cannot live here. */
  private static final int MAX_REPLACEMENTS = 10;

  /** Far longer than it takes to sweep; a shell that is stopped would never answer. */
  private static final long ANSWER_MILLIS = 10_000;

  private static final long LAST_WORDS_MILLIS = 500;

  private final List<String> command;
  private final long answerMillis;
  private final List<String> known = new ArrayList<>();
  private Process process;
  private OutputStream orders;
  private BufferedReader answers;
  private Consumer<String> onReplacement = reason -> {};
  private int replacements;
  private boolean dismissed;

  private Watchdog(List<String> command, long answerMillis) throws IOException {
    this.command = command;
    this.answerMillis = answerMillis;
    begin();
  }

  /**
   * Starts the watchdog of a job.
   *
   * @param setsid path of that program
   * @throws IOException if the shell cannot be started, or its script not be read
   */
  static Watchdog start(String setsid, String jobId) throws IOException {
    return start(setsid, jobId, ANSWER_MILLIS);
  }

  static Watchdog start(String setsid, String jobId, long answerMillis) throws IOException {
    return new Watchdog(
        List.of(
            setsid,
            "/bin/sh",
            "-c",
            Resource.text(Watchdog.class, SCRIPT),
            "ob1j-watchdog",
            jobId,
            String.valueOf(ProcessHandle.current().pid())),
        answerMillis);
  }

  private void begin() throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    // An mpirun that runs in a rank of another job has a watchdog that outlives that job's end.
    Map<String, String> environment = builder.environment();
    for (Iterator<String> names = environment.keySet().iterator(); names.hasNext(); ) {
      if (names.next().startsWith("OB1J_")) {
        names.remove();
      }
    }
    // It needs grep, rm and sleep, wherever the user's PATH leads.
    String path = environment.get("PATH");
    String folders = SystemTools.SYSTEM_FOLDERS;
    environment.put("PATH", path == null ? folders : path + ":" + folders);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.directory(new File("/"));
    Process started = builder.start();
    process = started;
    orders = started.getOutputStream();
    answers =
        new BufferedReader(
            new InputStreamReader(started.getInputStream(), StandardCharsets.US_ASCII));
    started.onExit().thenRun(() -> replace(started));
  }

  /** Starts another in place of one that has ended; does nothing if that has been done. */
  private synchronized void replace(Process ended) {
    if (dismissed || process != ended || replacements >= MAX_REPLACEMENTS) {
      return;
    }
    replacements++;
    try {
      begin();
      write("predecessor " + ended.pid());
      for (String line : known) {
        write(line);
      }
      onReplacement.accept("the job's watchdog was killed; another has taken its place");
    } catch (IOException failed) {
      onReplacement.accept(
          "the job's watchdog was killed and cannot be replaced: " + failed.getMessage());
    }
  }

  /** Told, in words, when a watchdog had to be replaced; on any thread. */
  public synchronized void onReplacement(Consumer<String> listener) {
    onReplacement = listener;
  }

  /** A rank has started; its process leads a process group of the same number. */
  public void addGroup(long processGroup) throws IOException {
    remember("group " + processGroup);
  }

  /** A process of a scheduler that agents are started by: it is killed 3 s after mpirun's end. */
  public void addEngine(long process) throws IOException {
    remember("engine " + process);
  }

  /** Ranks may keep files there, whose names begin with {@code ob1j-} and the job's id. */
  public void addDirectory(Path directory) throws IOException {
    remember("directory " + NativeText.text(directory));
  }

  /**
   * An agent's connection to its parent, over which nothing is sent. The watchdog kills an agent
   * that is stopped when this connection has ended: the agent cannot see that itself.
   */
  public void addLifeline(int localPort, int remotePort) throws IOException {
    remember("lifeline %04X %04X".formatted(localPort, remotePort));
  }

  /** Sends a signal, by its name without SIG, to every rank's process group. */
  public void signalRanks(String name) throws IOException {
    order("signal " + name);
  }

  /** Stops mpirun itself until it gets SIGCONT. */
  public void stopLauncher() throws IOException {
    order("stop");
  }

  /**
   * Kills everything that belongs to the job and removes its files.
   *
   * @return whether it was done
   */
  public synchronized boolean sweep() throws IOException {
    Process asked = process;
    order("sweep");
    boolean swept = answers("swept");
    if (!swept) {
      replace(asked);
      order("sweep");
      swept = answers("swept");
    }
    return swept;
  }

  /** Waits for an answer; a shell that gives none in time is killed, and so gives none. */
  private boolean answers(String expected) {
    Process asked = process;
    Answer answer = new Answer(answers);
    answer.start();
    try {
      CompletableFuture.anyOf(answer.line, asked.onExit()).get(answerMillis, TimeUnit.MILLISECONDS);
      // If it has ended: what it said before is in the pipe.
      return expected.equals(answer.line.get(LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS));
    } catch (TimeoutException unanswered) {
      asked.destroyForcibly();
    } catch (InterruptedException unheard) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException closed) {
      // As with the end of the pipe: the shell is gone, and so there is no answer.
    }
    return false;
  }

  /**
   * Reads an answer. Nobody waits for the end of the pipe, which does not always come with the end
   * of the shell: what that has started, an agent's second shell, holds it, too.
   */
  private static final class Answer extends Thread {
    private final BufferedReader from;

    /** Has null at the end of the pipe. */
    final CompletableFuture<String> line = new CompletableFuture<>();

    Answer(BufferedReader from) {
      super("ob1j-watchdog-answer");
      setDaemon(true);
      this.from = from;
    }

    @Override
    public void run() {
      try {
        line.complete(from.readLine());
      } catch (IOException closed) {
        line.completeExceptionally(closed);
      }
    }
  }

  /** The job has been cleaned up: the watchdog may go. */
  public synchronized void dismiss() throws IOException {
    dismissed = true;
    if (process.isAlive()) {
      write("done");
      orders.close();
    }
  }

  private synchronized void remember(String line) throws IOException {
    order(line);
    known.add(line);
  }

  private synchronized void order(String line) throws IOException {
    Process asked = process;
    try {
      write(line);
    } catch (IOException gone) {
      // Its end is seen a little later than its pipe's.
      replace(asked);
      write(line);
    }
  }

  private void write(String line) throws IOException {
    orders.write(NativeText.encode(line + "\n"));
    orders.flush();
  }
}
