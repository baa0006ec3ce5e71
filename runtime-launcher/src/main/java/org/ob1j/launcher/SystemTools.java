package org.ob1j.launcher;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The system's programs that start ranks, as paths: a rank's own PATH may lead elsewhere.
 *
 * @param setpriv ties a rank to mpirun's life
 * @param setsid gives the watchdog a session of its own
 * @param group the words before a rank's command that give it a process group of its own
 * @param taskset binds it to a core
 */
record SystemTools(String setpriv, String setsid, List<String> group, String taskset) {
  private static final String SYSTEM_FOLDERS = "/usr/bin:/bin";

  /** What Perl itself would obey is under these names while Perl runs. */
  private static final String SAVED_PREFIX = "OB1J_SAVED_";

  private static final String PERL_PREFIX = "PERL";

  /** Keeps Perl from complaining of a locale that is not installed. */
  private static final String PERL_QUIET = "PERL_BADLANG";

  private static final String SETPGRP =
      """
      delete $ENV{PERL_BADLANG};
      for (grep { /^OB1J_SAVED_PERL/ } keys %ENV) { $ENV{substr($_, 11)} = delete $ENV{$_} }
      setpgrp;
      exec { $ARGV[0] } @ARGV or do {
        my $missing = $! == 2;
        print STDERR "mpirun: $ARGV[0]: $!\\n";
        exit($missing ? 127 : 126);
      }
      """;

  /** Finds them, or fails naming the one that is missing. */
  static SystemTools find(String path) throws LaunchException {
    String folders = path == null ? ProgramLookup.DEFAULT_PATH : path + ":" + SYSTEM_FOLDERS;
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
    // The system's own first: one that a version manager puts in its place may refuse to run.
    String perl = find("perl", SYSTEM_FOLDERS + ":" + folders);
    return perl == null ? List.of(setsid) : List.of(perl, "-e", SETPGRP, "--");
  }

  /** Makes the environment of a rank that of what starts it. */
  void prepare(Map<String, String> environment) {
    if (!group.contains(SETPGRP)) {
      return;
    }
    for (String name : List.copyOf(environment.keySet())) {
      if (name.startsWith(PERL_PREFIX)) {
        environment.put(SAVED_PREFIX + name, environment.remove(name));
      }
    }
    environment.put(PERL_QUIET, "");
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
