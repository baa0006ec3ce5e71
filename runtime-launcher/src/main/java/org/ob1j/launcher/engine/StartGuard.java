package org.ob1j.launcher.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A small shell beside an agent that is being started. The start script, and the {@code java} that
 * it becomes, may hang where they can see nothing, as in a file system that does not answer. The
 * guard ends them when whoever has started them is gone, or their time is over. An agent that can
 * see that itself dismisses it.
 *
 * <pre>
 *   sshd ── the script, then the java, then the agent
 *    ▲                       ▲                │
 *    └─ still its parent? ── guard ◄── SIGTERM ┘
 * </pre>
 *
 * A guard that begins when {@code sshd} is gone already knows no other parent. That is for the
 * script to find, by a word that nobody reads any more: whose child a process is says nothing, as
 * what runs in a container, or is started by systemd, may rightly be process 1's.
 *
 * <p>Schedulers' daemons stay whatever happens to mpirun: there the guard's time decides.
 */
public final class StartGuard {
  /** Tells the agent the guard's process id. */
  static final String PROPERTY = "ob1j.guard";

  private static final String NAME = "ob1j-guard";

  /**
   * The guard. {@code $1} is the process that becomes the agent, {@code $2} its parent, {@code $3}
   * the time in seconds. It says its own process id once it has looked and can be dismissed.
   *
   * <p>It needs nothing of a folder that may hang. A process id may be used again; when its process
   * began tells which it is. SIGTERM is first, for the script to remove what it has half unpacked;
   * SIGKILL follows for what else there is of its process group, whether or not it has ended.
   */
  private static final String SCRIPT =
      """
      trap '' HUP INT QUIT PIPE USR1 USR2
      trap 'kill "$!"; exit' TERM
      cd /
      PATH=/usr/bin:/bin:$PATH
      look() {
        read -r stat < "/proc/$1/stat" || return 1
        # The name before the last parenthesis may be anything.
        set -- ${stat##*) }
        # One that has ended is there for ever where nobody waits for orphans.
        case $1 in [ZX]*) return 1 ;; esac
        parent=$2 group=$3 session=$4 began=${20}
      }
      look_at_agent() {
        look "$agent" && [ "${start:=$began}" = "$began" ] || exit
      }
      is_wanted() {
        look_at_agent
        [ "$parent" = "$shell" ] || return 1
        # A login shell that stays between leads the session, and sshd is its parent.
        [ "$session" != "$parent" ] || look "$parent"
        [ "${first:=$parent}" = "$parent" ]
      }
      agent=$1 shell=$2 left=$3 start= first=
      is_wanted
      echo $$ && exec > /dev/null
      while is_wanted && [ "$left" -gt 0 ]; do
        sleep 1 &
        wait "$!" || exit
        left=$((left - 1))
      done
      trap '' TERM
      look_at_agent
      [ "$group" = "$agent" ] && end="-$agent" || end=$agent
      kill -TERM "$end"
      sleep 1
      [ "$end" != "$agent" ] || look_at_agent
      kill -KILL "$end"
      """;

  private StartGuard() {}

  /**
   * What a start script does to have one: by way of a shell that ends at once, so that the guard is
   * no child of the agent, which would not wait for it.
   *
   * @param seconds how long the start may take
   */
  static String command(int seconds) {
    return "guard=$(/bin/sh -c "
        + Bootstrap.quoted(SCRIPT)
        + " "
        + NAME
        + " $$ $PPID "
        + seconds
        + " < /dev/null 2> /dev/null &)\n";
  }

  /** Ends the guard of this process, if it has one. */
  public static void dismiss() {
    Long guard = Long.getLong(PROPERTY);
    if (guard == null || !isGuard(guard)) {
      return;
    }
    ProcessHandle.of(guard).ifPresent(ProcessHandle::destroy);
  }

  /**
   * Its process id may have been used again. It guards this process, or one that has started this
   * one: the java may be a script that calls another.
   */
  private static boolean isGuard(long process) {
    String line;
    try {
      byte[] words = Files.readAllBytes(Path.of("/proc/" + process + "/cmdline"));
      line = new String(words, StandardCharsets.ISO_8859_1);
    } catch (IOException gone) {
      return false;
    }
    Optional<ProcessHandle> guarded = Optional.of(ProcessHandle.current());
    while (guarded.isPresent()) {
      if (line.contains("\0" + NAME + "\0" + guarded.get().pid() + "\0")) {
        return true;
      }
      guarded = guarded.get().parent();
    }
    return false;
  }
}
