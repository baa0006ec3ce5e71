package org.ob1j.launcher;

import java.nio.file.Path;
import java.util.List;

/**
 * The system's programs that start ranks, as paths: a rank's own PATH may lead elsewhere.
 *
 * @param setpriv ties a rank to mpirun's life
 * @param setsid gives the watchdog a session of its own
 * @param group the words before a rank's command that give it a process group of its own
 * @param taskset binds it to a core
 */
record SystemTools(String setpriv, String setsid, List<String> group, String taskset) {
  /** The variable keeps Perl from complaining of a locale that is not installed. */
  private static final String SETPGRP =
      "delete $ENV{PERL_BADLANG}; setpgrp; exec {$ARGV[0]} @ARGV or die \"$ARGV[0]: $!\\n\"";

  /** Finds them, or fails naming the one that is missing. */
  static SystemTools find(String path) throws LaunchException {
    String folders = path == null ? ProgramLookup.DEFAULT_PATH : path + ":" + "/usr/bin:/bin";
    String setsid = require("setsid", folders);
    return new SystemTools(
        require("setpriv", folders), setsid, group(folders, setsid), require("taskset", folders));
  }

  /**
   * Without a session of its own where that is possible (util-linux has {@code setpgid} since 2.39,
   * and most systems have Perl): the kernel shares out processor time among sessions first, and a
   * process that yields does not make way for one of another session. Ranks that share cores get on
   * twice as fast in one session.
   */
  private static List<String> group(String folders, String setsid) {
    String setpgid = find("setpgid", folders);
    if (setpgid != null) {
      return List.of(setpgid);
    }
    String env = find("env", folders);
    String perl = find("perl", folders);
    return env == null || perl == null
        ? List.of(setsid)
        : List.of(env, "PERL_BADLANG=", perl, "-e", SETPGRP, "--");
  }

  private static String find(String name, String folders) {
    Path found = ProgramLookup.find(name, folders, Path.of("/"));
    return found == null ? null : found.toString();
  }

  private static String require(String name, String folders) throws LaunchException {
    String found = find(name, folders);
    if (found == null) {
      throw new LaunchException(
          ExitCodes.NO_SUCH_PROGRAM,
          "mpirun needs the program '" + name + "' of util-linux, which is not installed");
    }
    return found;
  }
}
