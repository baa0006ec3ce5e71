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
 * @param ranks the ranks, by number
 * @param stdin who reads standard input
 * @param output what becomes of the ranks' output
 * @param timeout how long the job may take, or null
 * @param stallReport after how long without any move the ranks' reports are printed, or null
 * @param heartbeat the heartbeat's interval; zero: none
 * @param tools the system's programs that start ranks
 * @param talk what mpirun says of itself
 */
record JobPlan(
    List<RankPlan> ranks,
    StandardInput stdin,
    OutputPlan output,
    Duration timeout,
    Duration stallReport,
    Duration heartbeat,
    SystemTools tools,
    Talk talk) {

  /**
   * What mpirun says of itself.
   *
   * @param verbose what it does
   * @param quiet nothing at all
   * @param map where ranks run
   * @param bindings what each rank is tied to
   */
  record Talk(boolean verbose, boolean quiet, boolean map, boolean bindings) {}

  int size() {
    return ranks.size();
  }

  static JobPlan make(
      MpirunCommandLine line,
      Map<String, String> environment,
      ParameterSet parameters,
      Library library,
      SystemTools tools)
      throws LaunchException {
    MpirunOptions job = line.job();
    List<RankPlan> ranks = new ArrayList<>();
    for (int program = 0; program < line.programs().size(); program++) {
      MpirunOptions options = line.programs().get(program);
      RankPlan plan = rankPlan(program, options, job, environment, library);
      for (int i = count(options, job); i > 0; i--) {
        ranks.add(plan);
      }
    }
    if (job.ranksPerHost != null && ranks.size() > job.ranksPerHost) {
      throw MpirunOptions.usage(
          ranks.size() + " ranks do not fit on one host with -N " + job.ranksPerHost + " on each");
    }
    return new JobPlan(
        bind(ranks, job),
        StandardInput.parse(job.stdin, ranks.size(), Terminal.isStandardInput()),
        output(job),
        seconds(job.timeoutSeconds),
        seconds(job.stallReportSeconds),
        Duration.ofSeconds(parameters.get(ControlParameters.HEARTBEAT_INTERVAL)),
        tools,
        new Talk(job.verbose && !job.quiet, job.quiet, job.displayMap, job.reportBindings));
  }

  private static Duration seconds(Integer number) {
    return number == null ? null : Duration.ofSeconds(number);
  }

  private static OutputPlan output(MpirunOptions job) throws LaunchException {
    return new OutputPlan(
        job.tagOutput,
        job.timestampOutput,
        job.mergeStderr,
        job.outputFilename == null ? null : OutputFiles.parse(job.outputFilename));
  }

  private static int count(MpirunOptions program, MpirunOptions job) {
    if (program.rankCount != null) {
      return program.rankCount;
    }
    return job.ranksPerHost != null ? job.ranksPerHost : Runtime.getRuntime().availableProcessors();
  }

  private static RankPlan rankPlan(
      int program,
      MpirunOptions options,
      MpirunOptions job,
      Map<String, String> environment,
      Library library)
      throws LaunchException {
    Path workingDirectory = workingDirectory(options);
    Map<String, String> variables = variables(options, job, environment);
    ProgramLookup.require(options.command.get(0), variables.get("PATH"), workingDirectory);
    JavaCommand java = new JavaCommand(library, workingDirectory, variables);
    List<String> command = java.rewrite(options.command, variables.get("CLASSPATH"));
    new MainClassLookup(library, workingDirectory, variables).require(command);
    variables.put("CLASSPATH", java.classPath(variables.get("CLASSPATH")));
    return new RankPlan(program, command, variables, workingDirectory, null);
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
      MpirunOptions options, MpirunOptions job, Map<String, String> environment) {
    Map<String, String> variables = new HashMap<>(environment);
    job.parameters()
        .forEach((name, value) -> variables.put(ParameterSet.ENVIRONMENT_PREFIX + name, value));
    for (String export : options.exports) {
      int equals = export.indexOf('=');
      if (equals > 0) {
        variables.put(export.substring(0, equals), export.substring(equals + 1));
      } else if (!environment.containsKey(export) && !job.quiet) {
        System.err.println("mpirun: -x " + export + ": there is no such environment variable");
      }
    }
    return variables;
  }

  private static List<RankPlan> bind(List<RankPlan> ranks, MpirunOptions job)
      throws LaunchException {
    if (job.bindTo == MpirunOptions.BindTo.NONE) {
      return List.copyOf(ranks);
    }
    List<Integer> cores = Cores.allowed();
    if (ranks.size() > cores.size() && !job.oversubscribe) {
      throw new LaunchException(
          ExitCodes.USAGE,
          "--bind-to core: "
              + ranks.size()
              + " ranks need as many cores, "
              + cores.size()
              + " may be used; --oversubscribe lets ranks share them");
    }
    List<RankPlan> bound = new ArrayList<>();
    for (int rank = 0; rank < ranks.size(); rank++) {
      RankPlan plan = ranks.get(rank);
      bound.add(
          new RankPlan(
              plan.program(),
              plan.command(),
              plan.environment(),
              plan.workingDirectory(),
              cores.get(rank % cores.size())));
    }
    return bound;
  }
}
