package org.ob1j.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class WatchdogScriptTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private static String script() throws IOException {
    try (InputStream text = Watchdog.class.getResourceAsStream("watchdog.sh")) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** One that has ended, and that the shell has not waited for yet, has no command. */
  private static boolean hasChildren(Process of) {
    return of.descendants().anyMatch(each -> each.info().command().isPresent());
  }

  private static void awaitNoChildren(Process of) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (hasChildren(of)) {
      assertThat(System.nanoTime() - deadline)
          .as("%s", of.descendants().map(ProcessHandle::info).toList())
          .isNegative();
      LockSupport.parkNanos(20_000_000);
    }
  }

  @Test
  void shouldEndAnEngineThatDoesNotEndByItself() throws Exception {
    Process engine = new ProcessBuilder("sleep", "60").start();
    Process watchdog =
        new ProcessBuilder("/bin/sh", "-c", script(), "ob1j-watchdog", "no-job", "1").start();
    try {
      try (OutputStream orders = watchdog.getOutputStream()) {
        orders.write(("engine " + engine.pid() + "\n").getBytes(StandardCharsets.US_ASCII));
      }
      assertThat(watchdog.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
      assertThat(engine.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
    } finally {
      engine.destroyForcibly();
      watchdog.destroyForcibly();
    }
  }

  @Test
  void shouldLeaveAnEngineAloneAfterANormalEnd() throws Exception {
    Process engine = new ProcessBuilder("sleep", "60").start();
    Process watchdog =
        new ProcessBuilder("/bin/sh", "-c", script(), "ob1j-watchdog", "no-job", "1").start();
    try {
      try (OutputStream orders = watchdog.getOutputStream()) {
        orders.write(("engine " + engine.pid() + "\ndone\n").getBytes(StandardCharsets.US_ASCII));
      }
      assertThat(watchdog.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
      assertThat(engine.isAlive()).isTrue();
    } finally {
      engine.destroyForcibly();
      watchdog.destroyForcibly();
    }
  }

  @Test
  void shouldFollowNoAgentThatHasEndedAndThatNobodyHasWaitedFor() throws IOException {
    // The child's parent becomes a program that waits for none.
    Process parent =
        new ProcessBuilder("/bin/sh", "-c", "/bin/sh -c : & echo $!; exec sleep 60").start();
    String zombie = parent.inputReader().readLine();
    Process watchdog =
        new ProcessBuilder("/bin/sh", "-c", script(), "ob1j-watchdog", "no-job", zombie).start();
    try (OutputStream orders = watchdog.getOutputStream()) {
      // The answer shows that the order before has been read.
      orders.write("lifeline 0001 0002\nsweep\n".getBytes(StandardCharsets.US_ASCII));
      orders.flush();
      assertThat(watchdog.inputReader().readLine()).isEqualTo("swept");

      awaitNoChildren(watchdog);
    } finally {
      parent.destroyForcibly();
      watchdog.destroyForcibly();
    }
  }
}
