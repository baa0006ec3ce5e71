package org.ob1j.launcher;

import java.nio.file.Path;

/**
 * The programs of util-linux that start ranks, as paths: a rank's own PATH may lead elsewhere.
 *
 * @param setpriv ties a rank to mpirun's life
 * @param setsid gives it a session and a process group of its own
 * @param taskset binds it to a core
 */
record SystemTools(String setpriv, String setsid, String taskset) {

  /** Finds them, or fails naming the one that is missing. */
  static SystemTools find(String path) throws LaunchException {
    return new SystemTools(find("setpriv", path), find("setsid", path), find("taskset", path));
  }

  private static String find(String name, String path) throws LaunchException {
    String folders = path == null ? ProgramLookup.DEFAULT_PATH : path + ":" + "/usr/bin:/bin";
    Path found = ProgramLookup.find(name, folders, Path.of("/"));
    if (found == null) {
      throw new LaunchException(
          ExitCodes.NO_SUCH_PROGRAM,
          "mpirun needs the program '" + name + "' of util-linux, which is not installed");
    }
    return found.toString();
  }
}
