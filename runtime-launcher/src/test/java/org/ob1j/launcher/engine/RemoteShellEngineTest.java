package org.ob1j.launcher.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.launcher.allocation.engine.RemoteShell;

/**
 * Starts stand-ins: for ssh, a script that runs what it is given on this host; for the agent, a
 * {@code java} that keeps its arguments and its order in files.
 */
@Timeout(60)
class RemoteShellEngineTest {
  private static final AgentOrder ORDER =
      new AgentOrder("j1", new byte[] {7}, List.of("h1", "h2"), 0, -1, List.of("10.0.0.1:9"), 1);

  @TempDir private Path folder;

  private final Map<Integer, String> ends = new ConcurrentHashMap<>();
  private final BlockingQueue<Integer> ended = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> waits = new LinkedBlockingQueue<>();
  private RemoteShellEngine engine;
  private Path java;
  private Path library;

  private final LaunchEngine.Listener listener =
      new LaunchEngine.Listener() {
        @Override
        public void ended(int host, String reason) {
          ends.put(host, reason);
          ended.add(host);
        }

        @Override
        public void said(String text) {
          said.add(text);
        }

        @Override
        public void waits(String text) {
          waits.add(text);
        }
      };

  @BeforeEach
  void makeFiles() throws IOException {
    java =
        script(
            "java",
            "printf '%s\\n' \"$@\" > " + folder + "/arguments.$$",
            "cat > " + folder + "/order.$$",
            "echo ${OB1J_JOB_ID-none} > " + folder + "/mark.$$",
            "echo a word at the end >&2",
            "exit 3");
    library = Files.createDirectories(folder.resolve("it's here/lib"));
    Files.createDirectories(library.resolve("launcher"));
    Files.createDirectories(folder.resolve("ranks"));
    Files.writeString(library.resolve("core.jar"), "core");
    Files.writeString(library.resolve("launcher/launcher.jar"), "launcher");
  }

  @AfterEach
  void close() {
    if (engine != null) {
      engine.close();
    }
  }

