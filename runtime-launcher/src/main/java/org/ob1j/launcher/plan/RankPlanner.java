package org.ob1j.launcher.plan;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ob1j.launcher.commandline.MpirunOptions;
import org.ob1j.launcher.program.JavaCommand;
import org.ob1j.launcher.program.Library;
import org.ob1j.launcher.program.MainClassLookup;
import org.ob1j.launcher.program.ProgramLookup;
import org.ob1j.launcher.program.WrappedJava;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.launcher.system.NativeText;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * Plans what the ranks of a program run: command, environment and folder.
 *
 * @param job the options that concern the whole job
 * @param environment what ranks find in their environment if nothing else is said
 * @param library ob1j's jars
 */
public record RankPlanner(MpirunOptions job, Map<String, String> environment, Library library) {

  /**
   * Plans the ranks of a program, which have the same to do; none of them is bound.
   *
   * @param program its number, from 0
   * @param options the program's own
   */
  RankPlan plan(int program, MpirunOptions options) throws LaunchException {
    Path workingDirectory = workingDirectory(options);
    Map<String, String> variables = variables(options);
    List<String> words = program(options, variables.get("PATH"), workingDirectory);
    JavaCommand java = new JavaCommand(library, workingDirectory, variables);
    List<String> command = java.rewrite(words, variables.get("CLASSPATH"));
    new MainClassLookup(library, workingDirectory, variables).require(command);
    variables.put("CLASSPATH", java.classPath(variables.get("CLASSPATH")));
    if (!JavaCommand.isJava(words.get(0))) {
      variables.putAll(WrappedJava.variables(library, variables.get("PATH")));
      String advice = job.quiet ? null : WrappedJava.advice(words, library);
      if (advice != null) {
        System.err.println("mpirun: " + advice);
      }
    }
    return new RankPlan(program, command, variables, workingDirectory, List.of());
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
    Map<String, String> variables = variables(job);
    JavaCommand java = new JavaCommand(library, workingDirectory(job), variables);
    StringBuilder text = new StringBuilder();
    for (String option : java.options(command, variables.get("CLASSPATH"))) {
      text.append(option).append('\n');
    }
    return text.toString();
  }

  /** The program and its arguments; the program as a file if --path says where it is. */
  private List<String> program(MpirunOptions options, String path, Path workingDirectory)
      throws LaunchException {
    boolean ofAppFile = options.programPath == null && job.appFile != null;
    String first = ofAppFile ? job.programPath : options.programPath;
    String others = path == null ? ProgramLookup.DEFAULT_PATH : path;
    String folders = first == null ? others : first + ":" + others;
    Path file = ProgramLookup.require(options.command.get(0), folders, workingDirectory);
    if (first == null) {
      return options.command;
    }
    List<String> words = new ArrayList<>(options.command);
    words.set(0, NativeText.text(file));
    return words;
  }

  private Path workingDirectory(MpirunOptions options) throws LaunchException {
    boolean ofAppFile = options.workingDirectory == null && job.appFile != null;
    String named = ofAppFile ? job.workingDirectory : options.workingDirectory;
    Path directory = NativeText.absolutePath(named == null ? "" : named).normalize();
    if (!Files.isDirectory(directory)) {
      throw new LaunchException(
          ExitCodes.USAGE, "-wdir " + NativeText.text(directory) + " is no folder");
    }
    return directory;
  }

  private Map<String, String> variables(MpirunOptions options) {
    Map<String, String> variables = new HashMap<>(environment);
    for (Map<String, String> parameters : List.of(job.parameters(), options.parameters())) {
      parameters.forEach(
          (name, value) -> variables.put(ParameterSet.ENVIRONMENT_PREFIX + name, value));
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
