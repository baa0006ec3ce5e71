package org.ob1j.tests.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.tests.harness.BesideOthers;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.TestHosts;

/** What another host has, or lacks, of ob1j and java. */
@BesideOthers
class InstallationOnHostsTest {
  private static final String WITHOUT_JAVA = "PATH=/nowhere";

  private static TestHosts hosts;

  @TempDir private Path folder;

  @BeforeAll
  static void startHosts() {
    hosts = TestHosts.start(4);
    // Hosts 1 and 3 have no jars, and host 2 has no java at the place where mpirun has it.
    hide(1, MpirunJob.libraries());
    hide(3, MpirunJob.libraries());
    hide(2, System.getProperty("java.home"));
  }

  @AfterAll
  static void endHosts() {
    if (hosts != null) {
      hosts.close();
    }
  }

  @AfterEach
  void nothingIsLeft() {
    hosts.awaitNothingLeft(HostJobs.CLEAN);
  }

  private static void hide(int host, String its) {
    hosts.output(host, "mount", "-t", "tmpfs", "tmpfs", its);
  }

  private static String script(Path file, String... lines) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file.toString();
  }

  /** A job whose remote shell sets variables on the other host. */
  private MpirunJob job(String variables, String... words) throws IOException {
    String shell =
        script(
            folder.resolve("shell"),
            "host=$1; shift",
            "exec ssh "
                + String.join(" ", hosts.sshArguments())
                + " $host "
                + variables
                + " \"$@\"");
    return MpirunJob.of("--mca", "plm_rsh_agent", shell)
        .words(words)
        .after(hosts.on(0))
        .timeLimit(Duration.ofSeconds(60));
  }

  private static void fails(MpirunJob.Result result, String... messages) {
    assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
    assertThat(result.messages()).contains(messages);
    assertThat(result.stdout()).isEmpty();
  }

  private String cache() {
    return "XDG_CACHE_HOME=" + folder.resolve("cache");
  }

  private List<String> inCache() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("cache/ob1j"))) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void shouldSendItsJarsOnce() throws IOException {
    String[] job = {"-v", "--host", "h0,h1:2"};

    MpirunJob.Result first =
        job(cache(), job).words(MpirunJob.java(), "-cp", MpirunJob.examples(), "Hello").run();
    MpirunJob.Result second =
        job(cache(), job).words(MpirunJob.java(), "-cp", MpirunJob.examples(), "Hello").run();

    assertThat(first.stderr()).containsPattern("host h1 gets ob1j's jars, \\d{6,7} bytes");
    assertThat(second.stderr()).doesNotContain("ob1j's jars");
    for (MpirunJob.Result result : List.of(first, second)) {
      assertThat(HostJobs.output(result).lines()).hasSize(3).anyMatch(l -> l.endsWith(" on h1"));
    }
    assertThat(inCache()).hasSize(1).allMatch(name -> name.matches("[0-9a-f]{16}"));
  }

  /** Their cache is one: that of a home that both mount. */
  @Test
  void shouldSendItsJarsToTwoHostsAtOnce() throws IOException {
    MpirunJob.Result result = job(cache(), "-v", "--host", "h1,h3").shell("hostname").run();

    assertThat(HostJobs.output(result).lines()).containsExactlyInAnyOrder("h1", "h3");
    assertThat(inCache()).hasSize(1);
  }

  @Test
  void shouldNameTheHostThatHasNoRoomForTheJars() throws IOException {
    Path small = Files.createDirectory(folder.resolve("cache"));
    hosts.output(1, "mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", small.toString());
    try {
      fails(
          job(cache(), "--host", "h0,h1").shell("echo not reached").run(),
          "mpirun: host h1: shell ended with exit code 1: ",
          "No space left on device");
      assertThat(hosts.output(1, "ls", small + "/ob1j")).isEmpty();
    } finally {
      hosts.output(1, "umount", small.toString());
    }
  }

  @Test
  void shouldNameTheHostThatHasNoJava() throws IOException {
    Path lib = copyOfLibraries();
    fails(
        job(WITHOUT_JAVA, "--prefix", lib.getParent().toString(), "--host", "h0,h2")
            .shell("echo not reached")
            .run(),
        "mpirun: host h2: shell ended with exit code 127: there is no java: neither ",
        "nor in JAVA_HOME, nor in PATH (/nowhere)");
  }

  @ParameterizedTest
  @CsvSource({
    "Error: LinkageError: java.lang.UnsupportedClassVersionError: org/ob1j/launcher/agent/AgentMain",
    "Unrecognized option: -Xlog:disable"
  })
  void shouldNameTheHostWhoseJavaIsTooOld(String said) throws IOException {
    Path lib = copyOfLibraries();
    Files.createDirectories(folder.resolve("old/bin"));
    script(folder.resolve("old/bin/java"), "echo '" + said + "' >&2", "exit 1");
    fails(
        job(
                WITHOUT_JAVA + " JAVA_HOME=" + folder.resolve("old"),
                "--prefix",
                lib.getParent().toString(),
                "--host",
                "h0,h2")
            .shell("echo not reached")
            .run(),
        "mpirun: host h2: the java there is too old: ob1j needs 17 or newer");
  }

  @Test
  void shouldRunFromAnotherFolderOnTheOtherHost() throws IOException {
    Path lib = copyOfLibraries();

    MpirunJob.Result result =
        job("", "--prefix", lib.getParent().toString(), "--host", "h0,h1")
            .words(MpirunJob.java(), "-cp", MpirunJob.examples(), "Connectivity")
            .run();

    assertThat(HostJobs.output(result)).contains("of 2 ranks, 1 pairs: passed");
  }

  @Test
  void shouldNameTheHostThatHasAnotherBuild() throws IOException {
    Path lib = copyOfLibraries();
    Path jar = runTimeJar(lib);
    Files.writeString(jar, "another", StandardOpenOption.APPEND);

    fails(
        job("", "--prefix", lib.getParent().toString(), "--host", "h0,h1")
            .shell("echo not reached")
            .run(),
        "mpirun: host h1: has other jars of ob1j (");
  }

  @Test
  void shouldNameTheHostThatHasAnotherVersion() throws IOException {
    Path lib = copyOfLibraries();
    Path jar = runTimeJar(lib);
    Files.move(jar, jar.resolveSibling("ob1j-run-9.9.jar"));

    fails(
        job("", "--prefix", lib.getParent().toString(), "--host", "h0,h1")
            .shell("echo not reached")
            .run(),
        "mpirun: host h1: shell ended with exit code 1: there is another ob1j in " + lib,
        "it has no run/" + jar.getFileName());
  }

  @Test
  void shouldNameTheHostOnWhichThereIsNothingAtThePrefix() throws IOException {
    fails(
        job("", "--prefix", folder.toString(), "--host", "h0,h1").shell("echo not reached").run(),
        "mpirun: host h1: shell ended with exit code 1: there is no ob1j in " + folder + "/lib");
  }

  /** As an installation has them: in a folder lib. */
  private Path copyOfLibraries() {
    Path lib = folder.resolve("ob1j/lib");
    hosts.output(
        0,
        "sh",
        "-c",
        "mkdir " + lib.getParent() + " && cp -rL " + MpirunJob.libraries() + " " + lib);
    return lib;
  }

  private static Path runTimeJar(Path lib) throws IOException {
    try (Stream<Path> files = Files.list(lib.resolve("run"))) {
      return files.findFirst().orElseThrow();
    }
  }
}
