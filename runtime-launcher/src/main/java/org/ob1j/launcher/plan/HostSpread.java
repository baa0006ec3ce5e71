package org.ob1j.launcher.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ob1j.launcher.allocation.Allocation;
import org.ob1j.launcher.allocation.Host;
import org.ob1j.launcher.allocation.HostChoice;
import org.ob1j.launcher.commandline.MpirunOptions;
import org.ob1j.launcher.placement.HostMapping;
import org.ob1j.launcher.placement.NodeTopology;
import org.ob1j.launcher.system.LaunchException;

/**
 * Spreads ranks over the slots of hosts that somebody has named.
 *
 * @param job the options that concern the job
 * @param programs its programs
 * @param choice the hosts, and which of them each program may use
 */
record HostSpread(MpirunOptions job, List<MpirunOptions> programs, HostChoice choice) {
  /**
   * Spreads them.
   *
   * @param topologies of each host, null where it need not be known
   */
  Spread of(List<NodeTopology> topologies) throws LaunchException {
    List<HostMapping.Node> nodes = new ArrayList<>();
    List<Host> hosts = new ArrayList<>();
    for (int i = 0; i < choice.allocation().hosts().size(); i++) {
      Host host = choice.allocation().hosts().get(i);
      NodeTopology topology = topologies.get(i);
      int slots = host.slotsAreCores() ? slots(topology) : host.slots();
      int most = host.maxSlots() == 0 ? slots : Math.min(slots, host.maxSlots());
      hosts.add(new Host(host.name(), host.user(), most, host.maxSlots(), host.local()));
      nodes.add(new HostMapping.Node(host.name(), most, host.maxSlots(), ranksOn(topology)));
    }
    HostMapping.Rules rules =
        new HostMapping.Rules(
            job.hostPolicy, job.mapping.mayOversubscribe(), choice.allocation().source());
    Allocation allocation =
        new Allocation(hosts, choice.allocation().manager(), choice.allocation().source());
    return new Spread(HostMapping.map(nodes, requests(), rules), allocation, List.of());
  }

  /** A rank that is to have several cores takes as many of the slots that are cores. */
  private int slots(NodeTopology topology) {
    int cores = topology.count(job.mapping.unit());
    return Math.max(1, cores / Math.max(1, job.mapping.coresOfEach()));
  }

  private int ranksOn(NodeTopology topology) {
    if (job.ranksPerHost != null) {
      return job.ranksPerHost;
    }
    // One of the whole host is known without asking it.
    return job.mapping.needsTopology() ? job.mapping.ranksOn(topology) : job.mapping.ranksOnEach();
  }

  private List<HostMapping.Program> requests() throws LaunchException {
    List<HostMapping.Program> requests = new ArrayList<>();
    long all = 0;
    for (int program = 0; program < programs.size(); program++) {
      MpirunOptions options = programs.get(program);
      Integer ranks = JobPlanner.ranksOf(options, job);
      all += ranks == null ? 0 : ranks;
      JobPlanner.requireStartable(all);
      requests.add(
          new HostMapping.Program(
              options.command.get(0), ranks == null ? 0 : ranks, shares(program)));
    }
    return requests;
  }

  /** The hosts of a program, this one apart if it is to have no ranks. */
  private List<HostChoice.Share> shares(int program) throws LaunchException {
    List<HostChoice.Share> shares = choice.shares().get(program);
    if (!job.noLocal) {
      return shares;
    }
    List<Host> hosts = choice.allocation().hosts();
    List<HostChoice.Share> all =
        shares.isEmpty()
            ? IntStream.range(0, hosts.size()).mapToObj(i -> new HostChoice.Share(i, 0)).toList()
            : shares;
    List<HostChoice.Share> others =
        all.stream().filter(share -> !hosts.get(share.host()).local()).toList();
    if (others.isEmpty()) {
      throw LaunchException.usage(
          "--nolocal: no host is left for "
              + programs.get(program).command.get(0)
              + "; "
              + choice.allocation().source()
              + " has "
              + choice.allocation().names());
    }
    return others;
  }
}
