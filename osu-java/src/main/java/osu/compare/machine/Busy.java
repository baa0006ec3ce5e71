package osu.compare.machine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Processes that compute all the time, until they are ended. */
public final class Busy {
  private final List<Process> processes = new ArrayList<>();

  public Busy(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      // It ends by itself, too, when nobody is left who would end it.
      String loop =
          "while kill -0 "
              + ProcessHandle.current().pid()
              + "; do i=0; "
              + "while [ $i -lt 100000 ]; do i=$((i + 1)); done; done";
      processes.add(
          new ProcessBuilder("sh", "-c", loop)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start());
    }
  }

  public void end() {
    processes.forEach(Process::destroyForcibly);
  }
}
