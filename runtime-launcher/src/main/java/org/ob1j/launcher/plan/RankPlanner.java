package org.ob1j.launcher.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ob1j.launcher.commandline.MpirunOptions;
import org.ob1j.launcher.program.JavaCommand;
import org.ob1j.launcher.program.Library;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.launcher.system.NativeText;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * Finds out what the ranks of a program are to run: command, environment and folder.
 *
 * @param job the options that concern the whole job
 * @param environment what ranks find in their environment if nothing else is said
 * @param library ob1j's jars
 */
public record RankPlanner(MpirunOptions job, Map<String, String> environment, Library library) {

  /**
   * What the command line says of a program.
   *
   * @param program its number, from 0
   * @param options the program's own
   */
  ProgramRequest request(int program, MpirunOptions options) throws LaunchException {
    boolean ofAppFile = options.programPath == null && job.appFile != null;
    return new ProgramRequest(
        program,
        options.command,
        ofAppFile ? job.programPath : options.programPath,
        NativeText.text(workingDirectory(options)),
        namedFolder(options) != null,
        variables(options));
  }

  /**
   * The options, one a line, that the JVM of a rank gets; of the launcher's own {@code java} if the
   * command line has no program.
   */
  public String jvmOptions() throws LaunchException {
    List<String> command =
        job.command.isEmpty()
            ? List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString())
            : job.command;
    if (!JavaCommand.isJava(command.get(0))) {
      throw LaunchException.usage(
          "--jvm-options: the program is " + command.get(0) + "; it must be a java");
    }
    Map<String, String> variables = new HashMap<>(environment);
    variables.putAll(variables(job));
    Path folder = ProgramRequest.requireFolder(workingDirectory(job));
    JavaCommand java = new JavaCommand(library, folder, variables);
    StringBuilder text = new StringBuilder();
    for (String option : java.options(command, variables.get("CLASSPATH"))) {
      text.append(option).append('\n');
    }
    return text.toString();
  }

  private Path workingDirectory(MpirunOptions options) throws LaunchException {
    String named = namedFolder(options);
    if (named == null || !named.startsWith("/")) {
      // It may have been deleted: normalizing might lead out of it, and other hosts do not know it.
      ProgramRequest.requireFolder(NativeText.absolutePath(""));
    }
    return NativeText.absolutePath(named == null ? "" : named).normalize();
  }

  /** What -wdir says of a program; null if it says nothing. */
  private String namedFolder(MpirunOptions options) {
    boolean ofAppFile = options.workingDirectory == null && job.appFile != null;
    return ofAppFile ? job.workingDirectory : options.workingDirectory;
  }

  /** What the command line adds to the environment. */
  private Map<String, String> variables(MpirunOptions options) {
    Map<String, String> variables = new HashMap<>();
    for (Map<String, String> parameters : List.of(job.parameters(), options.parameters())) {
      for (Map.Entry<String, String> parameter : parameters.entrySet()) {
        variables.put(ParameterSet.ENVIRONMENT_PREFIX + parameter.getKey(), parameter.getValue());
      }
    }
    List<String> exports = new ArrayList<>(job.tuneExports);
    exports.addAll(job.appFile == null ? List.of() : job.exports);
    exports.addAll(options.exports);
    for (String export : exports) {
      int equals = export.indexOf('=');
      if (equals > 0) {
        variables.put(export.substring(0, equals), export.substring(equals + 1));
      } else if (environment.containsKey(export)) {
        variables.put(export, environment.get(export));
      } else if (!job.quiet) {
        System.err.println("mpirun: -x " + export + ": there is no such environment variable");
      }
    }
    return variables;
  }
}
