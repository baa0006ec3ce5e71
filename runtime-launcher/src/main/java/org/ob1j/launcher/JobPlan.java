package org.ob1j.launcher;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.ob1j.runtime.control.ControlParameters;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * Everything that is known about a job before it starts.
 *
 * @param ranks the ranks, by number
 * @param stdin who reads standard input
 * @param output what becomes of the ranks' output
 * @param timeout how long the job may take, or null
 * @param reportOnTimeout whether the ranks' reports are printed when that time is over
 * @param stallReport after how long without any move the ranks' reports are printed, or null
 * @param heartbeat the heartbeat's interval; zero: none
 * @param backingDirectories where ranks keep files, beside /dev/shm
 * @param tools the system's programs that start ranks
 * @param inherited mpirun's own environment
 * @param talk what mpirun says of itself
 */
record JobPlan(
    List<RankPlan> ranks,
    StandardInput stdin,
    OutputPlan output,
    Duration timeout,
    boolean reportOnTimeout,
    Duration stallReport,
    Duration heartbeat,
    Set<Path> backingDirectories,
    SystemTools tools,
    Map<String, String> inherited,
    Talk talk) {

  /** More than a host has process ids for is a mistake. */
  private static final int MAX_RANKS = 100_000;

  /** Open MPI's name for --timeout in the environment. */
  private static final String TIMEOUT_VARIABLE = "MPIEXEC_TIMEOUT";

  /**
   * What mpirun says of itself.
   *
   * @param verbose what it does
   * @param quiet nothing at all
   * @param allocation the host and its cores
   * @param map where ranks run
   * @param bindings what each rank is tied to
   */
  record Talk(boolean verbose, boolean quiet, boolean allocation, boolean map, boolean bindings) {}

  int size() {
    return ranks.size();
  }

  /** How many ranks run each program. */
  List<Integer> programSizes() {
    Map<Integer, Integer> sizes = new TreeMap<>();
    ranks.forEach(rank -> sizes.merge(rank.program(), 1, Integer::sum));
    return List.copyOf(sizes.values());
  }

  /** How many CPUs the ranks have together. */
  int cores() {
    Set<Integer> cpus = new HashSet<>();
    for (RankPlan rank : ranks) {
      if (rank.cpus().isEmpty()) {
        return Runtime.getRuntime().availableProcessors();
      }
      cpus.addAll(rank.cpus());
    }
    return cpus.size();
  }

  static JobPlan make(
      MpirunCommandLine line,
      Map<String, String> environment,
      ParameterSet parameters,
      Library library,
      SystemTools tools)
      throws LaunchException {
    MpirunOptions job = line.job();
    Integer perHost = ranksPerHost(job);
    List<RankPlan> ranks = new ArrayList<>();
    for (int program = 0; program < line.programs().size(); program++) {
      MpirunOptions options = line.programs().get(program);
      RankPlan plan = rankPlan(program, options, job, environment, library);
      int count = count(options, job, perHost);
      if ((long) ranks.size() + count > MAX_RANKS) {
        throw MpirunOptions.usage(
            (long) ranks.size() + count + " ranks are too many; one host runs up to " + MAX_RANKS);
      }
      for (int i = 0; i < count; i++) {
        ranks.add(plan);
      }
    }
    if (perHost != null && ranks.size() > perHost) {
      String limit =
          job.ranksPerHost != null ? "-N " + perHost + " on each" : "the " + perHost + " of ppr";
      throw MpirunOptions.usage(ranks.size() + " ranks do not fit on one host with " + limit);
    }
    if (job.mapping.refusesToOversubscribe()) {
      int cores = topology(job).groups(job.mapping.unit()).size();
      if (ranks.size() > cores) {
        throw MpirunOptions.usage(
            "--nooversubscribe: " + ranks.size() + " ranks are more than the " + cores + " cores");
      }
    }
    return new JobPlan(
        bind(ranks, job),
        StandardInput.parse(job.stdin, ranks.size(), Terminal.isStandardInput()),
        output(job),
        timeout(job, environment),
        job.reportOnTimeout,
        seconds(job.stallReportSeconds),
        Duration.ofSeconds(parameters.get(ControlParameters.HEARTBEAT_INTERVAL)),
        BackingDirectories.of(parameters, ranks),
        tools,
        NativeText.environment(),
        new Talk(
            job.verbose && !job.quiet,
            job.quiet,
            job.displayAllocation,
            job.displayMap,
            job.reportBindings));
  }

  private static Duration timeout(MpirunOptions job, Map<String, String> environment)
      throws LaunchException {
    String variable = environment.get(TIMEOUT_VARIABLE);
    if (job.timeoutSeconds != null || variable == null) {
      return seconds(job.timeoutSeconds);
    }
    if (!variable.matches("[1-9][0-9]{0,8}")) {
      throw MpirunOptions.usage(
          TIMEOUT_VARIABLE + " is '" + variable + "'; it must be a number of seconds, at least 1");
    }
    return Duration.ofSeconds(Integer.parseInt(variable));
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

  /** What -N or --map-by ppr say; null if they do not. */
  private static Integer ranksPerHost(MpirunOptions job) throws LaunchException {
    return job.ranksPerHost != null || job.mapping.ranksOnEach() == 0
        ? job.ranksPerHost
        : job.mapping.ranksOnHost(topology(job));
  }

  private static int count(MpirunOptions program, MpirunOptions job, Integer perHost)
      throws LaunchException {
    if (program.rankCount != null) {
      return program.rankCount;
    }
    if (job.appFile != null && job.rankCount != null) {
      return job.rankCount;
    }
    if (perHost != null) {
      return perHost;
    }
    return job.cpuSet == null
        ? Runtime.getRuntime().availableProcessors()
        : topology(job).groups(job.mapping.unit()).size();
  }

  private static RankPlan rankPlan(
      int program,
      MpirunOptions options,
      MpirunOptions job,
      Map<String, String> environment,
      Library library)
      throws LaunchException {
    Path workingDirectory = workingDirectory(options, job);
    Map<String, String> variables = variables(options, job, environment);
    List<String> words = program(options, job, variables.get("PATH"), workingDirectory);
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
  static String jvmOptions(MpirunOptions job, Map<String, String> environment, Library library)
      throws LaunchException {
    List<String> command =
        job.command.isEmpty()
            ? List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString())
            : job.command;
    if (!JavaCommand.isJava(command.get(0))) {
      throw MpirunOptions.usage(
          "--jvm-options: the program is " + command.get(0) + "; it must be a java");
    }
    Map<String, String> variables = variables(job, job, environment);
    JavaCommand java = new JavaCommand(library, workingDirectory(job, job), variables);
    StringBuilder text = new StringBuilder();
    for (String option : java.options(command, variables.get("CLASSPATH"))) {
      text.append(option).append('\n');
    }
    return text.toString();
  }

  /** The program and its arguments; the program as a file if --path says where it is. */
  private static List<String> program(
      MpirunOptions options, MpirunOptions job, String path, Path workingDirectory)
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

  private static Path workingDirectory(MpirunOptions options, MpirunOptions job)
      throws LaunchException {
    boolean ofAppFile = options.workingDirectory == null && job.appFile != null;
    String named = ofAppFile ? job.workingDirectory : options.workingDirectory;
    Path directory = NativeText.absolutePath(named == null ? "" : named).normalize();
    if (!Files.isDirectory(directory)) {
      throw new LaunchException(
          ExitCodes.USAGE, "-wdir " + NativeText.text(directory) + " is no folder");
    }
    return directory;
  }

  private static Map<String, String> variables(
      MpirunOptions options, MpirunOptions job, Map<String, String> environment) {
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

  private static List<RankPlan> bind(List<RankPlan> ranks, MpirunOptions job)
      throws LaunchException {
    Binding binding = binding(job);
    if (binding.to() == null) {
      return List.copyOf(ranks);
    }
    boolean shares = job.mapping.mayOversubscribe() || binding.overload();
    List<List<Integer>> cpus =
        Placement.of(ranks.size(), job.mapping, binding, topology(job), shares);
    List<RankPlan> bound = new ArrayList<>();
    for (int rank = 0; rank < ranks.size(); rank++) {
      bound.add(ranks.get(rank).boundTo(cpus.get(rank)));
    }
    return bound;
  }

  /** What ranks are bound to, which other options than --bind-to may imply. */
  private static Binding binding(MpirunOptions job) throws LaunchException {
    Binding binding = job.binding;
    if (binding.ordered() && job.cpuSet == null) {
      throw MpirunOptions.usage("--bind-to cpu-list:ordered needs the CPUs: --cpu-list LIST");
    }
    if (!binding.explicit() && job.mapping.coresOfEach() > 0) {
      return new Binding(job.mapping.unit(), false, false, false);
    }
    return binding.to() == null && job.cpuSet != null
        ? new Binding(Topology.Level.BOARD, false, false, false)
        : binding;
  }

  private static Topology topology(MpirunOptions job) throws LaunchException {
    Topology all = Topology.ofThisHost();
    Topology usable = job.cpuSet == null ? all : all.confinedTo(job.cpuSet);
    return job.binding.ordered() ? usable : usable.sorted();
  }
}
