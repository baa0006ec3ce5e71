package org.ob1j.launcher;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ob1j.runtime.control.ControlParameters;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * Everything that is known about a job before it starts.
 *
 * @param size how many ranks
 * @param command the program and its arguments, as each rank runs it, binding and wrapping apart
 * @param environment what ranks find in their environment, their own numbers apart
 * @param workingDirectory where they start
 * @param cpus the CPU for each rank, or empty: not bound
 * @param timeout how long the job may take, or null
 * @param heartbeat the heartbeat's interval; zero: none
 * @param tagOutput whether lines of output tell their rank
 * @param tools the system's programs that start ranks
 * @param verbose whether mpirun says what it does
 */
record JobPlan(
    int size,
    List<String> command,
    Map<String, String> environment,
    Path workingDirectory,
    List<Integer> cpus,
    Duration timeout,
    Duration heartbeat,
    boolean tagOutput,
    SystemTools tools,
    boolean verbose) {

  static JobPlan make(
      MpirunOptions options,
      Map<String, String> environment,
      ParameterSet parameters,
      List<String> libraryJars)
      throws LaunchException {
    Path workingDirectory = workingDirectory(options);
    Map<String, String> variables = variables(options, environment);
    ProgramLookup.require(options.command.get(0), variables.get("PATH"), workingDirectory);
    JavaCommand java = new JavaCommand(libraryJars, workingDirectory);
    List<String> command = java.rewrite(options.command, variables.get("CLASSPATH"));
    variables.put("CLASSPATH", java.classPath(variables.get("CLASSPATH")));
    int size =
        options.rankCount != null ? options.rankCount : Runtime.getRuntime().availableProcessors();
    return new JobPlan(
        size,
        command,
        variables,
        workingDirectory,
        cpus(options, size),
        options.timeoutSeconds == null ? null : Duration.ofSeconds(options.timeoutSeconds),
        Duration.ofSeconds(parameters.get(ControlParameters.HEARTBEAT_INTERVAL)),
        options.tagOutput,
        SystemTools.find(environment.get("PATH")),
        options.verbose);
  }

  private static Path workingDirectory(MpirunOptions options) throws LaunchException {
    Path directory =
        Path.of(options.workingDirectory == null ? "" : options.workingDirectory)
            .toAbsolutePath()
            .normalize();
    if (!Files.isDirectory(directory)) {
      throw new LaunchException(ExitCodes.USAGE, "-wdir " + directory + " is no folder");
    }
    return directory;
  }

  private static Map<String, String> variables(
      MpirunOptions options, Map<String, String> environment) {
    Map<String, String> variables = new HashMap<>(environment);
    options
        .parameters()
        .forEach((name, value) -> variables.put(ParameterSet.ENVIRONMENT_PREFIX + name, value));
    for (String export : options.exports) {
      int equals = export.indexOf('=');
      if (equals > 0) {
        variables.put(export.substring(0, equals), export.substring(equals + 1));
      } else if (!environment.containsKey(export)) {
        System.err.println("mpirun: -x " + export + ": there is no such environment variable");
      }
    }
    return variables;
  }

  private static List<Integer> cpus(MpirunOptions options, int size) throws LaunchException {
    if (options.bindTo == MpirunOptions.BindTo.NONE) {
      return List.of();
    }
    List<Integer> cores = Cores.allowed();
    if (size > cores.size() && !options.oversubscribe) {
      throw new LaunchException(
          ExitCodes.USAGE,
          "--bind-to core: "
              + size
              + " ranks need as many cores, "
              + cores.size()
              + " may be used; --oversubscribe lets ranks share them");
    }
    List<Integer> cpus = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      cpus.add(cores.get(rank % cores.size()));
    }
    return cpus;
  }
}
