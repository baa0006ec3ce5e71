package org.ob1j.launcher.plan;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ob1j.launcher.system.NativeText;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * Where ranks keep files, beside /dev/shm and /tmp: what parameters say whose names end so, and the
 * folder for temporary files that a {@code java} is given. Their files begin with {@code ob1j-} and
 * the job's id, whatever module they are of.
 */
final class BackingDirectories {
  private static final String SUFFIX = "_backing_directory";
  private static final String TEMPORARY = "-Djava.io.tmpdir=";

  private BackingDirectories() {}

  /** The directories of a job, as its ranks understand the paths. */
  static Set<Path> of(ParameterSet parameters, List<RankPlan> ranks) {
    Set<Path> directories = new LinkedHashSet<>();
    for (RankPlan rank : ranks) {
      for (Map.Entry<String, ParameterSet.Given> given : parameters.given().entrySet()) {
        add(given.getKey(), given.getValue().text(), rank, directories);
      }
      for (Map.Entry<String, String> variable : rank.environment().entrySet()) {
        if (variable.getKey().startsWith(ParameterSet.ENVIRONMENT_PREFIX)) {
          add(variable.getKey(), variable.getValue(), rank, directories);
        }
      }
      for (String word : rank.command()) {
        if (word.startsWith(TEMPORARY)) {
          add(word.substring(TEMPORARY.length()), rank, directories);
        }
      }
    }
    return directories;
  }

  private static void add(String name, String value, RankPlan rank, Set<Path> directories) {
    if (name.endsWith(SUFFIX)) {
      add(value, rank, directories);
    }
  }

  private static void add(String value, RankPlan rank, Set<Path> directories) {
    // The watchdog's orders are lines.
    if (!value.isBlank() && value.indexOf('\n') < 0) {
      directories.add(NativeText.resolve(rank.workingDirectory().toAbsolutePath(), value));
    }
  }
}
