package org.ob1j.btl.ucx.shim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NativeLibraryTest {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  @Test
  void shouldSayWhyThereIsNoLibrary(@TempDir Path folder) throws IOException {
    try (URLClassLoader empty = new URLClassLoader(new URL[0], null)) {
      assertThat(NativeLibrary.missing(empty)).contains("linux-x86_64 is not on the class");
    }
    Path place = Files.createDirectories(folder.resolve("org/ob1j/btl/ucx/shim/linux-x86_64"));
    Files.writeString(place.resolve("missing.txt"), "it was built without g++\n");
    try (URLClassLoader without = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
      assertThat(NativeLibrary.missing(without)).isEqualTo("it was built without g++");
    }
  }

  @Test
  void shouldGiveAReasonInsteadOfLoadingWhatIsNoLibrary(@TempDir Path folder) throws IOException {
    Path place = Files.createDirectories(folder.resolve("org/ob1j/btl/ucx/shim/linux-x86_64"));
    Files.writeString(place.resolve("libjniob1j.so"), "nothing that can be loaded");
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

    Process process =
        new ProcessBuilder(JAVA, "-cp", folder + ":" + classPath, Probe.class.getName()).start();

    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .startsWith("the native library cannot be loaded: ");
  }

  /** Prints why the library cannot be used. */
  static final class Probe {
    private Probe() {}

    /** Runs the process. */
    public static void main(String[] arguments) {
      System.out.println(NativeLibrary.unavailableReason(Probe.class.getClassLoader()));
    }
  }
}
