package org.ob1j.runtime.control;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * How a rank ends when its job does. In a program it does not return; in tests it may, and then
 * whoever waits for the job gets a {@link org.ob1j.runtime.job.JobException}.
 */
@FunctionalInterface
public interface JobEnd {
  /**
   * The job has ended.
   *
   * @param code exit code for this process
   * @param message a line for the user, or an empty text if the launcher has said it already
   */
  void end(int code, String message);

  /** In UTF-8, whatever charset the program's own output has. */
  private static void printPlainly(String line) {
    try (FileOutputStream err = new FileOutputStream(FileDescriptor.err)) {
      err.write(line.getBytes(StandardCharsets.UTF_8));
    } catch (IOException nobodyListens) {
      System.err.print(line);
    }
  }

  /** Prints the message and halts the JVM: no shutdown hook may hold up the end of a job. */
  static JobEnd halt() {
    return new JobEnd() {
      @Override
      public void end(int code, String message) {
        if (!message.isEmpty()) {
          System.err.flush();
          printPlainly("ob1j: " + message + "\n");
        }
        Runtime.getRuntime().halt(code);
      }
    };
  }
}
