package org.ob1j.launcher.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ob1j.launcher.allocation.Allocation;
import org.ob1j.launcher.allocation.Host;
import org.ob1j.launcher.allocation.HostChoice;
import org.ob1j.launcher.allocation.Rankfile;
import org.ob1j.launcher.allocation.ThisHost;
import org.ob1j.launcher.allocation.engine.Reach;
import org.ob1j.launcher.commandline.MpirunOptions;
import org.ob1j.launcher.placement.BindingRequest;
import org.ob1j.launcher.placement.NodeTopology;
import org.ob1j.launcher.system.LaunchException;

/**
 * A job of which hosts and programs are known, and not yet which rank runs where: for that some
 * hosts may have to be asked how many cores they have.
 */
public final class PreparedJob {
  private final JobPlanner planner;
  private final HostChoice choice;
  private final Rankfile rankfile;
  private final ThisHost me;
  private final BindingRequest binding;
  private final Reach reach;

  PreparedJob(JobPlanner planner, HostChoice choice, Rankfile rankfile, ThisHost me, Reach reach)
      throws LaunchException {
    this.planner = planner;
    this.choice = choice;
    this.rankfile = rankfile;
    this.me = me;
    this.reach = reach;
    MpirunOptions job = planner.job();
    this.binding = BindingRequest.of(job.mapping, job.binding, job.cpuSet);
  }

  /** The hosts that there are; not each need get ranks. */
  public Allocation allocation() {
    return choice.allocation();
  }

  /** What mpirun says of itself. */
  public JobPlan.Talk talk() {
    return planner.talk();
  }

  /** How long the job may take, the start of agents included; null: as long as it likes. */
  public Duration timeout() throws LaunchException {
    return planner.timeout();
  }

  /** How they are reached. */
  public Reach reach() {
    return reach;
  }

  /** Where ob1j is on other hosts; null: where it is here. */
  public String prefix() {
    return planner.job().prefix;
  }

  /** Whether the program's jars and classes are to be sent to other hosts. */
  public boolean preloadsBinary() {
    return planner.job().preloadBinary;
  }

  /** What the ranks of each host are tied to, which also says which CPUs a host may count. */
  public BindingRequest binding() {
    return binding;
  }

  /**
   * Whether a host has to tell its topology ({@link NodeTopology#ofThisHost}) before {@link
   * #place}. This host is never asked.
   */
  public boolean mustAsk(Host host) {
    return !host.local()
        && rankfile == null
        && (host.slotsAreCores() || planner.job().mapping.needsTopology());
  }

