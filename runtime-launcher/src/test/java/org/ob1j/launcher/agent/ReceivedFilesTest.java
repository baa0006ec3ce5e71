package org.ob1j.launcher.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ob1j.launcher.program.PreloadedFiles;

class ReceivedFilesTest {
  @TempDir private Path folder;

  @Test
  void shouldUnpackWhatHasCome() throws IOException {
    Path sent = Files.writeString(folder.resolve("sent"), "text");
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    PreloadedFiles.pack(List.of(sent), packed);

    ReceivedFiles files = ReceivedFiles.begin(folder, "j1");
    files.add(packed.toByteArray());
    Path root = files.end();

    assertThat(root.startsWith(folder)).isTrue();
    assertThat(root.getParent().getFileName().toString()).startsWith("ob1j-j1-");
    assertThat(root.resolve(sent.getRoot().relativize(sent))).hasContent("text");
  }

  @Test
  void shouldNameTheFolderInWhichFilesCannotBeKept() throws IOException {
    Path noFolder = folder.resolve("missing");

    assertThatThrownBy(() -> ReceivedFiles.begin(noFolder, "j1"))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "cannot keep the program's files, which --preload-binary sends, in "
                + noFolder
                + ": there is no such file");
  }

  @Test
  void shouldNameTheFolderInWhichFilesCannotBeUnpacked() throws IOException {
    ReceivedFiles files = ReceivedFiles.begin(folder, "j1");
    try (var made = Files.list(folder)) {
      Files.createFile(made.findFirst().orElseThrow().resolve("files"));
    }

    assertThatThrownBy(files::end)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("--preload-binary")
        .hasMessageContaining(" in " + folder);
  }
}
