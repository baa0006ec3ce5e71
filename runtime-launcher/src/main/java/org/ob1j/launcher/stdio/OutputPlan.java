package org.ob1j.launcher.stdio;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.function.BiConsumer;

/**
 * What becomes of the ranks' output.
 *
 * @param tagged whether lines tell their rank
 * @param timed whether lines tell the time
 * @param merged whether what ranks write to stderr goes where their stdout goes
 * @param files where output is kept, or null
 */
public record OutputPlan(boolean tagged, boolean timed, boolean merged, OutputFiles files) {

  /** What each line of a stream of a rank begins with. */
  public LinePrefix prefix(int rank, String stream) {
    return new LinePrefix(
        tagged ? "[1," + rank + "]" : "", stream, timed ? LocalDateTime::now : null);
  }

  /**
   * Where a stream of a rank goes.
   *
   * @param terminal where it goes on the terminal
   * @param onFailure told of a file that cannot be written any more
   */
  public LineSink sink(
      int rank, int size, String stream, LineSink terminal, BiConsumer<Path, IOException> onFailure)
      throws IOException {
    return files == null ? terminal : files.open(rank, size, stream, terminal, onFailure);
  }
}
