package org.ob1j.launcher.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script, run by a shell on this host. */
@Timeout(60)
class BootstrapTest {
  private static final int LONG = 1000;
  private static final int SIGPIPE = 128 + 13;

  @TempDir private Path folder;

  /** The script of an installation that the other host has in its cache, as it seems. */
  private String script() throws IOException {
    Path jars = Files.createDirectories(folder.resolve("jars"));
    Files.writeString(jars.resolve("core.jar"), "core");
    Installation installation =
        new Installation(
            jars, List.of("core.jar"), Path.of("/no/java"), Path.of("/no/programs"), null);
    Path cached = folder.resolve("cache/ob1j").resolve(installation.build());
    Files.createDirectories(cached.resolve("lib"));
    Files.writeString(cached.resolve("sizes"), "4 core.jar");
    return new Bootstrap(installation, "Agent", null, LONG).conversation();
  }

  /** A shell that finds this {@code wc}, by which it looks at the jars of its cache. */
  private Process shell(String wc, String... command) throws IOException {
    Path program = Files.createDirectories(folder.resolve("bin")).resolve("wc");
    Files.writeString(program, "#!/bin/sh\n" + wc + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("PATH", program.getParent() + ":/usr/bin:/bin");
    builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    return builder.start();
  }

  private void shouldEndAtOnce(int exitCode, String... command) throws Exception {
    Path hung = folder.resolve("hung");
    Process shell = shell(": > '" + hung + "'; exec sleep 1000", command);
    try (OutputStream in = shell.getOutputStream()) {
      shell.getInputStream().close();
      in.write(script().getBytes(StandardCharsets.UTF_8));
      in.flush();

      assertThat(shell.waitFor(20, TimeUnit.SECONDS)).isTrue();
    } finally {
      shell.descendants().forEach(ProcessHandle::destroyForcibly);
      shell.destroyForcibly();
    }
    assertThat(shell.exitValue()).isEqualTo(exitCode);
    assertThat(hung).doesNotExist();
  }

  /** What it does next may hang, and its guard has never seen those who are gone. */
  @Test
  void shouldDoNothingWhereNobodyHearsItAnyMore() throws Exception {
    shouldEndAtOnce(SIGPIPE, "/bin/sh", "-s");
  }

  @Test
  void shouldDoNothingWhereNobodyHearsItAndNoSignalSaysSo() throws Exception {
    shouldEndAtOnce(1, "/bin/sh", "-c", "trap '' PIPE; exec /bin/sh -s");
  }
}
