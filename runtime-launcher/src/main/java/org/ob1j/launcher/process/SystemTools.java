package org.ob1j.launcher.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ob1j.launcher.program.ProgramLookup;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.launcher.system.NativeText;

/**
 * The system's programs that start ranks, as paths: a rank's own PATH may lead elsewhere.
 *
 * @param setpriv ties a rank to mpirun's life
 * @param setsid gives the watchdog a session of its own
 * @param setpgid gives a rank a process group of its own; null if there is none
 * @param perl does so in its place; null if there is none
 * @param taskset binds it to a core
 */
record SystemTools(String setpriv, String setsid, String setpgid, String perl, String taskset) {
  /** Where the system's programs are, whatever PATH says. */
  static final String SYSTEM_FOLDERS = "/usr/bin:/bin";

  /** What Perl itself would obey is under these names while Perl runs. */
  private static final String SAVED_PREFIX = "OB1J_SAVED_";

  private static final String PERL_PREFIX = "PERL";

  /** Keeps Perl from complaining of a locale that is not installed. */
  private static final String PERL_QUIET = "PERL_BADLANG";

  /**
   * Words are encoded as in a URI: a folder or nothing, how many variables follow, those, and the
   * command.
   */
  private static final String START =
      """
      s/%(..)/pack 'H2', $1/ge for @ARGV;
      delete $ENV{PERL_BADLANG};
      for (grep { /^OB1J_SAVED_PERL/ } keys %ENV) { $ENV{substr($_, 11)} = delete $ENV{$_} }
      my $folder = shift;
      for (1 .. shift) { my ($name, $value) = split /=/, shift, 2; $ENV{$name} = $value }
      setpgrp;
      if ($folder ne '' && !chdir $folder) {
        print STDERR "mpirun: -wdir $folder: $!\\n";
        exit 2;
      }
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
        require("setpriv", folders),
        setsid,
        find("setpgid", folders),
        // The system's own first: one that a version manager puts in its place may refuse to run.
        find("perl", SYSTEM_FOLDERS + ":" + folders),
        require("taskset", folders));
  }

  /**
   * A command in a process group of its own, without a session of its own where that is possible
   * (util-linux has {@code setpgid} since 2.39, and most systems have Perl): the kernel shares out
   * processor time among sessions first, and a process that yields does not make way for one of
   * another session. Ranks that share cores get on twice as fast in one session.
   */
  List<String> inGroup(List<String> command) {
    List<String> words = new ArrayList<>();
    if (groupsByPerl()) {
      return byPerl("", List.of(), command);
    }
    words.add(setpgid == null ? setsid : setpgid);
    words.addAll(command);
    return words;
  }

  /**
   * A command in a process group of its own, with what Java cannot express.
   *
   * @param directory where it starts
   * @param assignments variables that are added to its environment: NAME=VALUE
   */
  List<String> exactly(String directory, List<String> assignments, List<String> command)
      throws LaunchException {
    if (perl == null) {
      throw new LaunchException(
          ExitCodes.NO_SUCH_PROGRAM,
          "an argument, a variable or a folder of "
              + command.get(0)
              + " has bytes that are no text in "
              + System.getProperty("sun.jnu.encoding")
              + "; mpirun needs the program 'perl' to pass these on, which is not installed");
    }
    return byPerl(directory, assignments, command);
  }

  private List<String> byPerl(String directory, List<String> assignments, List<String> command) {
    List<String> words = new ArrayList<>();
    words.add(directory);
    words.add(String.valueOf(assignments.size()));
    words.addAll(assignments);
    words.addAll(command);
    List<String> started = new ArrayList<>(List.of(perl, "-e", START, "--"));
    for (String word : words) {
      started.add(
          NativeText.isExpressible(word)
              ? word.replace("%", "%25")
              : NativeText.percentEncode(word, ""));
    }
    return started;
  }

  /** Whether Perl starts every rank. */
  boolean groupsByPerl() {
    return setpgid == null && perl != null;
  }

  /** What Perl would obey, the program it starts finds under its own name again. */
  static void hideFromPerl(Map<String, String> environment) {
    for (String name : List.copyOf(environment.keySet())) {
      if (isPerls(name)) {
        environment.put(SAVED_PREFIX + name, environment.remove(name));
      }
    }
    environment.put(PERL_QUIET, "");
  }

  /** Whether Perl may obey a variable of this name. */
  static boolean isPerls(String name) {
    return name.startsWith(PERL_PREFIX);
  }

  private static String find(String name, String folders) {
    Path found = ProgramLookup.find(name, folders, Path.of("/"));
    return found == null ? null : NativeText.text(found);
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
