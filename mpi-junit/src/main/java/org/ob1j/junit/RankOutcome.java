package org.ob1j.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * What a rank's run of the test came to.
 *
 * @param text a stack trace or a reason; empty if passed
 */
record RankOutcome(Kind kind, String text) {
  /** How it ended. */
  enum Kind {
    PASSED,
    FAILED,
    /** An assumption did not hold, or a condition of the rank's disabled the test. */
    ABORTED,
    /** The JVM was ended, or ended itself, in the middle; the text is its stacks. */
    UNFINISHED
  }

  /** Writes it so that a reader sees all of it or nothing. */
  void write(Path folder, int rank) throws IOException {
    Path unfinished = folder.resolve("rank-" + rank + ".part");
    Files.writeString(unfinished, kind + "\n" + text);
    Files.move(unfinished, file(folder, rank), StandardCopyOption.ATOMIC_MOVE);
  }

  /** What a rank has written; empty if nothing. */
  static Optional<RankOutcome> read(Path folder, int rank) throws IOException {
    Path file = file(folder, rank);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    String content = Files.readString(file);
    int end = content.indexOf('\n');
    return Optional.of(
        new RankOutcome(Kind.valueOf(content.substring(0, end)), content.substring(end + 1)));
  }

  private static Path file(Path folder, int rank) {
    return folder.resolve("rank-" + rank);
  }
}