  private Path script(String name, String... lines) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file;
  }

  private void start(Path shell, Path ofLibrary, Duration patience) {
    start(new RemoteShell(List.of(shell.toString(), "-k"), false, false, 4, patience), ofLibrary);
  }

  private void start(RemoteShell remote, Path ofLibrary) {
    Installation installation =
        new Installation(
            ofLibrary,
            List.of("core.jar", "launcher/launcher.jar"),
            java,
            folder.resolve("ranks"),
            null);
    engine =
        new RemoteShellEngine(
            remote, new Bootstrap(installation, "the.Agent", null, 7), command -> command);
    engine.start(ORDER, listener);
  }

  private void awaitEnds(int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      assertThat(ended.poll(30, TimeUnit.SECONDS)).as("ends: " + ends + " " + said).isNotNull();
    }
  }

  private String only(String prefix) throws IOException {
    try (var files = Files.list(folder)) {
      List<Path> all =
          files.filter(file -> file.getFileName().toString().startsWith(prefix)).toList();
      assertThat(all).hasSize(1);
      return Files.readString(all.get(0));
    }
  }

  /** As nologin does, which the other host runs in the place of a shell. */
  @Test
  void shouldSayWhatAShellThatFailsWroteToStandardOutput() throws Exception {
    Path shell =
        script(
            "ssh2",
            "printf '%s\\n' Welcome to 'this cluster' 'This account is not available.'",
            "echo no home folder >&2",
            "exit 1");

    start(shell, library, Duration.ZERO);
    awaitEnds(2);

    assertThat(ends.get(0))
        .isEqualTo(
            "ssh2 ended with exit code 1: no home folder; this cluster; This account is not"
                + " available.");
  }

  @Test
  void shouldGiveEachAgentItsOwnOrderByStandardInput() throws Exception {
    Path shell =
        script(
            "ssh2",
            "echo Welcome",
            "echo \"$@\" >> " + folder + "/calls",
            "shift 2",
            "exec \"$@\"");

    start(shell, library, Duration.ZERO);
    awaitEnds(2);

    assertThat(Files.readAllLines(folder.resolve("calls")))
        .containsExactlyInAnyOrder("-k h1 /bin/sh -s", "-k h2 /bin/sh -s");
    assertThat(ends)
        .containsEntry(0, "its agent ended with exit code 3: a word at the end")
        .containsEntry(1, "its agent ended with exit code 3: a word at the end");
    assertThat(said).contains("host h1: Welcome");
    try (var files = Files.list(folder)) {
      assertThat(files.filter(f -> f.getFileName().toString().startsWith("order.")))
          .extracting(Files::readString)
          .allMatch(text -> text.contains("secret 07\n"))
          .anyMatch(text -> text.contains("hosts h1\nfirst 0\n"))
          .anyMatch(text -> text.contains("hosts h2\nfirst 1\n"));
    }
  }

  @Test
  void shouldTryAgainWhereTheDaemonIsBusy() throws Exception {
    Path shell =
        script(
            "ssh3",
            "[ $2 = h1 ] || exit 9",
            "if [ $(wc -l < " + folder + "/tries || echo 0) -lt 3 ]; then",
            "  echo try >> " + folder + "/tries",
            "  echo 'Connection reset by peer' >&2",
            "  exit 255",
            "fi",
            "shift 2",
            "exec \"$@\"");
    Files.writeString(folder.resolve("tries"), "");

    start(shell, library, Duration.ZERO);
    awaitEnds(2);

    assertThat(Files.readAllLines(folder.resolve("tries"))).hasSize(3);
    assertThat(ends.get(0)).startsWith("its agent ended with exit code 3");
    assertThat(ends.get(1)).startsWith("ssh3 ended with exit code 9");
  }

  @Test
  void shouldWaitForAHostThatIsNotUpAsLongAsItMay() throws Exception {
    Path shell = script("ssh4", "echo 'connect to host h1: Connection refused' >&2", "exit 255");

    start(shell, library, Duration.ofMillis(1300));
    awaitEnds(2);

    assertThat(ends.get(0))
        .isEqualTo("ssh4 ended with exit code 255: connect to host h1: Connection refused");
    assertThat(said).anyMatch(text -> text.endsWith("trying again"));
    assertThat(waits)
        .as("once for each host")
        .hasSize(2)
        .allMatch(text -> text.endsWith("it is waited for, 1 s at most (plm_host_patience)"));
  }

  @Test
  void shouldSendTheJarsOnceWhereThereAreNone() throws Exception {
    Path cache = folder.resolve("cache");
    Path shell = withoutJars("ssh5", "XDG_CACHE_HOME=" + cache);

    start(shell, library, Duration.ZERO);
    awaitEnds(2);

    assertThat(ends.get(0)).startsWith("its agent ended with exit code 3");
    assertThat(said).anyMatch(text -> text.startsWith("host h1 gets ob1j's jars"));
    String arguments = only("arguments.");
    assertThat(arguments).contains("the.Agent\n").contains("-Dob1j.startup.seconds=7\n");
    String classPath =
        arguments.lines().filter(line -> line.endsWith("launcher.jar")).findFirst().get();
    assertThat(classPath).startsWith(cache + "/ob1j/");
    for (String jar : classPath.split(":")) {
      assertThat(Path.of(jar)).exists();
    }

    said.clear();
    engine.start(ORDER.forHost(0), listener);
    awaitEnds(1);
    assertThat(said).noneMatch(text -> text.startsWith("host h1 gets ob1j's jars"));
  }

  @Test
  void shouldSendTheJarsAgainWhereTheyHaveBeenCutShort() throws Exception {
    Path cache = folder.resolve("cache");
    start(withoutJars("ssh11", "XDG_CACHE_HOME=" + cache), library, Duration.ZERO);
    awaitEnds(2);
    Path jar;
    try (Stream<Path> all = Files.walk(cache)) {
      jar = all.filter(file -> file.endsWith("launcher/launcher.jar")).findFirst().get();
    }
    Files.writeString(jar, "");
    said.clear();

    engine.start(ORDER.forHost(0), listener);
    awaitEnds(1);

    assertThat(said).anyMatch(text -> text.startsWith("host h1 gets ob1j's jars"));
    assertThat(jar).hasContent("launcher");
    assertThat(cache.resolve("ob1j")).isDirectoryNotContaining("glob:**.*");
  }

  /** A shell whose first host has not the folder of the jars, as another host. */
  private Path withoutJars(String name, String variables) throws IOException {
    return script(
        name,
        "[ $2 = h1 ] || exit 9",
        "export " + variables,
        "while IFS= read -r l; do",
        "  case $l in lib=*) l=lib=/nowhere/lib ;; esac",
        "  printf '%s\\n' \"$l\"",
        "  case $l in 'exec '*) read -r l; echo \"$l\"; break ;; esac",
        "done > " + folder + "/script.$$",
        "exec /bin/sh " + folder + "/script.$$");
  }

  @Test
  void shouldNameTheFolderWhereItsJarsCannotBeUnpacked() throws Exception {
    Path cache = folder.resolve("cache");
    Path programs = Files.createDirectory(folder.resolve("programs"));
    script("programs/tar", "cat > /dev/null", "seq 1 20 | sed 's/^/no space /' >&2", "exit 2");
    Path shell =
        withoutJars("ssh9", "XDG_CACHE_HOME=" + cache + " PATH=" + programs + ":\"$PATH\"");

    start(shell, library, Duration.ZERO);
    awaitEnds(2);

    assertThat(ends.get(0))
        .startsWith("ssh9 ended with exit code 1: cannot unpack ob1j into " + cache + "/ob1j/")
        .endsWith("; no space 1; no space 2; no space 3");
    assertThat(cache.resolve("ob1j")).isEmptyDirectory();
  }

  @Test
  void shouldNotGiveAnAgentTheMarkOfAnotherJob() throws Exception {
    Path shell =
        script("ssh10", "[ $2 = h1 ] || exit 9", "shift 2", "export OB1J_JOB_ID=j2", "exec \"$@\"");

    start(shell, library, Duration.ZERO);
    awaitEnds(2);

    assertThat(only("mark.")).isEqualTo("none\n");
  }

  @Test
  void shouldSayThatThereIsNoJava() throws Exception {
    java = Path.of("/nowhere/java");
    Path shell =
        script("ssh6", "shift 2", "unset JAVA_HOME", "PATH=" + folder + "/none exec \"$@\"");

    start(shell, library, Duration.ZERO);
    awaitEnds(2);

    assertThat(ends.get(0))
        .isEqualTo(
            "ssh6 ended with exit code 127: there is no java: neither /nowhere/java, nor in"
                + " JAVA_HOME, nor in PATH ("
                + folder
                + "/none)");
  }

  /** By the mark a sweep finds what a shell has started, when the shell is gone. */
  @ParameterizedTest
  @CsvSource({"false, marked j1", "true, marked"})
  void shouldMarkWhatStaysOnThisHost(boolean isScheduler, String expected) throws Exception {
    Path shell = script("ssh8", "echo marked $OB1J_JOB_ID >&2", "exit 1");

    start(new RemoteShell(List.of(shell.toString()), isScheduler, true, 4, Duration.ZERO), library);
    awaitEnds(2);

    assertThat(ends.get(0)).isEqualTo("ssh8 ended with exit code 1: " + expected);
  }

  @Test
  void shouldTellWhatAShellThatHangsHasSaid() throws Exception {
    Path shell = script("ssh9", "echo 'Your password has expired' >&2", "exec sleep 1000");

    start(shell, library, Duration.ZERO);
    for (String text = ""; !text.contains("expired"); ) {
      text = said.poll(30, TimeUnit.SECONDS);
      assertThat(text).isNotNull();
    }

    assertThat(engine.lastWords(0) + engine.lastWords(1)).contains("Your password has expired");
    assertThat(engine.lastWords(7)).isEmpty();
    assertThat(engine.whyGone()).isEmpty();
  }

  @Test
  void shouldStartNothingOnceItIsClosed() throws Exception {
    Path shell = script("ssh10", "exit 9");
    start(shell, library, Duration.ZERO);
    awaitEnds(2);

    engine.close();
    engine.start(ORDER, listener);
    awaitEnds(2);

    assertThat(ends).containsEntry(0, "ssh10 cannot be started: the job has ended");
  }

  @Test
  void shouldSayThatTooFewFilesMayBeOpen() throws Exception {
    Path shell = script("ssh8", "shift 2", "ulimit -n 12", "exec \"$@\"");

    start(shell, library, Duration.ZERO);
    awaitEnds(2);

    assertThat(ends.get(0))
        .isEqualTo(
            "ssh8 ended with exit code 1: only 12 files may be open at a time (ulimit -n); an agent"
                + " needs 64 and 3 for each rank");
  }

  @Test
  void shouldEndShellsThatHangWhenItIsClosed() throws Exception {
    Path shell = script("ssh7", "echo here", "exec sleep 1000");

    start(shell, library, Duration.ZERO);
    assertThat(said.poll(30, TimeUnit.SECONDS)).isNotNull();
    engine.close();

    awaitEnds(2);
    assertThat(ends.get(0)).startsWith("ssh7 ended with exit code 137 (SIGKILL)");
  }

  /** As a script that calls kubectl without exec: it is killed, and what it has called stays. */
  @Test
  void shouldCloseAtOnceWhereWhatAShellHasStartedReadsNothing() throws Exception {
    byte[] core = new byte[1 << 20];
    new Random(1).nextBytes(core);
    Files.write(library.resolve("core.jar"), core);
    Path shell =
        script(
            "ssh11",
            "echo ob1j-send",
            "head -c 70000 > /dev/null",
            "echo begins to read >&2",
            "sleep 6",
            "true");
    start(shell, library, Duration.ZERO);
    for (String text = ""; !text.contains("begins to read"); ) {
      text = said.poll(30, TimeUnit.SECONDS);
      assertThat(text).isNotNull();
    }

    long begin = System.nanoTime();
    engine.close();

    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(3));
  }

  /** As a JVM does where it gets no memory. */
  @Test
  void shouldSayWhatAJavaThatCannotStartWritesToStandardOutput() throws Exception {
    // It takes longer than its order to come, as a JVM does.
    java =
        script(
            "java2", "cat > /dev/null", "echo Could not allocate compressed class space", "exit 1");
    Path shell = script("ssh12", "shift 2", "exec \"$@\"");

    start(shell, library, Duration.ZERO);
    awaitEnds(2);

    assertThat(ends.get(0))
        .isEqualTo("its agent ended with exit code 1: Could not allocate compressed class space");
  }
}