  /** Whether any host has to. */
  public boolean mustAskAny() {
    for (Host host : allocation().hosts()) {
      if (mustAsk(host)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Decides which rank runs where.
   *
   * @param topologies of the hosts of the allocation in their order, null where none must be asked;
   *     none at all if that is so for all
   */
  public JobPlan place(List<NodeTopology> topologies) throws LaunchException {
    Spread spread = spread(topologies);
    List<ProgramRequest> requests = planner.requests();
    RankPlan[] ranks = new RankPlan[spread.places().size()];
    List<HostPlan> hosts = new ArrayList<>();
    List<List<Integer>> ofHosts = spread.ranksOfHosts();
    for (int i = 0; i < ofHosts.size(); i++) {
      List<Integer> its = ofHosts.get(i);
      if (!its.isEmpty()) {
        Host host = spread.allocation().hosts().get(i);
        BindingRequest tied = bindingOf(its, spread);
        boolean alone = its.size() == ranks.length;
        List<RankPlan> plans = plans(host, alone, hosts.size(), programsOf(its, spread), requests);
        if (host.local()) {
          plans = bound(plans, tied, alone ? null : host);
          planner.warnOfHeaps(host.name(), plans);
        }
        for (int local = 0; local < its.size(); local++) {
          ranks[its.get(local)] = plans.get(local);
        }
        hosts.add(new HostPlan(host, its, tied, planner.backingDirectories(plans)));
      }
    }
    Layout layout = new Layout(spread.allocation(), hosts, requests, planner.exported());
    return planner.plan(List.of(ranks), layout);
  }

  private static List<Integer> programsOf(List<Integer> ranks, Spread spread) {
    List<Integer> programs = new ArrayList<>();
    for (int rank : ranks) {
      programs.add(spread.places().get(rank).program());
    }
    return programs;
  }

  /**
   * The ranks of a host, not bound yet. Whether their programs are there only this host is asked.
   *
   * @param alone whether no other host has ranks
   * @param place the host's among those with ranks
   * @param programs the program of each rank
   */
  private List<RankPlan> plans(
      Host host, boolean alone, int place, List<Integer> programs, List<ProgramRequest> requests)
      throws LaunchException {
    RankPlan[] ofPrograms = new RankPlan[requests.size()];
    List<RankPlan> plans = new ArrayList<>();
    for (int program : programs) {
      if (ofPrograms[program] == null) {
        ProgramRequest request = requests.get(program);
        ofPrograms[program] =
            host.local() ? resolved(request, alone ? null : host) : request.unresolved();
      }
      plans.add(ofPrograms[program].at(place, plans.size()));
    }
    return plans;
  }

  /**
   * What the ranks of a program run on this host.
   *
   * @param named what this host is called if it is to be told from others, whose errors name them,
   *     too; or null
   */
  private RankPlan resolved(ProgramRequest request, Host named) throws LaunchException {
    try {
      return planner.resolve(request);
    } catch (LaunchException cannot) {
      throw on(named, cannot);
    }
  }

  private static LaunchException on(Host named, LaunchException cannot) {
    return named == null
        ? cannot
        : new LaunchException(
            cannot.exitCode(), "host " + named.name() + ": " + cannot.getMessage());
  }

  private Spread spread(List<NodeTopology> topologies) throws LaunchException {
    if (rankfile != null) {
      return new RankfileSpread(planner.job(), planner.programs(), rankfile)
          .of(allocation(), rankfile.places(allocation(), me));
    }
    if (!allocation().hasSlots()) {
      return new OneHostSpread(planner.job(), planner.programs(), binding).of(allocation());
    }
    List<NodeTopology> known = new ArrayList<>();
    for (int i = 0; i < allocation().hosts().size(); i++) {
      Host host = allocation().hosts().get(i);
      NodeTopology told = topologies.isEmpty() ? null : topologies.get(i);
      if (told == null && mustAsk(host)) {
        throw new IllegalArgumentException("the topology of " + host.name() + " is missing");
      }
      known.add(host.local() ? ofThisHost(host) : told);
    }
    return new HostSpread(planner.job(), planner.programs(), choice).of(known);
  }

  private NodeTopology ofThisHost(Host host) throws LaunchException {
    boolean needed = host.slotsAreCores() || planner.job().mapping.needsTopology();
    try {
      return needed ? NodeTopology.ofThisHost(binding) : null;
    } catch (LaunchException cannot) {
      throw on(allocation().hasRemoteHosts() ? host : null, cannot);
    }
  }

  private BindingRequest bindingOf(List<Integer> ranks, Spread spread) {
    return spread.slotLists().isEmpty()
        ? binding
        : binding.with(ranks.stream().map(spread.slotLists()::get).toList());
  }

  /**
   * The ranks of this host with what they are tied to.
   *
   * @param named as in {@link #resolved}
   */
  private static List<RankPlan> bound(List<RankPlan> ranks, BindingRequest binding, Host named)
      throws LaunchException {
    if (binding.isNothing()) {
      return ranks;
    }
    List<List<Integer>> cpus;
    try {
      cpus = binding.cpus(ranks.size());
    } catch (LaunchException cannot) {
      throw on(named, cannot);
    }
    List<RankPlan> bound = new ArrayList<>();
    for (int local = 0; local < ranks.size(); local++) {
      bound.add(ranks.get(local).boundTo(cpus.get(local)));
    }
    return bound;
  }
}
