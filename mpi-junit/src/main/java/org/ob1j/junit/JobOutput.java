package org.ob1j.junit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Passes on a stream of mpirun's to one of the test JVM's, line by line, and keeps it. */
final class JobOutput {
  private final StringBuilder text = new StringBuilder();
  private final Thread reader;

  JobOutput(InputStream in, PrintStream to, String name) {
    reader = new Thread(() -> forward(in, to), name);
    reader.setDaemon(true);
    reader.start();
  }

  synchronized String text() {
    return text.toString();
  }

  /** Waits until the text is as wished, or for so long. */
  synchronized void await(Predicate<String> wish, long nanos) throws InterruptedException {
    long deadline = System.nanoTime() + nanos;
    for (long left = nanos; left > 0 && !wish.test(text()); left = deadline - System.nanoTime()) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
  }

  /** Waits for the stream's end, or for so long. */
  void join(long nanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.timedJoin(reader, nanos);
  }

  private void forward(InputStream in, PrintStream to) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        to.println(line);
        append(line + "\n");
      }
    } catch (IOException closed) {
      append("(mpirun's output has broken off: " + closed.getMessage() + ")\n");
    }
  }

  private synchronized void append(String line) {
    text.append(line);
    notifyAll();
  }
}
