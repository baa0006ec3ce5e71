package org.ob1j.launcher.engine;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.ob1j.launcher.allocation.engine.RemoteShell;

/**
 * Starts agents by a remote shell for each host: ssh, rsh, qrsh, blaunch, or any program that takes
 * a host and a command.
 */
public final class RemoteShellEngine implements LaunchEngine {
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** A daemon that is busy for longer is not just busy with this job. */
  private static final int MAX_BUSY = 8;

  private final RemoteShell shell;
  private final Bootstrap bootstrap;
  private final Bundle bundle;
  private final UnaryOperator<List<String>> tied;
  private final Semaphore permits;

  /** The last remote shell of each host, by its number. */
  private final Map<Integer, ShellProcess> shells = new ConcurrentHashMap<>();

  private boolean closed;

  /**
   * An engine.
   *
   * @param tied makes of a command one whose process ends with the thread that starts it
   */
  public RemoteShellEngine(
      RemoteShell shell, Bootstrap bootstrap, UnaryOperator<List<String>> tied) {
    this.shell = shell;
    this.bootstrap = bootstrap;
    this.tied = tied;
    bundle = new Bundle(bootstrap.installation());
    permits = new Semaphore(shell.concurrent());
  }

  @Override
  public void start(AgentOrder order, Listener listener) {
    for (int i = 0; i < order.hosts().size(); i++) {
      int index = i;
      Thread thread =
          new Thread(() -> startOne(order.forHost(index), listener), "agent of " + index);
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void startOne(AgentOrder order, Listener listener) {
    String host = order.hosts().get(0);
    String reason;
    try {
      reason = attempts(order, host, listener);
    } catch (IOException failed) {
      reason = shell.name() + " cannot be started: " + failed.getMessage();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      reason = "interrupted";
    }
    listener.ended(order.first(), reason);
  }

  private String attempts(AgentOrder order, String host, Listener listener)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    long pause = FIRST_PAUSE_NANOS;
    int busy = 0;
    while (true) {
      Attempt attempt = attempt(order, host, listener);
      boolean again =
          attempt.isBusy() && busy++ < MAX_BUSY
              || attempt.isNotUp() && System.nanoTime() - begin < shell.patience().toNanos();
      if (!again || !waitWhileOpen(pause)) {
        return attempt.reason();
      }
      if (attempt.isNotUp() && pause == FIRST_PAUSE_NANOS) {
        listener.waits(
            "host "
                + host
                + " cannot be reached yet; it is waited for, "
                + shell.patience().toSeconds()
                + " s at most (plm_host_patience)");
      }
      listener.said("host " + host + ": " + attempt.reason() + "; trying again");
      pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
    }
  }

  private Attempt attempt(AgentOrder order, String host, Listener listener)
      throws IOException, InterruptedException {
    permits.acquire();
    ShellProcess process;
    try {
      process = begin(order, host, listener);
      process.converse(bootstrap, bundle, order);
    } finally {
      permits.release();
    }
    return process.awaitEnd();
  }

  private ShellProcess begin(AgentOrder order, String host, Listener listener) throws IOException {
    // What is started now would not be found by the sweep that follows the close.
    if (isClosed()) {
      throw new IOException("the job has ended");
    }
    ShellProcess process =
        new ShellProcess(
            shell.name(),
            tied.apply(shell.command(host, List.of("/bin/sh", "-s"))),
            // A scheduler takes the mark to the other host, where the agent would end itself.
            shell.isScheduler() ? null : order.jobId(),
            host,
            listener);
    shells.put(order.first(), process);
    if (isClosed()) {
      process.kill();
    }
    return process;
  }

  @Override
  public String lastWords(int host) {
    ShellProcess process = shells.get(host);
    return process == null ? "" : process.lastWords();
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private synchronized boolean waitWhileOpen(long nanos) throws InterruptedException {
    long deadline = System.nanoTime() + nanos;
    for (long left = nanos; !closed && left > 0; left = deadline - System.nanoTime()) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return !closed;
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    shells.values().forEach(ShellProcess::kill);
  }

  /** The jars, packed when first needed. */
  static final class Bundle {
    private final Installation installation;
    private byte[] bytes;

    Bundle(Installation installation) {
      this.installation = installation;
    }

    synchronized byte[] bytes() throws IOException {
      if (bytes == null) {
        bytes = installation.bundle();
      }
      return bytes;
    }
  }
}
