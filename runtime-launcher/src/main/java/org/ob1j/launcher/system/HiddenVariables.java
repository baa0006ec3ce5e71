package org.ob1j.launcher.system;

import java.util.List;
import java.util.Map;

/**
 * What users say to their JVMs by variables. The launcher's own JVM is not to obey it: with another
 * collector, or a heap that is larger than its own, it would not even start. So the scripts that
 * start it (launch.bash, {@code Bootstrap}) give these variables other names.
 *
 * <pre>
 *   user: JAVA_TOOL_OPTIONS ──► launcher: OB1J_SAVED_JAVA_TOOL_OPTIONS ──► rank: JAVA_TOOL_OPTIONS
 * </pre>
 */
public final class HiddenVariables {
  /** Their names. */
  public static final List<String> NAMES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  /** How the names begin that they have meanwhile. */
  public static final String PREFIX = "OB1J_SAVED_";

  private HiddenVariables() {}

  /** Gives the variables their names back, in an environment for the user's programs. */
  public static void restore(Map<String, String> environment) {
    for (String name : NAMES) {
      String value = environment.remove(PREFIX + name);
      if (value != null) {
        environment.put(name, value);
      }
    }
  }
}
