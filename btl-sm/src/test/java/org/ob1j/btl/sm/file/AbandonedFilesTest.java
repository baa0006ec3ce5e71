package org.ob1j.btl.sm.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which files a job that starts removes: those of the dead, and no other's. */
class AbandonedFilesTest {
  private static final String FILE = SharedFileNames.of("j6vb7nabw2dc1", "0");

  @TempDir private Path folder;

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void shouldRemoveAFileWhoseMakerWasKilledBeforeItTookTheNameAway() throws IOException {
    Files.createFile(folder.resolve(FILE));

    AbandonedFiles.remove(folder, false);

    assertThat(names()).isEmpty();
  }

  @Test
  void shouldLeaveTheFilesOfThisProcessAndOfOtherPrograms() throws IOException {
    Files.createFile(folder.resolve("another-program"));
    try (SharedFile own = SharedFile.create(folder, FILE, 4096, true)) {
      AbandonedFiles.remove(folder, true);

      assertThat(own.isNamed()).isTrue();
      assertThat(names()).containsExactly("another-program", FILE);
    }
  }

  @Test
  void shouldRemoveWhatHoldsSomethingOnlyWhereFilesKeepTheirNames() throws IOException {
    Files.writeString(folder.resolve(FILE), "something");

    AbandonedFiles.remove(folder, false);
    assertThat(names()).containsExactly(FILE);
    AbandonedFiles.remove(folder, true);
    assertThat(names()).isEmpty();
  }

  /** The folder may be one of the user's, who has set btl_sm_backing_directory. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ob1j-0.1.tar.gz",
        "ob1j-notes",
        "ob1j-",
        "ob1j-j-0",
        "ob1j-j1-",
        "ob1j-j1-x",
        "ob1j-J1-0",
        "ob1j-j1.2-0",
        "ob1j-j12345678901234-0",
        "ob1k-j1-0"
      })
  void shouldLeaveFilesOfOtherNames(String name) throws IOException {
    Files.createFile(folder.resolve(name));

    AbandonedFiles.remove(folder, true);

    assertThat(names()).containsExactly(name);
  }

  @Test
  void shouldLeaveLinksAndWhatTheyLeadTo() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    Files.createSymbolicLink(folder.resolve(FILE), file);

    AbandonedFiles.remove(folder, true);

    assertThat(names()).containsExactlyInAnyOrder("file", FILE);
  }

  @Test
  void shouldLeaveWhatItMustNotWriteTo() throws IOException {
    Files.createDirectory(folder.resolve(FILE));

    AbandonedFiles.remove(folder, true);

    assertThat(names()).containsExactly(FILE);
  }
}
