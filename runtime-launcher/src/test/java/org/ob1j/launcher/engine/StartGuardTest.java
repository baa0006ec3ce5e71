package org.ob1j.launcher.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A start script that only has its guard, says who is who, and becomes a program that hangs and
 * ignores SIGTERM. Each test is seconds of waiting for a process of its own: they run beside
 * others.
 */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class StartGuardTest {
  private static final int LONG = 1000;

  /** Its name in {@code /proc} looks like what follows the name there. */
  private static final String PROGRAM = "java) R 1 (1 1";

  @TempDir private Path folder;

  private final List<ProcessHandle> started = new ArrayList<>();
  private Process first;
  private ProcessHandle agent;
  private ProcessHandle guard;

  @BeforeEach
  void makeProgram() throws IOException {
    Path program = folder.resolve(PROGRAM);
    Files.writeString(program, "#!/bin/sh\ntrap '' TERM\necho $$\nwhile :; do sleep 0.1; done\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @AfterEach
  void end() {
    started.forEach(ProcessHandle::destroyForcibly);
  }

  /** Starts the script by a command that takes its file, and waits until it has become the rest. */
  private void start(int seconds, String rest, String... command) throws IOException {
    Path script = folder.resolve("script");
    Files.writeString(script, StartGuard.command(seconds) + "echo $guard\n" + rest + "\n");
    List<String> words = new ArrayList<>(List.of(command));
    words.add(script.toString());
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    // Names that it uses itself, which a user's may be.
    builder.environment().putAll(Map.of("start", "1", "first", "1"));
    first = builder.start();
    started.add(first.toHandle());
    BufferedReader says = first.inputReader();
    guard = process(says.readLine());
    agent = process(says.readLine());
  }

  private ProcessHandle process(String id) {
    ProcessHandle process = ProcessHandle.of(Long.parseLong(id)).orElseThrow();
    started.add(process);
    started.addAll(process.children().toList());
    return process;
  }

  private String program() {
    return "exec '" + folder.resolve(PROGRAM) + "'";
  }

  private static void awaitEnd(ProcessHandle process) throws Exception {
    process.onExit().get(30, TimeUnit.SECONDS);
  }

  @Test
  void shouldEndAProcessWhoseTimeIsOver() throws Exception {
    start(1, program(), "sh");

    assertThat(first.waitFor()).as("SIGKILL").isEqualTo(137);
    awaitEnd(guard);
  }

  @Test
  void shouldFirstAskAProcessToEnd() throws Exception {
    start(1, "trap 'echo cleaning; exit 3' TERM; echo $$; while :; do sleep 0.05; done", "sh");

    assertThat(first.inputReader().readLine()).isEqualTo("cleaning");
    assertThat(first.waitFor()).isEqualTo(3);
    awaitEnd(guard);
  }

  @Test
  void shouldEndAProcessAndItsChildrenWhenItsParentIsGone() throws Exception {
    start(LONG, "trap '' TERM; echo $$; sleep 1000; exit", "sh", "-c", "setsid sh \"$0\" & wait");
    ProcessHandle child = awaitChild(agent);

    first.destroyForcibly();

    awaitEnd(agent);
    awaitEnd(child);
    awaitEnd(guard);
  }

  @Test
  void shouldSeeBehindALoginShellThatItsParentIsGone() throws Exception {
    start(LONG, program(), "sh", "-c", "setsid sh -c 'sh \"$0\"; exit' \"$0\" & wait");

    first.destroyForcibly();

    awaitEnd(agent);
    awaitEnd(guard);
  }

  @Test
  void shouldEndWithItsProcess() throws Exception {
    start(LONG, program(), "sh");

    agent.destroyForcibly();

    awaitEnd(guard);
  }

  /** The shell becomes a program that waits for no child. */
  @Test
  void shouldEndWithAProcessThatNobodyWaitsFor() throws Exception {
    start(LONG, "echo $$", "sh", "-c", "sh \"$0\" & exec sleep 1000");

    awaitEnd(guard);
    assertThat(first.isAlive()).isTrue();
  }

  @Test
  void shouldLeaveNothingAndHarmNothingWhenItIsDismissed() throws Exception {
    start(LONG, program(), "sh");
    ProcessHandle sleep = awaitChild(guard);

    guard.destroy();

    awaitEnd(guard);
    awaitEnd(sleep);
    assertThat(first.isAlive()).isTrue();
  }

  /** The java that is found may be a script, which calls another. */
  @Test
  void shouldBeDismissedByAChildOfItsProcess() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String child =
        "'%s' -Dob1j.guard=$guard -cp '%s' '%s'"
            .formatted(java, System.getProperty("java.class.path"), Dismissing.class.getName());
    start(LONG, "echo $$; " + child + "; exec sleep 1000", "sh");

    awaitEnd(guard);
    assertThat(first.isAlive()).isTrue();
  }

  /** What the agent does. */
  static final class Dismissing {
    private Dismissing() {}

    public static void main(String[] arguments) {
      StartGuard.dismiss();
    }
  }

  /** One that has ended at SIGTERM, while what it has started has not. */
  @Test
  void shouldEndTheChildrenOfAProcessThatHasEnded() throws Exception {
    String rest = "(trap '' TERM; exec sleep 1000) & echo $$; wait";
    start(1, rest, "setsid", "--wait", "sh");
    ProcessHandle child = awaitChild(agent);

    awaitEnd(agent);
    awaitEnd(child);
    awaitEnd(guard);
  }

  @Test
  void shouldBeNoChildOfItsProcess() throws Exception {
    start(LONG, program(), "sh");

    assertThat(agent.pid()).isEqualTo(first.pid());
    assertThat(guard.parent()).isNotEqualTo(Optional.of(agent));
  }

  /** Whoever reads what the script writes finds its end with the script's. */
  @Test
  void shouldHoldNoneOfItsProcesssStreams() throws Exception {
    start(LONG, "exec sh -c 'echo $$; exec sleep 1000'", "sh");

    guard.children().forEach(started::add);
    signal("STOP", guard);
    agent.destroyForcibly();

    assertThat(first.inputReader().readLine()).isNull();
    signal("CONT", guard);
    awaitEnd(guard);
  }

  /** Its process id may be another's by now. */
  @Test
  void shouldDismissNothingButTheGuardOfThisProcess() throws Exception {
    String own = String.valueOf(ProcessHandle.current().pid());
    ProcessHandle other = fake("ob1j-guard", String.valueOf(fake("another").pid()));
    ProcessHandle its = fake("ob1j-guard", own);
    try {
      System.clearProperty(StartGuard.PROPERTY);
      StartGuard.dismiss();
      for (ProcessHandle each : List.of(other, its)) {
        System.setProperty(StartGuard.PROPERTY, String.valueOf(each.pid()));
        StartGuard.dismiss();
      }
    } finally {
      System.clearProperty(StartGuard.PROPERTY);
    }

    awaitEnd(its);
    assertThat(other.isAlive()).isTrue();
  }

  /** Something with the words of a guard. */
  private ProcessHandle fake(String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of("sh", "-c", "echo; read -r line"));
    command.addAll(List.of(words));
    Process process = new ProcessBuilder(command).start();
    started.add(process.toHandle());
    // Until then it has the words of this process.
    process.inputReader().readLine();
    return process.toHandle();
  }

  private static void signal(String name, ProcessHandle process) throws Exception {
    String id = String.valueOf(process.pid());
    assertThat(new ProcessBuilder("kill", "-s", name, id).start().waitFor()).isZero();
  }

  private ProcessHandle awaitChild(ProcessHandle parent) {
    ProcessHandle child = null;
    while (child == null) {
      child = parent.children().findFirst().orElse(null);
      Thread.onSpinWait();
    }
    started.add(child);
    return child;
  }
}
