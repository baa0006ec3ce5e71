package org.ob1j.launcher.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ob1j.launcher.commandline.MpirunCommandLine;
import org.ob1j.launcher.commandline.MpirunOptions;
import org.ob1j.launcher.placement.Binding;
import org.ob1j.launcher.placement.CpuTopology;
import org.ob1j.launcher.placement.Placement;
import org.ob1j.launcher.program.Library;
import org.ob1j.launcher.stdio.OutputFiles;
import org.ob1j.launcher.stdio.OutputPlan;
import org.ob1j.launcher.stdio.StandardInput;
import org.ob1j.launcher.stdio.Terminal;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.runtime.control.ControlParameters;
import org.ob1j.runtime.parameter.ParameterSet;

/** Makes a job's plan: how many ranks there are of each program, and what they are bound to. */
public final class JobPlanner {
  /** More than a host has process ids for is a mistake. */
  private static final int MAX_RANKS = 100_000;

  /** Open MPI's name for --timeout in the environment. */
  private static final String TIMEOUT_VARIABLE = "MPIEXEC_TIMEOUT";

  private final MpirunOptions job;

  private JobPlanner(MpirunOptions job) {
    this.job = job;
  }

  /**
   * Plans a job.
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
    JobPlanner planner = new JobPlanner(line.job());
    RankPlanner ofRanks = new RankPlanner(line.job(), environment, library);
    return planner.plan(planner.ranks(line.programs(), ofRanks), environment, parameters);
  }

  private JobPlan plan(
      List<RankPlan> ranks, Map<String, String> environment, ParameterSet parameters)
      throws LaunchException {
    return new JobPlan(
        bind(ranks),
        StandardInput.parse(job.stdin, ranks.size(), Terminal.isStandardInput()),
        output(),
        timeout(environment),
        job.reportOnTimeout,
        seconds(job.stallReportSeconds),
        Duration.ofSeconds(parameters.get(ControlParameters.HEARTBEAT_INTERVAL)),
        BackingDirectories.of(parameters, ranks),
        new JobPlan.Talk(
            job.verbose && !job.quiet,
            job.quiet,
            job.displayAllocation,
            job.displayMap,
            job.reportBindings));
  }

  /** The ranks, not bound yet. */
  private List<RankPlan> ranks(List<MpirunOptions> programs, RankPlanner ofRanks)
      throws LaunchException {
    Integer perHost = ranksPerHost();
    List<RankPlan> ranks = new ArrayList<>();
    for (int program = 0; program < programs.size(); program++) {
      MpirunOptions options = programs.get(program);
      RankPlan plan = ofRanks.plan(program, options);
      int count = count(options, perHost);
      if ((long) ranks.size() + count > MAX_RANKS) {
        throw LaunchException.usage(
            (long) ranks.size() + count + " ranks are too many; one host runs up to " + MAX_RANKS);
      }
      for (int i = 0; i < count; i++) {
        ranks.add(plan);
      }
    }
    checkThatTheyFit(ranks.size(), perHost);
    return ranks;
  }

  private void checkThatTheyFit(int ranks, Integer perHost) throws LaunchException {
    if (perHost != null && ranks > perHost) {
      String limit =
          job.ranksPerHost != null ? "-N " + perHost + " on each" : "the " + perHost + " of ppr";
      throw LaunchException.usage(ranks + " ranks do not fit on one host with " + limit);
    }
    if (job.mapping.refusesToOversubscribe()) {
      int cores = topology().groups(job.mapping.unit()).size();
      if (ranks > cores) {
        throw LaunchException.usage(
            "--nooversubscribe: " + ranks + " ranks are more than the " + cores + " cores");
      }
    }
  }

  private Duration timeout(Map<String, String> environment) throws LaunchException {
    String variable = environment.get(TIMEOUT_VARIABLE);
    if (job.timeoutSeconds != null || variable == null) {
      return seconds(job.timeoutSeconds);
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
        job.tagOutput,
        job.timestampOutput,
        job.mergeStderr,
        job.outputFilename == null ? null : OutputFiles.parse(job.outputFilename));
  }

  /** What -N or --map-by ppr say; null if they do not. */
  private Integer ranksPerHost() throws LaunchException {
    return job.ranksPerHost != null || job.mapping.ranksOnEach() == 0
        ? job.ranksPerHost
        : job.mapping.ranksOnHost(topology());
  }

  private int count(MpirunOptions program, Integer perHost) throws LaunchException {
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
        : topology().groups(job.mapping.unit()).size();
  }

  private List<RankPlan> bind(List<RankPlan> ranks) throws LaunchException {
    Binding binding = binding();
    if (binding.to() == null) {
      return List.copyOf(ranks);
    }
    boolean shares = job.mapping.mayOversubscribe() || binding.overload();
    List<List<Integer>> cpus = Placement.of(ranks.size(), job.mapping, binding, topology(), shares);
    List<RankPlan> bound = new ArrayList<>();
    for (int rank = 0; rank < ranks.size(); rank++) {
      bound.add(ranks.get(rank).boundTo(cpus.get(rank)));
    }
    return bound;
  }

  /** What ranks are bound to, which other options than --bind-to may imply. */
  private Binding binding() throws LaunchException {
    Binding binding = job.binding;
    if (binding.ordered() && job.cpuSet == null) {
      throw LaunchException.usage("--bind-to cpu-list:ordered needs the CPUs: --cpu-list LIST");
    }
    if (!binding.explicit() && job.mapping.coresOfEach() > 0) {
      return new Binding(job.mapping.unit(), false, false, false);
    }
    return binding.to() == null && job.cpuSet != null
        ? new Binding(CpuTopology.Level.BOARD, false, false, false)
        : binding;
  }

  private CpuTopology topology() throws LaunchException {
    CpuTopology all = CpuTopology.ofThisHost();
    CpuTopology usable = job.cpuSet == null ? all : all.confinedTo(job.cpuSet);
    return job.binding.ordered() ? usable : usable.sorted();
  }
}
