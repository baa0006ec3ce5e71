package org.ob1j.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.runtime.parameter.ParameterException;
import org.ob1j.runtime.parameter.ParameterSet;

/** When the library is loaded, and what is said where it is not. */
@Timeout(60)
class NativeLibraryTest {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private static final boolean MAY_WARN = Runtime.version().feature() >= 24;

  private static ParameterSet parameters(String load) {
    return ParameterSet.of(Map.of("os_native", load));
  }

  /** Prints why the library cannot be used. */
  static final class Probe {
    private Probe() {}

    /** Runs the process; its argument is the parameter's value. */
    public static void main(String[] arguments) {
      System.out.println(NativeLibrary.unavailableReason(parameters(arguments[0])));
    }
  }

  private record Outcome(String reason, String errors) {}

  private static Outcome probe(Path temporary, String load, String... options) throws IOException {
    return probe(List.of(), temporary, load, options);
  }

  private static Outcome probe(List<String> before, Path temporary, String load, String... options)
      throws IOException {
    List<String> command = new ArrayList<>(before);
    command.addAll(List.of(JAVA, "-Djava.io.tmpdir=" + temporary));
    command.addAll(List.of(options));
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    command.addAll(List.of("-cp", path, Probe.class.getName(), load));
    Process process = new ProcessBuilder(command).start();
    return new Outcome(
        text(process.getInputStream().readAllBytes()).strip(),
        text(process.getErrorStream().readAllBytes()));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static boolean isInPath(String program) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  @Test
  void shouldBeLoadedWhereItCanBeBuiltAndLeaveNoFile(@TempDir Path folder) throws IOException {
    assumeTrue(Stream.of("cmake", "make", "cc").allMatch(NativeLibraryTest::isInPath));

    Outcome outcome = probe(folder, "auto", "--enable-native-access=ALL-UNNAMED");

    assertThat(outcome.reason()).isEqualTo("null");
    assertThat(outcome.errors().replaceAll("(?m)^.*incubator.*$", "")).isBlank();
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.filter(file -> file.toString().endsWith(".so"))).isEmpty();
    }
  }

  @Test
  void shouldNotBeLoadedWhereTheJvmWouldWarnUnlessAskedTo(@TempDir Path folder) throws IOException {
    assumeTrue(MAY_WARN, "this JVM warns of nothing");

    Outcome outcome = probe(folder, "auto");
    assertThat(outcome.reason()).contains("--enable-native-access").contains("os_native");
    assertThat(outcome.errors()).isEmpty();

    Outcome asked = probe(folder, "yes");
    assertThat(asked.reason()).isEqualTo("null");
    assertThat(asked.errors()).contains("WARNING");
  }

  @Test
  void shouldNotBeLoadedIfItIsOff(@TempDir Path folder) throws IOException {
    assertThat(probe(folder, "no").reason()).isEqualTo("os_native is no");
  }

  @Test
  void shouldSayWhyThereIsNoFileForIt(@TempDir Path folder) throws IOException {
    assertThat(probe(folder.resolve("nothing"), "yes").reason())
        .startsWith("no native library: ")
        .contains(folder.toString());
  }

  @Test
  void shouldCopyItToANameByWhichTheJobsWatchdogFindsIt() {
    assertThat(NativeLibrary.copyName("j1x", 12, 255)).isEqualTo("ob1j-j1x-os-12-ff.so");
    assertThat(NativeLibrary.copyName(null, 12, 255)).isEqualTo("ob1j-os-12-ff.so");
  }

  @Test
  void shouldLeaveNoFileWhereItCannotBeWritten(@TempDir Path folder) throws IOException {
    Outcome outcome =
        probe(List.of("bash", "-c", "ulimit -f 0; exec \"$@\"", "bash"), folder, "yes");

    assertThat(outcome.reason()).startsWith("no native library: ");
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.filter(file -> file.toString().endsWith(".so"))).isEmpty();
    }
  }

  @Test
  void shouldRefuseAWordThatItDoesNotKnow() {
    assertThatThrownBy(() -> NativeLibrary.unavailableReason(parameters("maybe")))
        .isInstanceOf(ParameterException.class)
        .hasMessage("os_native is 'maybe'; it must be yes, no or auto");
  }

  /** A class of a loader that has nothing but this file beside it. */
  private static Class<?> beside(Path folder, String file, String content) throws Exception {
    Path place = folder.resolve("org/ob1j/os");
    Files.createDirectories(place.resolve(file).getParent());
    Files.writeString(place.resolve(file), content);
    Path program = place.resolve("NativeLibraryTest$Probe.class");
    try (var bytes = NativeLibraryTest.class.getResourceAsStream("NativeLibraryTest$Probe.class")) {
      Files.copy(bytes, program);
    }
    // Not closed: it is asked for files afterwards.
    URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null);
    return loader.loadClass(Probe.class.getName());
  }

  @ParameterizedTest
  @CsvSource({
    "missing.txt, it was built without cc, amd64, no native library: it was built without cc",
    "other.txt, nothing, sparc, no native library: there is none for sparc",
    "linux-aarch64/libob1jos.so, nothing, aarch64, the native library cannot be loaded: ",
    "linux-x86_64/libob1jos.so, nothing, amd64, the native library cannot be loaded: "
  })
  void shouldGiveAReasonInsteadOfLoadingWhatIsNoLibrary(
      String file, String content, String machine, String reason, @TempDir Path folder)
      throws Exception {
    assertThat(NativeLibrary.load(beside(folder, file, content), machine))
        .startsWith(reason == null ? "" : reason.strip());
  }
}
