package org.ob1j.launcher.plan;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ob1j.launcher.system.NativeText;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * Where ranks keep files, beside /dev/shm: what parameters say whose names end so. Their files
 * begin with {@code ob1j-} and the job's id, whatever module they are of.
 */
final class BackingDirectories {
  private static final String SUFFIX = "_backing_directory";

  private BackingDirectories() {}

  /** The directories of a job, as its ranks understand the paths. */
  static Set<Path> of(ParameterSet parameters, List<RankPlan> ranks) {
    Set<Path> directories = new LinkedHashSet<>();
    for (RankPlan rank : ranks) {
      parameters.given().forEach((name, given) -> add(name, given.text(), rank, directories));
      for (Map.Entry<String, String> variable : rank.environment().entrySet()) {
        if (variable.getKey().startsWith(ParameterSet.ENVIRONMENT_PREFIX)) {
          add(variable.getKey(), variable.getValue(), rank, directories);
        }
      }
    }
    return directories;
  }

  private static void add(String name, String value, RankPlan rank, Set<Path> directories) {
    // The watchdog's orders are lines.
    if (name.endsWith(SUFFIX) && !value.isBlank() && value.indexOf('\n') < 0) {
      directories.add(NativeText.resolve(rank.workingDirectory().toAbsolutePath(), value));
    }
  }
}
