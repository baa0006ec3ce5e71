package org.ob1j.launcher;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.ob1j.launcher.agent.AgentMain;
import org.ob1j.launcher.agent.Agents;
import org.ob1j.launcher.allocation.Host;
import org.ob1j.launcher.allocation.engine.EngineKind;
import org.ob1j.launcher.allocation.engine.Reach;
import org.ob1j.launcher.allocation.engine.RemoteShell;
import org.ob1j.launcher.engine.Bootstrap;
import org.ob1j.launcher.engine.Installation;
import org.ob1j.launcher.engine.LaunchEngine;
import org.ob1j.launcher.engine.RemoteShellEngine;
import org.ob1j.launcher.engine.SlurmEngine;
import org.ob1j.launcher.host.HostAgent;
import org.ob1j.launcher.host.HostEvents;
import org.ob1j.launcher.host.JobHost;
import org.ob1j.launcher.placement.Machine;
import org.ob1j.launcher.placement.NodeTopology;
import org.ob1j.launcher.plan.HostPlan;
import org.ob1j.launcher.plan.JobPlan;
import org.ob1j.launcher.plan.PreparedJob;
import org.ob1j.launcher.process.JobFoundation;
import org.ob1j.launcher.program.PreloadedFiles;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.runtime.parameter.TextFile;

/**
 * The hosts of a job: has agents started on the others, asks them what they have where that decides
 * which rank runs where, and tells each what it is to do.
 */
final class JobHosts implements Closeable {
  private final PreparedJob prepared;
  private final JobFoundation foundation;
  private final CompletableFuture<LaunchException> cancelled;
  private final Console console;

  /** The hosts that have agents, by the agents' numbers. */
  private List<Host> remote = List.of();

  private Agents agents;

  /**
   * The hosts of a job.
   *
   * @param cancelled completed when the job is not to start any more
   */
  JobHosts(
      PreparedJob prepared,
      JobFoundation foundation,
      CompletableFuture<LaunchException> cancelled,
      Console console) {
    this.prepared = prepared;
    this.foundation = foundation;
    this.cancelled = cancelled;
    this.console = console;
  }

  /**
   * Has agents on all hosts that are needed, and decides which rank runs where.
   *
   * @param known the plan, if it has been made, or null
   */
  JobPlan place(JobPlan known) throws LaunchException, IOException, InterruptedException {
    List<Host> all = prepared.allocation().hosts();
    if (known != null || !prepared.mustAskAny()) {
      JobPlan plan = known != null ? known : prepared.place(List.of());
      List<Host> hosts = new ArrayList<>();
      for (HostPlan host : plan.hosts()) {
        hosts.add(host.host());
      }
      startAgents(hosts);
      return plan;
    }
    startAgents(all);
    List<NodeTopology> asked = agents.topologies(prepared.binding());
    NodeTopology[] topologies = new NodeTopology[all.size()];
    for (int i = 0; i < all.size(); i++) {
      int agent = remote.indexOf(all.get(i));
      topologies[i] = agent < 0 ? null : asked.get(agent);
    }
    return prepared.place(Arrays.asList(topologies));
  }

  private void startAgents(List<Host> hosts)
      throws LaunchException, IOException, InterruptedException {
    remote = new ArrayList<>();
    for (Host host : hosts) {
      if (!host.local()) {
        remote.add(host);
      }
    }
    if (remote.isEmpty()) {
      return;
    }
    Installation installation = Installation.own();
    if (installation == null) {
      throw new LaunchException(
          ExitCodes.FAILURE, "only the script mpirun can start ranks on other hosts");
    }
    Reach reach = prepared.reach();
    RemoteShell shell = reach.shell();
    Agents.Settings settings =
        new Agents.Settings(
            remote.stream().map(Host::target).toList(),
            remote.stream().map(Host::name).toList(),
            reach.radixFor(remote.size()),
            installation.build(),
            reach.heartbeatSeconds(),
            reach.startupTimeout(),
            shell == null ? List.of() : shell.toWords(),
            prepared.prefix());
    Bootstrap bootstrap =
        new Bootstrap(
            installation,
            AgentMain.class.getName(),
            prepared.prefix(),
            Math.toIntExact(reach.startupTimeout().toSeconds()));
    LaunchEngine engine =
        reach.engine() == EngineKind.SLURM
            ? new SlurmEngine(List.of(), bootstrap, foundation.watchdog()::addEngine)
            : new RemoteShellEngine(shell, bootstrap, foundation::tied);
    agents = new Agents(settings, foundation, engine, cancelled, this::note);
    agents.await();
  }

