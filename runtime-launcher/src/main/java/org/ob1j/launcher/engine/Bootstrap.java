package org.ob1j.launcher.engine;

import java.util.StringJoiner;

/**
 * The shell script that starts an agent on another host: it finds ob1j's jars, or takes them from
 * its standard input, finds a {@code java}, and becomes the agent. A {@link StartGuard} is beside
 * it.
 *
 * <pre>
 *   engine                                     other host
 *     │ ── the script ──────────────────────────► │  sh -s
 *     │ ◄──────────────────────── ob1j-begins ─── │
 *     │ ◄────────────────────────── ob1j-send ─── │  if there are no jars
 *     │ ── their length, and they ──────────────► │
 *     │ ◄───────────────────────── ob1j-ready ─── │
 *     │ ── AgentOrder ──────────────────────────► │  java
 * </pre>
 *
 * The script comes by standard input, too, because a command line goes through a shell that may be
 * any. It is in braces so that the shell has read it to its end before it runs.
 *
 * @param installation the files of this host
 * @param mainClass the agent's
 * @param prefix where ob1j is on the other host, or null: at the same place as here
 * @param startupSeconds how long the agent may take until it is connected
 */
public record Bootstrap(
    Installation installation, String mainClass, String prefix, int startupSeconds) {
  /**
   * What the script says first: where nobody is left to hear it, it ends at once. Its guard has
   * looked by then, and sees if they go later.
   */
  static final String BEGINS = "ob1j-begins";

  /** What the script says when it wants the jars. */
  static final String SEND = "ob1j-send";

  /** What the script says when it wants the order. */
  static final String READY = "ob1j-ready";

  /** The exit code where there is no java, as that of a shell. */
  static final int NO_JAVA = 127;

  /** When mpirun has given up for certain, and so has an agent that runs. */
  private static final int GRACE_SECONDS = 5;

  /** A short-lived JVM that mostly waits: as mpirun's own, see launch.bash. */
  private static final String JVM =
      "-XX:TieredStopAtLevel=1 -XX:CompileThresholdScaling=10 -XX:-UsePerfData"
          + " -Xmx256m -Xlog:disable";

  /**
   * Signals until the agent handles them: schedulers send them to whatever they have started. And a
   * shell that passes on variables may have that of another job, whose end is to end no agent.
   */
  private static final String STAND_APART = "trap '' USR1 USR2\nunset OB1J_JOB_ID\n";

  /**
   * Hosts may share a cache, and have processes of the same number. What a full disk or a user has
   * cut short is taken again.
   */
  private static final String TAKE_JARS =
      """
      sizes() {
        (cd "$1" && wc -c *.jar */*.jar) 2> /dev/null
      }
      is_whole() {
        [ -s "$1/sizes" ] && [ "$(sizes "$1/lib")" = "$(cat "$1/sizes")" ]
      }
      if [ ! -d "$lib/launcher" ]; then
        cache="${XDG_CACHE_HOME:-$HOME/.cache}/ob1j/$build"
        if ! is_whole "$cache"; then
          new="$cache.$(uname -n).$$"
          trap 'rm -rf "$new"; exit 1' HUP INT PIPE TERM
          mkdir -p "$new" || exit 1
          echo ob1j-send
          read -r bytes
          said=$({ head -c "$bytes" | tar -xzmf - -C "$new"; } 2>&1) || {
            rm -rf "$new"
            echo "cannot unpack ob1j into $cache" >&2
            printf '%s\n' "$said" | head -n 3 >&2
            exit 1
          }
          sizes "$new/lib" > "$new/sizes"
          # Another agent may have been faster.
          is_whole "$cache" || {
            mv "$cache" "$new.damaged" 2> /dev/null
            mv "$new" "$cache" 2> /dev/null
          }
          rm -rf "$new" "$new.damaged" "$cache/${new##*/}"
          trap - HUP INT PIPE TERM
        fi
        lib="$cache/lib"
      fi
      """;

  private static final String REQUIRE_JARS =
      """
      if [ ! -d "$lib/launcher" ]; then
        echo "there is no ob1j in $lib (--prefix DIR says where it is)" >&2
        exit 1
      fi
      """;

  private static final String REQUIRE_ALL_JARS =
      """
      do
        [ -r "$lib/$each" ] || {
          echo "there is another ob1j in $lib: it has no $each (--prefix DIR says where the same is)" >&2
          exit 1
        }
      done
      """;

  private static final String FIND_JAVA =
      """
      [ -x "$java" ] || java="${JAVA_HOME:-/nowhere}/bin/java"
      [ -x "$java" ] || java=$(command -v java) || {
        echo "there is no java: neither $same, nor in JAVA_HOME, nor in PATH ($PATH)" >&2
        exit 127
      }
      """;

  private static final String BECOME_AGENT =
      """
      [ ! -d "$lib/ranks" ] || programs="$lib/ranks"
      # Archives are of one java; another does not even know what an AOT cache is.
      [ "$java" = "$same" ] || archive=
      set -- $jvm "-Dob1j.startup.seconds=$startup" "-Dob1j.guard=$guard"
      set -- "$@" "-Dob1j.lib=$lib" "-Dob1j.rank.programs=$programs"
      # Archives are for the JVM that they were made with.
      for each in "$archive/ranks.aot" "$archive/ranks.jsa"; do
        [ ! -r "$each" ] || set -- "$@" "-Dob1j.archive=$each" "-Dob1j.archive.java=$java"
      done
      if [ -r "$archive/launcher.aot" ]; then
        set -- "$@" --enable-native-access=ALL-UNNAMED "-XX:AOTCache=$archive/launcher.aot"
      elif [ -r "$archive/launcher.jsa" ]; then
        set -- "$@" -Xshare:auto "-XX:SharedArchiveFile=$archive/launcher.jsa"
      fi
      _JAVA_SR_SIGNUM=62
      export _JAVA_SR_SIGNUM
      # What is said to JVMs is for the ranks'; HiddenVariables has the names.
      [ -z "${JAVA_TOOL_OPTIONS+set}" ] || export OB1J_SAVED_JAVA_TOOL_OPTIONS="$JAVA_TOOL_OPTIONS"
      [ -z "${JDK_JAVA_OPTIONS+set}" ] || export OB1J_SAVED_JDK_JAVA_OPTIONS="$JDK_JAVA_OPTIONS"
      [ -z "${_JAVA_OPTIONS+set}" ] || export OB1J_SAVED__JAVA_OPTIONS="$_JAVA_OPTIONS"
      unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS
      # Why it cannot start a JVM says on standard output, which nobody reads any more.
      exec "$java" "$@" -Dfile.encoding=UTF-8 -cp "$class_path" "$main" >&2
      """;

  /**
   * Where the agent's JVM could not even load its classes: as mpirun's own, see launch.bash. A JVM
   * raises its limit to the hard one.
   */
  private static final String REQUIRE_OPEN_FILES =
      """
      files=$(ulimit -Hn 2> /dev/null)
      case $files in
        '' | *[!0-9]*) ;;
        *)
          [ "$files" -ge 64 ] || {
            echo "only $files files may be open at a time (ulimit -n); an agent needs 64 and 3 for each rank" >&2
            exit 1
          }
          ;;
      esac
      """;

  /** The script for a host whose standard input is its own: it may ask for the jars. */
  String conversation() {
    return "{\n"
        + variables()
        // Ends it by SIGPIPE, or where that signal is ignored by its exit code.
        + "echo "
        + BEGINS
        + " || exit\nbuild="
        + quoted(installation.build())
        + "\n"
        + (prefix == null ? TAKE_JARS : REQUIRE_JARS)
        + classPath()
        + REQUIRE_OPEN_FILES
        + FIND_JAVA
        + "echo "
        + READY
        + "\n"
        + BECOME_AGENT
        + "}\n";
  }

  /** The script that takes nothing but the order from its standard input, and says nothing. */
  String monologue() {
    return variables() + REQUIRE_JARS + classPath() + REQUIRE_OPEN_FILES + FIND_JAVA + BECOME_AGENT;
  }

  private String variables() {
    String library = prefix == null ? installation.library().toString() : prefix + "/lib";
    String archive = installation.archive() == null ? "" : installation.archive().toString();
    return STAND_APART
        + "lib="
        + quoted(library)
        + "\njava="
        + quoted(installation.java().toString())
        + "\nsame=$java\nprograms="
        + quoted(installation.programs().toString())
        + "\narchive="
        + quoted(archive)
        + "\nmain="
        + quoted(mainClass)
        + "\nstartup="
        + startupSeconds
        + "\njvm="
        + quoted(JVM)
        + "\n"
        + StartGuard.command(startupSeconds + GRACE_SECONDS);
  }

  private String classPath() {
    StringJoiner entries = new StringJoiner(":", "class_path=", "\n");
    StringJoiner names = new StringJoiner(" ", "for each in ", "\n");
    for (String name : installation.classPath()) {
      entries.add("\"$lib\"/" + quoted(name));
      names.add(quoted(name));
    }
    return entries.toString() + names + REQUIRE_ALL_JARS;
  }

  /** A word for a shell. */
  static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
