package org.ob1j.launcher;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import org.ob1j.launcher.system.ExitCodes;

/** mpirun's standard output beside that of a job: what cannot be written there is not forgotten. */
final class StandardOutput extends FileOutputStream {
  private IOException failure;

  StandardOutput() {
    super(FileDescriptor.out);
  }

  @Override
  public void write(byte[] bytes, int offset, int lengthBytes) throws IOException {
    try {
      super.write(bytes, offset, lengthBytes);
    } catch (IOException cannotWrite) {
      failure = cannotWrite;
      throw cannotWrite;
    }
  }

  /**
   * mpirun's exit code; the reason is printed if it is another because of what was not written.
   *
   * @param code the exit code if all was written
   */
  int exitCode(int code) {
    if (failure == null || code != ExitCodes.OK) {
      return code;
    }
    String target = Console.target(1);
    if (Console.isPipe(target)) {
      return ExitCodes.SIGPIPE;
    }
    // The start script has put it in the place of an output that is closed: nobody wants to see it.
    if (target.equals("/dev/null")) {
      return code;
    }
    System.err.println("mpirun: mpirun cannot write its standard output: " + failure.getMessage());
    return ExitCodes.FAILURE;
  }
}
