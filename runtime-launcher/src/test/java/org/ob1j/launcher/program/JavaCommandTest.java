package org.ob1j.launcher.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JavaCommandTest {
  @TempDir private Path folder;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void setPath() {
    environment.put("PATH", folder + "/bin");
  }

  private List<String> rewrite(String command, String classPath) {
    return rewrite(command, classPath, null);
  }

  private List<String> rewrite(String command, String classPath, ClassArchive archive) {
    Library library =
        new Library("/lib", List.of("/lib/m.jar"), List.of("/lib/a.jar", "/lib/b.jar"), archive);
    return new JavaCommand(library, folder, environment)
        .rewrite(List.of(command.trim().split(" +")), classPath);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "java Main                         | -   | java -cp L:. N Main",
        "java Main                         | x:y | java -cp L:x:y N Main",
        "java -cp p Main -cp q             | x   | java -cp L:p N Main -cp q",
        "java -classpath p Main            | -   | java -cp L:p N Main",
        "java --class-path p Main          | -   | java -cp L:p N Main",
        "java --class-path=p Main          | -   | java -cp L:p N Main",
        "java -cp p -cp q Main             | -   | java -cp L:q N Main",
        "/opt/jdk/bin/java -Xmx1g -ea Main | -   | /opt/jdk/bin/java -cp L:. N -Xmx1g -ea Main",
        "java --add-opens a/b=C Main       | -   | java -cp L:. N --add-opens a/b=C Main",
        "java --add-modules m -cp p Main   | -   | java -cp L:p N --add-modules m Main",
        "java @args Main                   | -   | java -cp L:. N @args Main",
        "java @args                        | -   | java -cp L:. N @args",
        "java -p mods -cp p Main           | -   | java -cp L:p N --module-path mods Main",
        "java -p mods -m m/Main a          | -   | java --module-path mods:M -m m/Main a",
        "java --module-path=mods --module=m| -   | java --module-path mods:M -m m",
        "java -m m/Main                    | -   | java --module-path M -m m/Main",
        "java -Xmx1g -jar no.jar a -jar    | x   | java -Xmx1g -jar no.jar a -jar",
        "java -version                     | -   | java -cp L:. N -version",
        "java                              | -   | java -cp L:. N",
        "javac Main                        | -   | javac Main",
        "python3 java                      | -   | python3 java",
      })
  void shouldPutOurJarsFirst(String command, String classPath, String expected) {
    assertThat(
            String.join(" ", rewrite(command, classPath))
                .replace("/lib/a.jar:/lib/b.jar", "L")
                .replace("/lib/m.jar", "M")
                .replace(JavaCommand.NATIVE_ACCESS, "N"))
        .isEqualTo(expected.trim());
  }

  @Test
  void shouldTakeAJarsMainClassAndAccessFromItsManifest() throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, "org.example.Main");
    attributes.putValue("Add-Opens", "java.base/java.io java.base/java.nio");
    attributes.putValue("Add-Exports", "java.base/sun.nio.ch");
    try (JarOutputStream jar =
        new JarOutputStream(Files.newOutputStream(folder.resolve("app.jar")), manifest)) {
      jar.finish();
    }

    assertThat(rewrite("java -Xmx1g -cp ignored -jar app.jar a b", "ignored"))
        .startsWith("java", "-cp", "/lib/a.jar:/lib/b.jar:app.jar")
        .endsWith(
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "-Xmx1g",
            "org.example.Main",
            "a",
            "b")
        .hasSize(11);
  }

  @Test
  void shouldAllowOurModulesNativeLibraries() throws IOException {
    Library library =
        new Library(
            "/lib", List.of(module("b.two"), module("a.one")), List.of("/lib/run.jar"), null);
    List<String> command = List.of("java", "-m", "m/Main");
    assertThat(new JavaCommand(library, folder, environment).rewrite(command, null))
        .containsSequence("--add-modules=a.one,b.two", "--enable-native-access=a.one,b.two")
        .doesNotContain(JavaCommand.NATIVE_ACCESS);
  }

  /** Makes a module, and returns its folder. */
  private String module(String name) throws IOException {
    Path source = Files.createDirectories(folder.resolve(name)).resolve("module-info.java");
    Files.writeString(source, "module " + name + " {}");
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", folder.resolve(name).toString(), source.toString());
    assertThat(code).isZero();
    return folder.resolve(name).toString();
  }

  @ParameterizedTest
  @CsvSource({
    "11.0.2, false",
    "16, false",
    "17, true",
    "17.0.15, true",
    "21.0.1, true",
    "22, false",
    "25.0.3, false",
    "1.8.0_402, false",
    "nonsense, false",
    ", false"
  })
  void shouldLetThreadsWaitForHeldArraysWhereTheJdkWouldGiveUp(String version, boolean patient)
      throws IOException {
    executable("bin/java");
    Files.writeString(
        folder.resolve("release"), version == null ? "" : "JAVA_VERSION=\"" + version + "\"\n");
    for (String command : List.of("java -ea Main", "bin/java -ea Main", "java -ea -m m/Main")) {
      if (patient) {
        assertThat(rewrite(command, null))
            .containsSequence(JavaCommand.PATIENCE_OPTIONS)
            .containsSubsequence(JavaCommand.PATIENCE_OPTIONS.get(1), "-ea");
      } else {
        assertThat(rewrite(command, null))
            .doesNotContainAnyElementsOf(JavaCommand.PATIENCE_OPTIONS);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"17.0.15, false", "23, false", "24, true", "25.0.3, true", "nonsense, true"})
  void shouldAllowNativeLibrariesWhereTheJdkWouldWarnOfThem(String version, boolean warns)
      throws IOException {
    executable("bin/java");
    Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");

    assertThat(rewrite("java Main", null).contains(JavaCommand.NATIVE_ACCESS)).isEqualTo(warns);
  }

  @Test
  void shouldFollowALinkToFindAJavasRelease() throws IOException {
    executable("jdk/bin/java");
    Files.writeString(folder.resolve("jdk/release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"17\"\n");
    Files.createDirectories(folder.resolve("bin"));
    Files.createSymbolicLink(folder.resolve("bin/java"), folder.resolve("jdk/bin/java"));
    assertThat(rewrite("java Main", null)).containsAll(JavaCommand.PATIENCE_OPTIONS);
  }

  @Test
  void shouldUseTheClassArchiveWithTheJavaThatMadeIt() throws IOException {
    Path java = executable("bin/java");
    Path other = executable("other/java");
    ClassArchive archive = new ClassArchive(folder.resolve("ranks.jsa"), java);
    String option = "-XX:SharedArchiveFile=" + archive.file();

    assertThat(rewrite("java -ea Main", null, archive)).containsSubsequence(option, "-ea", "Main");
    assertThat(rewrite(java + " Main", null, archive)).contains(option);
    assertThat(rewrite("bin/java Main", null, archive)).contains(option);
    assertThat(rewrite(other + " Main", null, archive)).doesNotContain(option);
    assertThat(rewrite("java -m m/Main", null, archive)).doesNotContain(option);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-Xshare:off", "-XX:SharedArchiveFile=mine.jsa", "-XX:ArchiveClassesAtExit=a.jsa"})
  void shouldLeaveArchivesToAUserWhoHasHisOwn(String usersOption) throws IOException {
    ClassArchive archive = new ClassArchive(folder.resolve("ranks.jsa"), executable("bin/java"));
    String option = "-XX:SharedArchiveFile=" + archive.file();

    assertThat(rewrite("java " + usersOption + " Main", null, archive)).doesNotContain(option);

    environment.put("JAVA_TOOL_OPTIONS", "-ea " + usersOption);
    assertThat(rewrite("java Main", null, archive)).doesNotContain(option);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xshare:off",
        "-XX:AOTMode=off",
        "--add-opens=a/b=C",
        "--enable-native-access=m",
        "-javaagent:a.jar",
        "-agentlib:jdwp=transport=dt_socket",
        "-XX:+UseZGC",
        "@options"
      })
  void shouldUseAnAotCacheOnlyWhereTheJvmCan(String usersOption) throws IOException {
    ClassArchive cache = new ClassArchive(folder.resolve("ranks.aot"), executable("bin/java"));
    String option = "-XX:AOTCache=" + cache.file();

    assertThat(rewrite("java -ea Main", null, cache)).containsSubsequence(option, "-ea", "Main");
    assertThat(rewrite("java " + usersOption + " Main", null, cache)).doesNotContain(option);

    environment.put("JDK_JAVA_OPTIONS", usersOption);
    assertThat(rewrite("java Main", null, cache)).doesNotContain(option);
  }

  @Test
  void shouldNameTheOptionsOfARankWithoutItsProgram() {
    Library library = new Library("/lib", List.of("/lib/one.jar"), List.of("/lib/a.jar"), null);
    List<String> command = List.of("java", "-ea", "-cp", "x", "Main", "argument");
    assertThat(new JavaCommand(library, folder, environment).options(command, null))
        .containsExactly("-cp", "/lib/a.jar:x", JavaCommand.NATIVE_ACCESS, "-ea");
  }

  private Path executable(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }
}
