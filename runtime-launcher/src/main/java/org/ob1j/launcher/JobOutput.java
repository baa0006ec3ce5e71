package org.ob1j.launcher;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import org.ob1j.launcher.host.HostEvents.Stream;
import org.ob1j.launcher.stdio.ByteSink;
import org.ob1j.launcher.stdio.LineBuffer;
import org.ob1j.launcher.stdio.LineSink;
import org.ob1j.launcher.stdio.OutputPlan;

/** Where each stream of each rank goes, whatever host it comes from. */
final class JobOutput {
  private final ByteSink[] out;
  private final ByteSink[] err;

  /**
   * Opens what ranks write to.
   *
   * @param onFailure told of a file that cannot be written any more
   * @throws IOException if a file cannot be made
   */
  JobOutput(int ranks, OutputPlan plan, Console console, BiConsumer<Path, IOException> onFailure)
      throws IOException {
    out = new ByteSink[ranks];
    err = new ByteSink[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      LineSink its = plan.sink(rank, ranks, "stdout", console.out(), onFailure);
      LineSink errors =
          plan.merged() ? its : plan.sink(rank, ranks, "stderr", console.err(), onFailure);
      out[rank] = new LineBuffer(its, plan.prefix(rank, "stdout"));
      err[rank] = new LineBuffer(errors, plan.prefix(rank, plan.merged() ? "stdout" : "stderr"));
    }
  }

  ByteSink of(int rank, Stream stream) {
    return stream == Stream.STDOUT ? out[rank] : err[rank];
  }
}
