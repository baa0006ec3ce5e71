import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What WordCount does on one rank; that any number of ranks agrees is tested with real ranks. */
class WordCountTest {
  @TempDir Path folder;

  @Test
  void shouldCountRunsOfLettersInLowerCase() throws IOException {
    Map<String, Long> counts = counts(write("a", "The cat; the CAT's été\n\n42 the\n"));
    assertThat(counts).isEqualTo(Map.of("the", 3L, "cat", 2L, "s", 1L, "été", 1L));
  }

  @Test
  void shouldCountAFileThatIsNotText() throws IOException {
    Path file = folder.resolve("binary");
    Files.write(file, new byte[] {(byte) 0xC3, 'a', (byte) 0xFF, 'b', 0});
    assertThat(counts(file)).isEqualTo(Map.of("a", 1L, "b", 1L));
  }

  @Test
  void shouldNameTheFileThatCannotBeRead() {
    Path file = folder.resolve("missing");
    assertThatThrownBy(() -> counts(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString());
  }

  @Test
  void shouldListFilesAndLinksToFilesInOrder() throws IOException {
    Path inner = Files.createDirectory(folder.resolve("b"));
    Path second = Files.writeString(inner.resolve("x"), "x");
    Path first = write("a", "x");
    Path link = Files.createSymbolicLink(folder.resolve("c"), first);
    Files.createSymbolicLink(folder.resolve("circle"), folder);
    Files.createSymbolicLink(folder.resolve("dangling"), folder.resolve("nowhere"));
    assertThat(WordCount.list(folder)).containsExactly(real(first), real(second), real(link));
  }

  @Test
  void shouldListAFolderGivenAsALink() throws IOException {
    Path target = Files.createDirectory(folder.resolve("target"));
    Path file = Files.writeString(target.resolve("x"), "x");
    Path link = Files.createSymbolicLink(folder.resolve("link"), target);
    assertThat(WordCount.list(link)).containsExactly(file.toRealPath());
  }

  @Test
  void shouldRefuseWhatIsNoFolder() throws IOException {
    Path file = write("a", "x");
    assertThatThrownBy(() -> WordCount.list(file)).isInstanceOf(NotDirectoryException.class);
  }

  @Test
  void shouldShareOutEveryFileOnceAmongAnyNumberOfRanks() {
    List<Path> files = List.of(Path.of("a"), Path.of("b"), Path.of("c"), Path.of("d"));
    for (int ranks = 1; ranks <= 6; ranks++) {
      List<Path> shared = new ArrayList<>();
      for (int rank = 0; rank < ranks; rank++) {
        shared.addAll(WordCount.share(files, rank, ranks));
      }
      assertThat(shared).containsExactlyInAnyOrderElementsOf(files);
    }
  }

  @Test
  void shouldAddUpCountsThatTravelled() {
    Map<String, Long> counts = new TreeMap<>(Map.of("été", 1L, "a", 2L));
    WordCount.addBytes(WordCount.toBytes(Map.of("été", 5_000_000_000L, "b", 3L)), counts);
    WordCount.addBytes(WordCount.toBytes(Map.of()), counts);
    assertThat(counts).isEqualTo(Map.of("a", 2L, "b", 3L, "été", 5_000_000_001L));
  }

  @Test
  void shouldPrintTenCommonestWithTiesByAlphabetAndTheTotal() {
    Map<String, Long> counts = new TreeMap<>();
    for (char letter = 'a'; letter <= 'k'; letter++) {
      counts.put(String.valueOf(letter), letter == 'k' ? 7L : 1L);
    }
    assertThat(WordCount.summary(counts).lines().map(String::strip))
        .containsExactly(
            "7 k",
            "1 a",
            "1 b",
            "1 c",
            "1 d",
            "1 e",
            "1 f",
            "1 g",
            "1 h",
            "1 i",
            "17 words in all");
  }

  @Test
  void shouldPrintATotalOfNothing() {
    assertThat(WordCount.summary(Map.of()).strip()).isEqualTo("0 words in all");
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text, StandardCharsets.UTF_8);
  }

  /** The list is of the folder's own path, links to files stay what they are. */
  private Path real(Path file) throws IOException {
    return folder.toRealPath().resolve(folder.relativize(file));
  }

  private static Map<String, Long> counts(Path file) throws IOException {
    Map<String, Long> counts = new TreeMap<>();
    WordCount.count(file, counts);
    return counts;
  }
}