  private void note(boolean important, String text) {
    if (important) {
      console.say(text);
    } else {
      console.verbose(text);
    }
  }

  /**
   * Tells each host of a plan what it is to do; {@link #ready} waits until they are.
   *
   * @return the hosts, in the order of the plan
   */
  List<JobHost> serve(JobPlan plan, HostEvents events)
      throws LaunchException, IOException, InterruptedException {
    if (agents != null && prepared.preloadsBinary()) {
      sendFiles(plan);
    }
    List<JobHost> hosts = new ArrayList<>();
    List<Boolean> crowded = crowdedMachines(plan);
    for (int i = 0; i < plan.hosts().size(); i++) {
      HostPlan host = plan.hosts().get(i);
      hosts.add(
          host.host().local()
              ? new HostAgent(
                  host.host().name(),
                  foundation,
                  HostTasks.ofThisHost(plan, i, crowded.get(i)),
                  events)
              : agents.serve(
                  agentOf(host.host()),
                  HostTasks.ofOther(plan, i, crowded.get(i)),
                  plan.layout().programs(),
                  plan.layout().exported(),
                  host.binding(),
                  events));
    }
    return hosts;
  }

  private List<Boolean> crowdedMachines(JobPlan plan) {
    if (agents == null) {
      return List.of(false);
    }
    List<Machine> machines = new ArrayList<>();
    List<Integer> ranks = new ArrayList<>();
    for (HostPlan host : plan.hosts()) {
      machines.add(
          host.host().local() ? Machine.ofThisHost() : agents.machine(agentOf(host.host())));
      ranks.add(host.ranks().size());
    }
    return Machine.crowded(machines, ranks);
  }

  /** By its name: a plan says how many slots a host has that is given as many as it has cores. */
  private int agentOf(Host planned) {
    for (int agent = 0; agent < remote.size(); agent++) {
      if (remote.get(agent).name().equals(planned.name())) {
        return agent;
      }
    }
    throw new IllegalStateException("there is no agent on " + planned.name());
  }

  private void sendFiles(JobPlan plan) throws LaunchException, IOException, InterruptedException {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
    // Its name goes at once: the watchdog of a host that has failed may share the folder.
    try (FileChannel packed =
        FileChannel.open(
            Files.createTempFile(temporary, "ob1j-" + foundation.jobId() + "-", ".zip"),
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE)) {
      agents.whileAllLive(() -> packAndSend(plan, packed, temporary));
    }
  }

  private void packAndSend(JobPlan plan, FileChannel packed, Path temporary) throws IOException {
    Set<Path> files = new LinkedHashSet<>();
    plan.layout().programs().forEach(program -> files.addAll(program.preloaded().files()));
    try {
      PreloadedFiles.pack(files, Channels.newOutputStream(packed));
    } catch (IOException failure) {
      throw new IOException(
          "cannot pack the files for --preload-binary in "
              + temporary
              + ": "
              + TextFile.reason(failure),
          failure);
    }
    for (HostPlan host : plan.hosts()) {
      if (!host.host().local()) {
        packed.position(0);
        agents.sendFiles(agentOf(host.host()), Channels.newInputStream(packed));
      }
    }
  }

  /** Waits until all are ready to start their ranks; the plan with what these are tied to. */
  JobPlan ready(JobPlan plan) throws LaunchException, InterruptedException {
    JobPlan bound = plan;
    List<Integer> places = new ArrayList<>();
    List<Integer> which = new ArrayList<>();
    for (int i = 0; i < plan.hosts().size(); i++) {
      if (!plan.hosts().get(i).host().local()) {
        places.add(i);
        which.add(agentOf(plan.hosts().get(i).host()));
      }
    }
    if (!which.isEmpty()) {
      List<List<String>> cpus = agents.ready(which);
      for (int i = 0; i < which.size(); i++) {
        bound = bound.bound(places.get(i), cpus.get(i).stream().map(JobHosts::numbers).toList());
      }
    }
    return bound;
  }

  private static List<Integer> numbers(String list) {
    return list.isEmpty()
        ? List.of()
        : Arrays.stream(list.split(",")).map(Integer::valueOf).toList();
  }

  /** Tells other hosts to end what is left; each host's own close waits for it. */
  void beginClose(long drainNanos) {
    if (agents != null) {
      agents.beginClose(drainNanos);
    }
  }

  @Override
  public void close() throws IOException {
    if (agents != null) {
      agents.close();
      // A remote shell may have started what outlives it.
      foundation.watchdog().sweep();
    }
  }
}
