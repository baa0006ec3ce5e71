package org.ob1j.launcher.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ob1j.launcher.system.NativeText;

/**
 * A {@code java} that mpirun does not start itself, because it stands behind another program or in
 * a script. The script {@code java} that comes first in the PATH of such a rank asks this program
 * what to start.
 */
public final class WrappedJava {
  private static final String PROGRAMS_PROPERTY = "ob1j.rank.programs";
  private static final String LIBRARY = "OB1J_LIB";
  private static final String JAVA = "OB1J_JAVA";

  /** Programs that start others where ob1j's files may not be, and PATH is another. */
  private static final Set<String> CONTAINERS =
      Set.of(
          "apptainer",
          "singularity",
          "docker",
          "podman",
          "nerdctl",
          "ch-run",
          "shifter",
          "sarus",
          "enroot",
          "udocker");

  private WrappedJava() {}

  /**
   * Prints the words of the command that is given, with ob1j's jars, each with a zero at its end.
   */
  public static void main(String[] arguments) {
    List<String> command = List.of(NativeText.arguments(arguments));
    Map<String, String> environment = NativeText.environment();
    JavaCommand java =
        new JavaCommand(Library.installed(), NativeText.absolutePath(""), environment);
    StringBuilder text = new StringBuilder();
    for (String word : java.rewrite(command, environment.get("CLASSPATH"))) {
      text.append(word).append('\0');
    }
    byte[] bytes = NativeText.encode(text.toString());
    System.out.write(bytes, 0, bytes.length);
    System.out.flush();
  }

  /** What a rank finds in its environment if its program is no {@code java}. */
  public static Map<String, String> variables(Library library, String path) {
    String programs = System.getProperty(PROGRAMS_PROPERTY);
    if (programs == null || library.folder() == null) {
      return Map.of();
    }
    Map<String, String> variables = new HashMap<>();
    variables.put("PATH", programs + ":" + (path == null ? ProgramLookup.DEFAULT_PATH : path));
    variables.put(LIBRARY, library.folder());
    variables.put(JAVA, Path.of(System.getProperty("java.home"), "bin", "java").toString());
    return variables;
  }

  /**
   * What to say of a command with a java that mpirun cannot give ob1j's jars; null if there is
   * none.
   */
  public static String advice(List<String> command, Library library) {
    for (int i = 1; i < command.size() && library.folder() != null; i++) {
      String word = command.get(i);
      if (JavaCommand.isJava(word) && needsJars(command.subList(i + 1, command.size()), library)) {
        String program = command.get(0);
        String name = program.substring(program.lastIndexOf('/') + 1);
        if (CONTAINERS.contains(name)) {
          return "ob1j's jars are not in the class path of the java that "
              + name
              + " starts: put "
              + library.folder()
              + "/* first in its -cp, and have "
              + name
              + " show it that folder and /dev/shm";
        }
        if (word.contains("/")) {
          return "ob1j's jars are not in the class path of "
              + word
              + ", which "
              + name
              + " starts: write java and put its folder first in PATH, or put "
              + library.folder()
              + "/* first in its -cp";
        }
      }
    }
    return null;
  }

  /** Without a class path of its own it takes that of the environment, which has them. */
  private static boolean needsJars(List<String> words, Library library) {
    JavaArguments java = JavaArguments.parse(words);
    List<String> paths = new ArrayList<>();
    if (java.classPath() != null) {
      paths.add(java.classPath());
    }
    if (java.modulePath() != null) {
      paths.add(java.modulePath());
    }
    return (java.jar() != null || java.module() != null || java.classPath() != null)
        && paths.stream().noneMatch(path -> path.contains(library.folder()));
  }
}
