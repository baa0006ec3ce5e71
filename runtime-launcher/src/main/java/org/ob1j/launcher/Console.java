package org.ob1j.launcher;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.ob1j.launcher.plan.JobPlan;
import org.ob1j.launcher.state.JobEvent;
import org.ob1j.launcher.stdio.LineSink;
import org.ob1j.launcher.stdio.OutputSink;
import org.ob1j.launcher.system.NativeText;

/** mpirun's own output streams while a job runs, and what it says of itself there. */
final class Console {
  /** For so long at most mpirun waits until what it says is written: its output may be unread. */
  private static final long SAY_MILLIS = 1000;

  private final JobPlan.Talk talk;
  private final OutputSink out;
  private final OutputSink err;

  /** Writes what mpirun says, so that it can do its work if nobody reads that; null before. */
  private ExecutorService speaker;

  /** What was said last; null before that. */
  private Future<?> said;

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

  private static Thread thread(Runnable body) {
    Thread thread = new Thread(null, body, "messages", 256 << 10);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Prints a line on standard error, unless the user wants none. It has been written when this
   * returns, unless nobody reads standard error: then it follows when somebody does.
   */
  synchronized void say(String text) {
    if (talk.quiet()) {
      return;
    }
    byte[] line = NativeText.encode("mpirun: " + text + "\n");
    boolean unread = said != null && !said.isDone();
    if (speaker == null) {
      speaker = Executors.newSingleThreadExecutor(Console::thread);
    }
    said = speaker.submit(() -> err.write(line, 0, line.length));
    if (!unread) {
      awaitSaid();
    }
  }

  /**
   * Waits until all that was said has been written, but not for long if nobody reads it.
   *
   * @param patient whether to wait on nevertheless
   */
  synchronized void awaitReader(BooleanSupplier patient) {
    boolean written = said == null || awaitSaid();
    while (!written && patient.getAsBoolean()) {
      written = awaitSaid();
    }
  }

  /** False if that takes long. */
  private boolean awaitSaid() {
    try {
      said.get(SAY_MILLIS, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException nobodyReads) {
      // Who ends the job must not wait longer.
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return true;
    } catch (ExecutionException failed) {
      throw new IllegalStateException("cannot say what the job does", failed.getCause());
    }
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
