package org.ob1j.launcher.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ob1j.launcher.allocation.HostChoice;
import org.ob1j.launcher.allocation.HostFinder;
import org.ob1j.launcher.allocation.HostRequest;
import org.ob1j.launcher.allocation.Rankfile;
import org.ob1j.launcher.allocation.Site;
import org.ob1j.launcher.allocation.engine.Reach;
import org.ob1j.launcher.commandline.MpirunCommandLine;
import org.ob1j.launcher.commandline.MpirunOptions;
import org.ob1j.launcher.commandline.OpenMpiParameters;
import org.ob1j.launcher.placement.HostMemory;
import org.ob1j.launcher.program.Library;
import org.ob1j.launcher.program.ProgramLookup;
import org.ob1j.launcher.stdio.OutputFiles;
import org.ob1j.launcher.stdio.OutputPlan;
import org.ob1j.launcher.stdio.StandardInput;
import org.ob1j.launcher.stdio.Terminal;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.launcher.system.NativeText;
import org.ob1j.runtime.control.ControlParameters;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * Makes a job's plan, in two steps: which hosts there are, and, as soon as it is known how many
 * cores they have, which rank runs where.
 */
public final class JobPlanner {
  /** Open MPI's name for --timeout in the environment. */
  private static final String TIMEOUT_VARIABLE = "MPIEXEC_TIMEOUT";

  private final MpirunCommandLine line;
  private final Map<String, String> environment;
  private final ParameterSet parameters;
  private final Library library;

  private JobPlanner(
      MpirunCommandLine line,
      Map<String, String> environment,
      ParameterSet parameters,
      Library library) {
    this.line = line;
    this.environment = environment;
    this.parameters = parameters;
    this.library = library;
  }

  /**
   * Plans a job on hosts that need not be asked for anything, such as this one.
   *
   * @param environment what ranks find in their environment if nothing else is said
   * @param parameters those of the job
   * @param library ob1j's jars
   */
  public static JobPlan plan(
      MpirunCommandLine line,
      Map<String, String> environment,
      ParameterSet parameters,
      Library library)
      throws LaunchException {
    return prepare(line, Site.of(environment), parameters, library).place(List.of());
  }

  /**
   * Finds the hosts of a job.
   *
   * @param site where hosts are asked for; its environment is what ranks find in theirs if nothing
   *     else is said
   * @param parameters those of the job
   * @param library ob1j's jars
   */
  public static PreparedJob prepare(
      MpirunCommandLine line, Site site, ParameterSet parameters, Library library)
      throws LaunchException {
    MpirunOptions job = line.job();
    Rankfile rankfile = job.rankfile == null ? null : Rankfile.read(job.rankfile, site);
    HostRequest request = new HostRequest(hosts(line), job.hostfile, job.defaultHostfile, rankfile);
    HostChoice choice = new HostFinder(request, site).find();
    if (job.hostPolicy.sequential() && choice.allocation().hosts().size() > 1) {
      throw LaunchException.usage(
          "--map-by seq is for one host; --rankfile says for each rank where it runs");
    }
    Map<String, String> environment = site.environment();
    Reach reach =
        Reach.of(
            choice.allocation(),
            parameters,
            environment,
            program -> isInstalled(program, environment.get("PATH")));
    JobPlanner planner = new JobPlanner(line, environment, parameters, library);
    return new PreparedJob(planner, choice, rankfile, site.me(), reach);
  }

  /** The values of --host of each program. */
  private static List<List<String>> hosts(MpirunCommandLine line) {
    List<List<String>> hosts = new ArrayList<>();
    for (MpirunOptions program : line.programs()) {
      boolean ofAppFile = program.hosts.isEmpty() && line.job().appFile != null;
      hosts.add(ofAppFile ? line.job().hosts : program.hosts);
    }
    return hosts;
  }

  private static boolean isInstalled(String program, String path) {
    return ProgramLookup.find(program, path, NativeText.absolutePath("")) != null;
  }

