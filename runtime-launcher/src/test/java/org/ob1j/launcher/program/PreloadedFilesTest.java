package org.ob1j.launcher.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreloadedFilesTest {
  @TempDir private Path folder;

  @BeforeEach
  void makeFiles() throws IOException {
    Files.createDirectories(folder.resolve("classes/deep"));
    Files.writeString(folder.resolve("classes/deep/Main.class"), "main");
    Files.createDirectories(folder.resolve("lib"));
    Files.writeString(folder.resolve("lib/a.jar"), "a");
    Files.writeString(folder.resolve("tool"), "#!/bin/sh\necho done\n");
    assertThat(folder.resolve("tool").toFile().setExecutable(true)).isTrue();
  }

  private PreloadedFiles files(String command) {
    return new PreloadedFiles(List.of(command.split(" ")), folder, folder.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "java -Xmx1g -cp classes:lib/a.jar Main -cp x, java -Xmx1g -cp R/classes:R/lib/a.jar Main -cp x",
    "/opt/java --class-path=lib/* Main,            /opt/java --class-path=R/lib/* Main",
    "java -ea -jar lib/a.jar -p,                   java -ea -jar R/lib/a.jar -p",
    "java --add-modules ALL -p lib -m a/Main,      java --add-modules ALL -p R/lib -m a/Main",
    "java -cp nothing Main,                        java -cp R/nothing Main",
    "tool word,                                    R/tool word",
    "./tool word,                                  R/tool word",
    "no-such-tool word,                            R/no-such-tool word"
  })
  void shouldNameFilesAtTheirPlacesOnTheOtherHost(String command, String expected) {
    Path root = Path.of("/tmp/root");
    String there = root + folder.toString();

    assertThat(String.join(" ", files(command).below(root)))
        .isEqualTo(expected.replace("R/", there + "/"));
  }

  @Test
  void shouldBringAProgramToAnotherFolder() throws IOException {
    PreloadedFiles java = files("java -cp classes:lib/*:nothing Main");
    PreloadedFiles tool = files("tool");
    assertThat(java.files()).containsExactly(folder.resolve("classes"), folder.resolve("lib"));
    ByteArrayOutputStream packed = new ByteArrayOutputStream();

    PreloadedFiles.pack(
        List.of(folder.resolve("classes"), folder.resolve("lib"), folder.resolve("tool")), packed);
    Path root = Files.createDirectory(folder.resolve("root"));
    PreloadedFiles.unpack(new ByteArrayInputStream(packed.toByteArray()), root);
    tool.makeExecutable(root);

    Path there = root.resolve(folder.getRoot().relativize(folder));
    assertThat(there.resolve("classes/deep/Main.class")).hasContent("main");
    assertThat(there.resolve("lib/a.jar")).hasContent("a");
    assertThat(there.resolve("tool")).isExecutable();
  }

  @Test
  void shouldRefuseAFileThatIsNotBelowTheFolder() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(packed)) {
      zip.putNextEntry(new ZipEntry("../outside"));
    }
    Path root = Files.createDirectory(folder.resolve("root"));

    assertThatThrownBy(
            () -> PreloadedFiles.unpack(new ByteArrayInputStream(packed.toByteArray()), root))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("'../outside' is not below");
    assertThat(folder.resolve("outside")).doesNotExist();
  }
}
