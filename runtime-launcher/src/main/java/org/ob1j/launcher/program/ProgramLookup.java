package org.ob1j.launcher.program;

import java.nio.file.Files;
import java.nio.file.Path;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.launcher.system.NativeText;

/** Finds a program as execvp would, so that a wrong name is reported before anything starts. */
public final class ProgramLookup {
  public static final String DEFAULT_PATH = "/bin:/usr/bin";

  private ProgramLookup() {}

  /**
   * Makes sure that a program is there.
   *
   * @param path the value of PATH, or null
   * @param workingDirectory what relative names are relative to
   * @return its file
   * @throws LaunchException with 127 if it is not there, 126 if it cannot be executed
   */
  public static Path require(String program, String path, Path workingDirectory)
      throws LaunchException {
    Path found = find(program, path, workingDirectory);
    if (found == null) {
      throw new LaunchException(
          ExitCodes.NO_SUCH_PROGRAM,
          "there is no program '"
              + program
              + "'"
              + (program.contains("/")
                  ? " (looked from " + NativeText.text(workingDirectory) + ")"
                  : " in " + (path == null ? DEFAULT_PATH : path)));
    }
    if (!Files.isExecutable(found) || Files.isDirectory(found)) {
      throw new LaunchException(
          ExitCodes.NOT_EXECUTABLE,
          "'" + program + "' (" + NativeText.text(found) + ") is not executable");
    }
    return found;
  }

  /** The program's file, executable if possible, or null. */
  public static Path find(String program, String path, Path workingDirectory) {
    if (program.contains("/")) {
      Path file = NativeText.resolve(workingDirectory, program);
      return Files.exists(file) ? file : null;
    }
    Path notExecutable = null;
    for (String folder : (path == null ? DEFAULT_PATH : path).split(":", -1)) {
      Path file = NativeText.resolve(NativeText.resolve(workingDirectory, folder), program);
      if (!program.isEmpty() && Files.isRegularFile(file)) {
        if (Files.isExecutable(file)) {
          return file;
        }
        notExecutable = file;
      }
    }
    return notExecutable;
  }
}