  /** How many ranks a program is to have; null: it is not said. */
  static Integer ranksOf(MpirunOptions program, MpirunOptions job) {
    boolean ofAppFile = program.rankCount == null && job.appFile != null;
    return ofAppFile ? job.rankCount : program.rankCount;
  }

  /** Refuses numbers of ranks that are mistakes. */
  static void requireStartable(long ranks) throws LaunchException {
    if (ranks > OneHostSpread.MAX_RANKS) {
      throw LaunchException.usage(
          ranks + " ranks are too many; a job has up to " + OneHostSpread.MAX_RANKS);
    }
  }

  MpirunOptions job() {
    return line.job();
  }

  List<MpirunOptions> programs() {
    return line.programs();
  }

  /** What each program is to run. */
  List<ProgramRequest> requests() throws LaunchException {
    RankPlanner ofRanks = new RankPlanner(job(), environment, library);
    List<ProgramRequest> requests = new ArrayList<>();
    for (int program = 0; program < programs().size(); program++) {
      requests.add(ofRanks.request(program, programs().get(program)));
    }
    return requests;
  }

  /** What the ranks of a program run on this host. */
  RankPlan resolve(ProgramRequest request) throws LaunchException {
    RankPlan plan = request.resolve(library, environment);
    String advice = job().quiet ? null : request.advice(library);
    if (advice != null) {
      System.err.println("mpirun: " + advice);
    }
    return plan;
  }

  void warnOfHeaps(String host, List<RankPlan> ranks) {
    String warning = job().quiet ? null : HeapWarning.of(host, ranks, HostMemory::ofThisHost);
    if (warning != null) {
      System.err.println("mpirun: " + warning);
    }
  }

  Set<Path> backingDirectories(List<RankPlan> ranks) {
    return BackingDirectories.of(parameters, ranks);
  }

  /**
   * What ranks on other hosts get, where neither mpirun's environment is nor the files that it has
   * read.
   */
  Map<String, String> exported() throws LaunchException {
    Map<String, String> exported = new HashMap<>();
    for (Map.Entry<String, ParameterSet.Given> given : parameters.given().entrySet()) {
      exported.put(ParameterSet.ENVIRONMENT_PREFIX + given.getKey(), given.getValue().text());
    }
    exported.putAll(OpenMpiParameters.exports(parameters));
    if (environment.containsKey("CLASSPATH")) {
      exported.put("CLASSPATH", environment.get("CLASSPATH"));
    }
    return exported;
  }

  /** All that is said of the whole job. */
  JobPlan plan(List<RankPlan> ranks, Layout layout) throws LaunchException {
    MpirunOptions job = job();
    return new JobPlan(
        ranks,
        layout,
        StandardInput.parse(job.stdin, ranks.size(), Terminal.isStandardInput()),
        output(),
        timeout(),
        job.reportOnTimeout,
        seconds(job.stallReportSeconds),
        Duration.ofSeconds(parameters.get(ControlParameters.HEARTBEAT_INTERVAL)),
        talk());
  }

  /** What mpirun says of itself. */
  JobPlan.Talk talk() {
    MpirunOptions job = job();
    return new JobPlan.Talk(
        job.verbose && !job.quiet,
        job.quiet,
        job.displayAllocation,
        job.displayMap,
        job.reportBindings);
  }

  /** How long the job may take; null: it is not said. */
  Duration timeout() throws LaunchException {
    String variable = environment.get(TIMEOUT_VARIABLE);
    if (job().timeoutSeconds != null || variable == null) {
      return seconds(job().timeoutSeconds);
    }
    if (!variable.matches("[1-9][0-9]{0,8}")) {
      throw LaunchException.usage(
          TIMEOUT_VARIABLE + " is '" + variable + "'; it must be a number of seconds, at least 1");
    }
    return Duration.ofSeconds(Integer.parseInt(variable));
  }

  private static Duration seconds(Integer number) {
    return number == null ? null : Duration.ofSeconds(number);
  }

  private OutputPlan output() throws LaunchException {
    return new OutputPlan(
        job().tagOutput,
        job().timestampOutput,
        job().mergeStderr,
        job().outputFilename == null ? null : OutputFiles.parse(job().outputFilename));
  }
}
