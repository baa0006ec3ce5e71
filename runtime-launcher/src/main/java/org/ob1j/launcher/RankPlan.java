package org.ob1j.launcher;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Everything that is known about a rank before it starts.
 *
 * @param program which of the job's programs it runs, from 0
 * @param command the program and its arguments, wrapping apart
 * @param environment what it finds in its environment, its own number apart
 * @param workingDirectory where it starts
 * @param cpu the CPU that it is tied to, or null
 */
record RankPlan(
    int program,
    List<String> command,
    Map<String, String> environment,
    Path workingDirectory,
    Integer cpu) {

  /** What it is tied to, in words. */
  String binding() {
    return cpu == null ? "not bound" : "bound to core " + cpu;
  }
}
