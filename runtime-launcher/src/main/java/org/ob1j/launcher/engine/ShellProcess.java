package org.ob1j.launcher.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.ob1j.runtime.control.JobEnvironment;

/** A remote shell that runs: the conversation with the script at its other end. */
final class ShellProcess {
  /** How long the last words of a shell that has ended are waited for. */
  private static final long LAST_WORDS_MILLIS = 1_000;

  private static final int MAX_GREETINGS = 2;

  private final String shell;
  private final String host;
  private final Process process;
  private final LaunchEngine.Listener listener;
  private final LastWords errors = new LastWords();

  /** What came on standard output before the other end was ready. */
  private final LastWords greetings = new LastWords();

  private final Thread errorReader;
  private volatile boolean ready;

  /**
   * Starts one.
   *
   * @param jobId marks all that is started, so that what is left of it is found; null: not
   */
  ShellProcess(
      String shell, List<String> command, String jobId, String host, LaunchEngine.Listener listener)
      throws IOException {
    this.shell = shell;
    this.host = host;
    this.listener = listener;
    ProcessBuilder builder = new ProcessBuilder(command);
    // What a rank of another job passes on would mark the shell as one of that job's.
    builder.environment().keySet().removeIf(name -> name.startsWith("OB1J_"));
    if (jobId != null) {
      builder.environment().put(JobEnvironment.JOB_ID, jobId);
    }
    process = builder.start();
    errorReader = new Thread(null, this::readErrors, "errors of " + host, 256 << 10);
    errorReader.setDaemon(true);
  }

  /** Leads the other end until it is ready and has its order, or has failed. */
  void converse(Bootstrap bootstrap, RemoteShellEngine.Bundle bundle, AgentOrder order) {
    // Not earlier: who is told of a word may ask for the last words at once.
    errorReader.start();
    OutputStream out = process.getOutputStream();
    try {
      out.write(bootstrap.conversation().getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException ended) {
      // Who has ended without reading may have written why: that is read all the same.
      listener.said("host " + host + ": " + ended.getMessage());
    }
    try {
      BufferedReader in = reader(process.getInputStream());
      for (String line = in.readLine();
          line != null && !ready;
          line = ready ? null : in.readLine()) {
        answer(line, out, bundle, order);
      }
    } catch (IOException ended) {
      // Why it ended is said by its exit code and what it has written to standard error.
      listener.said("host " + host + ": " + ended.getMessage());
    }
  }

  private void answer(
      String line, OutputStream out, RemoteShellEngine.Bundle bundle, AgentOrder order)
      throws IOException {
    if (line.equals(Bootstrap.SEND)) {
      byte[] jars = packed(bundle);
      listener.said("host " + host + " gets ob1j's jars, " + jars.length + " bytes");
      out.write((jars.length + "\n").getBytes(StandardCharsets.US_ASCII));
      out.write(jars);
      out.flush();
    } else if (line.equals(Bootstrap.READY)) {
      out.write(order.toLines());
      out.close();
      ready = true;
    } else {
      if (!line.equals(Bootstrap.BEGINS)) {
        // A login shell may greet, or say why it lets nobody in.
        greetings.add(line);
      }
      listener.said("host " + host + ": " + line);
    }
  }

  /** The other end waits for jars: without them nothing comes of it. */
  private byte[] packed(RemoteShellEngine.Bundle bundle) throws IOException {
    try {
      return bundle.bytes();
    } catch (IOException failed) {
      errors.add("ob1j's jars cannot be packed: " + failed.getMessage());
      kill();
      throw failed;
    }
  }

  private void readErrors() {
    try (BufferedReader in = reader(process.getErrorStream())) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        errors.add(line);
        listener.said("host " + host + ": " + line);
      }
    } catch (IOException closed) {
      errors.add("(" + closed.getMessage() + ")");
    }
  }

  private static BufferedReader reader(java.io.InputStream in) {
    return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  /** What it has said so far. */
  String lastWords() {
    return LastWords.text(words());
  }

  /** What may be the reason if it fails; of what may be a mere greeting, the last lines. */
  private List<String> words() {
    List<String> words = new ArrayList<>(errors.lines());
    if (!ready) {
      List<String> greeted = greetings.lines();
      words.addAll(greeted.subList(Math.max(0, greeted.size() - MAX_GREETINGS), greeted.size()));
    }
    return words;
  }

  /** Waits until the shell has ended. */
  Attempt awaitEnd() throws InterruptedException {
    int exitCode = process.waitFor();
    errorReader.join(LAST_WORDS_MILLIS);
    return new Attempt(shell, ready, exitCode, words());
  }

  /**
   * Kills it, and returns at once. By its handle, as {@link Process#destroyForcibly} closes its
   * streams, too: that waits for who writes to one, where what the shell has started keeps the pipe
   * and does not read.
   */
  void kill() {
    process.toHandle().destroyForcibly();
  }
}
