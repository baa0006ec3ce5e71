package org.ob1j.btl.sm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files a job that starts removes: those of the dead, and no other's. */
class AbandonedFilesTest {
  @TempDir private Path folder;

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void shouldRemoveAFileWhoseMakerWasKilledBeforeItTookTheNameAway() throws IOException {
    Files.createFile(folder.resolve(SharedMemorySettings.fileName("killed", "0")));

    AbandonedFiles.remove(folder);

    assertThat(names()).isEmpty();
  }

  @Test
  void shouldLeaveTheFilesOfThisProcessAndOfOtherPrograms() throws IOException {
    Files.createFile(folder.resolve("another-program"));
    try (SharedFile own = SharedFile.create(folder, "ob1j-own-0", 4096, true)) {
      AbandonedFiles.remove(folder);

      assertThat(own.isNamed()).isTrue();
      assertThat(names()).containsExactly("another-program", "ob1j-own-0");
    }
  }

  @Test
  void shouldLeaveWhatItMustNotWriteTo() throws IOException {
    Files.createDirectory(folder.resolve("ob1j-a-folder"));

    AbandonedFiles.remove(folder);

    assertThat(names()).containsExactly("ob1j-a-folder");
  }
}
