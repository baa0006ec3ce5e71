package org.ob1j.launcher;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.ob1j.launcher.plan.JobPlan;
import org.ob1j.launcher.state.JobEvent;
import org.ob1j.launcher.stdio.LineSink;
import org.ob1j.launcher.stdio.OutputSink;
import org.ob1j.launcher.system.NativeText;

/** mpirun's own output streams while a job runs, and what it says of itself there. */
final class Console {
  private final JobPlan.Talk talk;
  private final OutputSink out;
  private final OutputSink err;

  /**
   * Makes a console.
   *
   * @param talk what is said
   * @param onFailure told that a stream cannot be written any more
   */
  Console(JobPlan.Talk talk, Consumer<JobEvent> onFailure) {
    this.talk = talk;
    out = sink(FileDescriptor.out, "standard output", onFailure);
    err = sink(FileDescriptor.err, "standard error", onFailure);
  }

  LineSink out() {
    return out;
  }

  LineSink err() {
    return err;
  }

  /** Prints a text on standard output as it is. */
  void print(String text) {
    byte[] bytes = NativeText.encode(text);
    out.write(bytes, 0, bytes.length);
  }

  /** Prints a line on standard error, unless the user wants none. */
  void say(String text) {
    if (talk.quiet()) {
      return;
    }
    byte[] line = NativeText.encode("mpirun: " + text + "\n");
    err.write(line, 0, line.length);
  }

  /** Prints a line on standard error if the user wants to know what mpirun does. */
  void verbose(String text) {
    if (talk.verbose()) {
      say(text);
    }
  }

  private static OutputSink sink(
      FileDescriptor descriptor, String name, Consumer<JobEvent> onFailure) {
    boolean isPipe = isPipe(target(descriptor == FileDescriptor.out ? 1 : 2));
    // A pipe is never full for ever; the words for that depend on the locale.
    return new OutputSink(
        new FileOutputStream(descriptor),
        failure ->
            onFailure.accept(
                isPipe
                    ? new JobEvent.OutputUnread()
                    : new JobEvent.OutputFailed(name, failure.getMessage())));
  }

  static boolean isPipe(String target) {
    return target.startsWith("pipe:");
  }

  /** What a stream of mpirun leads to; empty if it is closed. */
  static String target(int descriptor) {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
    } catch (IOException closed) {
      return "";
    }
  }
}
