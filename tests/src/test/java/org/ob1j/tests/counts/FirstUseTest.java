package org.ob1j.tests.counts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.tests.harness.MpirunJob;

/**
 * Each lambda or method reference that is linked costs a short job some tenths of a ms; so does a
 * class that the archive has not, and the first of them milliseconds, as the jar is opened for it.
 */
class FirstUseTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"sm", "tcp", "sm,tcp"})
  void shouldLinkNoLambdaAndOpenNoJarInAShortJob(String transports) throws IOException {
    assumeThat(Runtime.version().feature()).as("newer JDKs name them otherwise").isEqualTo(17);

    MpirunJob.Result result =
        MpirunJob.of("-n", "2", "--mca", "btl", transports, MpirunJob.java())
            .words("-Xlog:class+load:file=" + folder.resolve("%p.log"))
            .words("-cp", MpirunJob.testClasses(), FirstMessages.class.getName())
            .run();

    assertThat(result.exitCode()).as(result.stderr()).isZero();
    List<List<String>> loadedByRanks = loadedByRanks();
    assertThat(loadedByRanks).hasSize(2);
    for (List<String> loaded : loadedByRanks) {
      assertThat(loaded).anyMatch(line -> line.startsWith("org.ob1j.pml.peer.Peer source: "));
      assertThat(loaded)
          .filteredOn(FirstUseTest::isOurs)
          .noneMatch(line -> line.contains("Lambda"))
          .allMatch(line -> line.contains(" source: shared objects file"));
      assertThat(loaded)
          .as("algorithms that are not used")
          .noneMatch(line -> line.contains(".collective.movement.ChainBroadcast "));
    }
  }

  private static boolean isOurs(String line) {
    return line.startsWith("mpi.")
        || line.startsWith("org.ob1j.") && !line.startsWith("org.ob1j.tests.");
  }

  /** The classes that each rank has loaded, and where from: {@code NAME source: …}. */
  private List<List<String>> loadedByRanks() throws IOException {
    List<List<String>> ranks = new ArrayList<>();
    try (DirectoryStream<Path> logs = Files.newDirectoryStream(folder, "*.log")) {
      for (Path log : logs) {
        // [0.021s][info][class,load] NAME source: …
        ranks.add(
            Files.readAllLines(log).stream()
                .map(line -> line.substring(line.lastIndexOf(']') + 1).strip())
                .toList());
      }
    }
    return ranks;
  }
}
