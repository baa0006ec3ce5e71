package org.ob1j.launcher.program;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.launcher.system.LaunchException;

class MainClassLookupTest {
  @TempDir private Path folder;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void makeClasses() throws IOException {
    Files.createDirectories(folder.resolve("classes/org/example"));
    Files.createFile(folder.resolve("classes/org/example/Main.class"));
    Files.createFile(folder.resolve("Here.class"));
    Files.createDirectory(folder.resolve("jars"));
    makeJar("jars/inside.jar", "inside/Main.class", Map.of());
    makeJar(
        "follow.jar",
        "nothing.txt",
        Map.of(
            Attributes.Name.CLASS_PATH, "missing.jar jars/inside.jar classes/ http://example.org/x",
            Attributes.Name.MAIN_CLASS, "org.example.Main"));
    makeJar("data.jar", "nothing.txt", Map.of());
    makeJar(
        "broken.jar",
        "inside/Main.class",
        Map.of(Attributes.Name.CLASS_PATH, "C:\\x.jar ${lib}/y.jar file:relative.jar"));
    makeJar(
        "versions.jar",
        "META-INF/versions/42/inside/Main.class",
        Map.of(Attributes.Name.MULTI_RELEASE, "true"));
    Files.createSymbolicLink(
        folder.resolve("link"), Files.createDirectories(folder.resolve("a/b")));
    Files.createDirectories(folder.resolve("a/classes/org/example"));
    Files.createFile(folder.resolve("a/classes/org/example/Main.class"));
    Files.createDirectory(folder.resolve("bin"));
    Files.writeString(folder.resolve("bin/java"), "#!/bin/sh\nexec java -cp more $*\n");
    Files.writeString(folder.resolve("text.jar"), "no zip");
  }

  private void makeJar(String name, String entry, Map<Attributes.Name, String> attributes)
      throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.forEach(manifest.getMainAttributes()::put);
    try (JarOutputStream jar =
        new JarOutputStream(Files.newOutputStream(folder.resolve(name)), manifest)) {
      jar.putNextEntry(new ZipEntry(entry));
    }
  }

  private void require(String command) throws LaunchException {
    Library library = new Library("/lib", List.of("/lib/mpi.jar"), List.of("/lib/ob1j.jar"), null);
    new MainClassLookup(library, folder, environment).require(List.of(command.trim().split(" +")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java -cp /lib/ob1j.jar:classes org.example.Main",
        "java -cp /lib/ob1j.jar:classes org/example/Main argument",
        "/opt/jdk/bin/java -Xmx1g -XX:+UseSerialGC -cp missing:classes org.example.Main",
        "java -cp : Here",
        "java -cp classes: Here",
        "java -cp /lib/ob1j.jar:. Here",
        "java -cp jars/inside.jar inside.Main",
        "java -cp jars/* inside.Main",
        "java -cp text.jar:follow.jar inside.Main",
        "java -cp follow.jar org.example.Main",
        "java -cp classes com.sun.tools.javac.Main",
        "java -cp link/../classes org.example.Main",
        "java -cp broken.jar inside.Main",
        "java -cp versions.jar inside.Main",
        "java -jar follow.jar",
        "python3 missing",
        "java",
      })
  void shouldAcceptWhatTheJvmFinds(String command) {
    assertThatCode(() -> require(command)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java @arguments -cp classes Missing",
        "java -javaagent:a.jar -cp classes Missing",
        "java --patch-module java.base=x -cp classes Missing",
        "java -Xbootclasspath/a:x -cp classes Missing",
        "java -cp classes --source 17 Missing",
        "java -cp classes Missing.java",
        "java -cp classes -version Missing",
        "java -jar @jar",
        "bin/java -cp classes Missing",
        "java --module-path mods -cp classes Missing",
        "java -m module/Missing",
      })
  void shouldLeaveToTheJvmWhatItCannotKnow(String command) {
    assertThatCode(() -> require(command)).doesNotThrowAnyException();
  }

  @Test
  void shouldLeaveToTheJvmWhatVariablesMayChange() {
    for (String words :
        List.of("-Xmx1g -javaagent:agent.jar", "--module-path mods", "'-javaagent:a b.jar'")) {
      environment.put("JAVA_TOOL_OPTIONS", words);
      assertThatCode(() -> require("java -cp classes Missing")).doesNotThrowAnyException();
    }
    environment.put("JAVA_TOOL_OPTIONS", "-Xmx1g");
    assertThatThrownBy(() -> require("java -cp classes Missing"))
        .isInstanceOf(LaunchException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "java -cp /lib/ob1j.jar:classes Missing | there is no class 'Missing' in the class path"
            + " classes (looked from F); compile it, or name its folder or jar with -cp",
        "java -cp /lib/ob1j.jar:classes Main | there is no class 'Main' in the class path classes"
            + " (looked from F); compile it, or name its folder or jar with -cp",
        "java -cp . Here.class | there is no class 'Here.class' in the class path . (looked from"
            + " F); java takes the name of a class, Here, not that of its file",
        "java -jar missing.jar | there is no jar 'missing.jar' that can be read (looked from F)",
        "java -jar text.jar | 'text.jar' is no jar: zip END header not found",
        "java -jar data.jar | jar 'data.jar' names no Main-Class in its manifest; start one of its"
            + " classes with java -cp data.jar CLASS",
      })
  void shouldNameWhatWouldBeRight(String command, String message) {
    assertThatThrownBy(() -> require(command))
        .isInstanceOf(LaunchException.class)
        .hasMessage(message.replace("looked from F", "looked from " + folder));
  }
}
