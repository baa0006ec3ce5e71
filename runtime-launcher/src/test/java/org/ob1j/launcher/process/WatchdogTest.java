package org.ob1j.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An agent's: two shells, of which one watches the agent's lifeline. */
@Timeout(60)
class WatchdogTest {
  private static final long ANSWER_MILLIS = 2_000;
  private static final long LIMIT_SECONDS = 30;

  private final String jobId = UUID.randomUUID().toString();
  private Watchdog watchdog;
  private ProcessHandle shell;
  private ProcessHandle follower;

  @BeforeEach
  void start() throws Exception {
    start(ANSWER_MILLIS);
  }

  private void start(long answerMillis) throws Exception {
    watchdog = Watchdog.start(SystemTools.find(null).setsid(), jobId, answerMillis);
    shell = awaitChild(ProcessHandle.current());
    watchdog.addLifeline(1, 2);
    follower = awaitChild(shell);
  }

  @AfterEach
  void end() {
    ProcessHandle.allProcesses().filter(this::isOurs).forEach(ProcessHandle::destroyForcibly);
  }

  private boolean isOurs(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline")).contains(jobId);
    } catch (IOException ended) {
      return false;
    }
  }

  private ProcessHandle awaitChild(ProcessHandle parent) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (true) {
      for (ProcessHandle child : parent.children().toList()) {
        if (isOurs(child)) {
          return child;
        }
      }
      assertThat(System.nanoTime() - deadline).as("no child yet").isNegative();
      LockSupport.parkNanos(5_000_000);
    }
  }

  private static void stop(ProcessHandle process) throws Exception {
    String id = String.valueOf(process.pid());
    assertThat(new ProcessBuilder("kill", "-s", "STOP", id).start().waitFor()).isZero();
  }

  /** On a thread of its own: if it waits for ever, that cannot be ended. */
  private boolean sweep() throws Exception {
    FutureTask<Boolean> swept = new FutureTask<>(watchdog::sweep);
    begin(swept);
    return swept.get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }

  private static Thread begin(FutureTask<Boolean> sweep) {
    Thread thread = new Thread(sweep, "sweep");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void awaitEnd(ProcessHandle process) throws Exception {
    process.onExit().get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void shouldReplaceOneThatIsStoppedTogetherWithWhatItHasStarted() throws Exception {
    stop(follower);
    stop(shell);

    assertThat(sweep()).isTrue();

    awaitEnd(shell);
    awaitEnd(follower);
    ProcessHandle next = awaitChild(ProcessHandle.current());
    watchdog.dismiss();
    awaitEnd(next);
  }

  @Test
  void shouldEndWhatOneThatWasKilledHasStarted() throws Exception {
    stop(follower);

    shell.destroyForcibly();

    awaitEnd(follower);
    watchdog.dismiss();
  }

  /** The second shell holds the pipe, so its end does not come with that of the first. */
  @Test
  void shouldNotWaitForAnAnswerOfOneThatIsKilledMeanwhile() throws Exception {
    watchdog.dismiss();
    awaitEnd(shell);
    start(TimeUnit.HOURS.toMillis(1));
    stop(follower);
    stop(shell);
    FutureTask<Boolean> swept = new FutureTask<>(watchdog::sweep);
    Thread sweeping = begin(swept);
    while (sweeping.getState() != Thread.State.TIMED_WAITING) {
      LockSupport.parkNanos(1_000_000);
    }

    shell.destroyForcibly();

    assertThat(swept.get(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    watchdog.dismiss();
  }
}
