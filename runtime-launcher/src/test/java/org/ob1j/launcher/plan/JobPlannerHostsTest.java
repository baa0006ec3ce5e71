package org.ob1j.launcher.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.launcher.allocation.Host;
import org.ob1j.launcher.allocation.TestSite;
import org.ob1j.launcher.allocation.engine.EngineKind;
import org.ob1j.launcher.commandline.MpirunCommandLine;
import org.ob1j.launcher.commandline.OpenMpiParameters;
import org.ob1j.launcher.placement.CpuTopology.Level;
import org.ob1j.launcher.placement.NodeTopology;
import org.ob1j.launcher.program.Library;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.runtime.parameter.ParameterSet;

/** Jobs on several hosts, of which this one is called me. */
class JobPlannerHostsTest {
  private static final Map<String, String> ENVIRONMENT = Map.of("PATH", "/usr/bin:/bin");

  private static final NodeTopology TWO_SOCKETS =
      new NodeTopology(
          Arrays.stream(Level.values())
              .collect(
                  Collectors.toMap(
                      level -> level,
                      level ->
                          switch (level) {
                            case SOCKET, NUMA, L3CACHE -> 2;
                            case BOARD -> 1;
                            case HWTHREAD -> 8;
                            default -> 4;
                          })),
          1L << 30);

  private static PreparedJob prepare(String line, TestSite site, Map<String, String> parameters)
      throws LaunchException {
    Map<String, String> values = new HashMap<>(parameters);
    // Not every machine has ssh.
    values.putIfAbsent("plm_rsh_agent", "sh");
    return JobPlanner.prepare(
        MpirunCommandLine.parse(line.split(" ")),
        site.site(),
        ParameterSet.of(values),
        Library.NONE);
  }

  private static JobPlan plan(String line, TestSite site) throws LaunchException {
    PreparedJob job = prepare(line, site, Map.of());
    return job.place(
        job.allocation().hosts().stream()
            .map(host -> job.mustAsk(host) ? TWO_SOCKETS : null)
            .toList());
  }

  private static TestSite site() {
    return TestSite.with(ENVIRONMENT)
        .withFile("two", "h1 slots=2", "h2 slots=2")
        .withFile("cores", "h1", "h2")
        .withFile("here", "me slots=2", "h2 slots=2")
        .withFile("max", "h1 slots=1 max_slots=2", "h2 slots=1")
        .withFile("ranks", "rank 0=h2 slot=0", "rank 1=h1", "rank 2=h2 slot=1:0")
        .withFile("numbers", "rank 0=+n1 slot=0", "rank 1=+n0 slot=0-1");
  }

  /** The hosts of the ranks by their numbers. */
  private static String hosts(JobPlan plan) {
    return plan.ranks().stream()
        .map(rank -> plan.hosts().get(rank.host()).host().name())
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--host h1:2,h2 p                       | h1 h1 h2",
        "-H h1,h2 -n 2 p                        | h1 h2",
        "--host h1 --host h2 p                  | h1 h2",
        "--hostfile two -n 3 p                  | h1 h1 h2",
        "-machinefile two -n 3 --map-by node p  | h1 h2 h1",
        "--hostfile two --bynode p              | h1 h2 h1 h2",
        "--hostfile two --map-by node --rank-by slot -n 3 p | h1 h1 h2",
        "--hostfile two --rank-by node -n 3 p   | h1 h2 h1",
        "--hostfile two --map-by core:span -n 2 p | h1 h2",
        "--hostfile two -N 1 p                  | h1 h2",
        "--hostfile two -pernode p              | h1 h2",
        "--hostfile two --map-by ppr:1:node p   | h1 h2",
        "--hostfile two --map-by ppr:1:socket p | h1 h1 h2 h2",
        "--hostfile two --npersocket 1 -n 3 p   | h1 h1 h2",
        "--hostfile two --host h2:2 p           | h2 h2",
        "--hostfile two --oversubscribe -n 6 p  | h1 h1 h1 h2 h2 h2",
        "--hostfile two --map-by slot:oversubscribe -n 5 p | h1 h1 h1 h2 h2",
        "--hostfile max --oversubscribe -n 5 p  | h1 h1 h2 h2 h2",
        "--hostfile cores p                     | h1 h1 h1 h1 h2 h2 h2 h2",
        "--hostfile cores --use-hwthread-cpus -n 9 p | h1 h1 h1 h1 h1 h1 h1 h1 h2",
        "--hostfile cores --map-by slot:pe=2 p  | h1 h1 h2 h2",
        "--host h1:*,h2:1 -n 5 p                | h1 h1 h1 h1 h2",
        "--default-hostfile two -n 1 p          | h1",
        "--default-hostfile two --host h7 p     | h7",
        "--hostfile here --nolocal p            | h2 h2",
        "--hostfile two --rankfile ranks p      | h2 h1 h2",
        "--rankfile ranks -n 2 p                | h2 h1",
        "--hostfile two -rf numbers p           | h2 h1",
        "--host h1 -n 1 p : --host h2,h3 -n 2 q | h1 h2 h3",
        "--host h1:2,h2 -n 1 p : -n 2 q         | h1 h1 h2",
        "--map-by seq --host h1:2 -n 2 p        | h1 h1",
      })
  void shouldSayWhichHostEachRankRunsOn(String line, String hosts) throws LaunchException {
    assertThat(hosts(plan(line, site()))).isEqualTo(hosts);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--hostfile two -n 5 p     | 5 ranks of p need as many, and the hostfile 'two' has 4",
        "--host h1,h2 -n 3 p       | 3 ranks of p need as many, and --host has 2 (h1: 1, h2: 1)",
        "--hostfile max --oversubscribe -N 3 -n 9 p | max_slots, -N or ppr allow no more than 5",
        "--hostfile gone p         | --hostfile names the file 'gone', which cannot be used",
        "--nolocal p               | --nolocal: no host is left for ranks",
        "--host me:2 --nolocal p   | --nolocal: no host is left for p; --host has me",
        "--rankfile ranks -n 4 p   | --rankfile ranks does not say where rank 3 runs",
        "--rankfile gone p         | --rankfile names the file 'gone', which cannot be used",
        "--host h1 --rankfile ranks p | puts rank 0 on h2, which is not among the hosts of --host",
        "--hostfile two --map-by seq p | --map-by seq is for one host; --rankfile says",
        "--host h1:1000 -n 100001 p | 100001 ranks are too many; a job has up to 100000",
        "--host h1 p : --hostfile two -n 1 q | --hostfile concerns the whole job",
        "--hostfile two -n 1 --bind-to cpu-list:ordered p | needs the CPUs: --cpu-list LIST",
      })
  void shouldNameWhatIsWrongWithCodeTwo(String line, String message) {
    assertThatThrownBy(() -> plan(line, site()))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining(message)
        .extracting(failure -> ((LaunchException) failure).exitCode())
        .isEqualTo(ExitCodes.USAGE);
  }

  @Test
  void shouldAskHostsOnlyForWhatIsNotSaid() throws LaunchException {
    assertThat(prepare("--hostfile two p", site(), Map.of()).mustAskAny()).isFalse();
    assertThat(prepare("--hostfile cores p", site(), Map.of()).mustAskAny()).isTrue();
    assertThat(prepare("--hostfile two --map-by ppr:1:core p", site(), Map.of()).mustAskAny())
        .isTrue();
    assertThat(prepare("--hostfile two --map-by ppr:2:node p", site(), Map.of()).mustAskAny())
        .isFalse();
    assertThat(prepare("--host me:* sh", site(), Map.of()).mustAskAny()).isFalse();
    PreparedJob some = prepare("--host h1:2,h2:* p", site(), Map.of());
    assertThat(some.allocation().hosts()).extracting(some::mustAsk).containsExactly(false, true);
  }

  @Test
  void shouldCountTheRanksOfEachHost() throws LaunchException {
    JobPlan plan = plan("--hostfile here --map-by node sh a", site());

    assertThat(plan.ranks()).extracting(RankPlan::localRank).containsExactly(0, 0, 1, 1);
    assertThat(plan.hosts())
        .extracting(HostPlan::ranks)
        .containsExactly(List.of(0, 2), List.of(1, 3));
    assertThat(plan.thisHost()).isZero();
    assertThat(plan("--hostfile two p", site()).thisHost()).isEqualTo(-1);
    assertThat(plan("--hostfile two -n 1 p", site()).hosts())
        .extracting(host -> host.host().name())
        .containsExactly("h1");
  }

  @Test
  void shouldLookForProgramsOnlyOnTheHostThatStartsThem() throws LaunchException {
    JobPlan plan =
        plan("--host me -n 1 sh a : --host h2 -n 1 -wdir /no/such -x A=1 no-such b", site());

    RankPlan remote = plan.ranks().get(1);
    assertThat(remote.command()).containsExactly("no-such", "b");
    assertThat(remote.workingDirectory()).isEqualTo(Path.of("/no/such"));
    assertThat(remote.environment()).isEqualTo(Map.of("A", "1"));
    assertThatThrownBy(() -> plan.layout().programs().get(1).resolve(Library.NONE, ENVIRONMENT))
        .hasMessageContaining("-wdir /no/such is no folder");
    assertThatThrownBy(() -> plan("--host h1,me -n 2 no-such", site()))
        .hasMessageContaining("there is no program 'no-such'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--host h1,me -wdir /no/such sh | host me: -wdir /no/such is no folder",
        "--host h1,me no-such           | host me: there is no program 'no-such'",
        "--host me -wdir /no/such sh    | -wdir /no/such is no folder",
      })
  void shouldNameThisHostWhereItIsOneOfSeveral(String line, String expected) {
    assertThatThrownBy(() -> plan(line, site())).message().startsWith(expected);
  }

  @Test
  void shouldBindRanksOnlyOnThisHost() throws LaunchException {
    JobPlan plan = plan("--host me,h2 --cpu-set 0 sh", site());

    assertThat(plan.ranks()).extracting(RankPlan::cpuList).containsExactly("0", "");
    assertThat(plan.hosts().get(1).binding().cpuSet()).isEqualTo("0");
    assertThat(plan.bound(1, List.of(List.of(0, 2))).ranks())
        .extracting(RankPlan::cpuList)
        .containsExactly("0", "0,2");
  }

  @Test
  void shouldGiveEachHostTheSlotsThatARankfileSays() throws LaunchException {
    JobPlan plan = plan("--rankfile ranks p", site());

    assertThat(plan.hosts()).extracting(host -> host.host().name()).containsExactly("h2", "h1");
    assertThat(plan.hosts())
        .extracting(host -> host.binding().slotLists())
        .containsExactly(List.of("0", "1:0"), List.of(""));
  }

  @Test
  void shouldTellOtherHostsParametersAndVariables() throws LaunchException {
    PreparedJob job =
        prepare(
            "--host h1 --mca btl tcp -x B=2 p",
            site(),
            Map.of("btl", "tcp", "mca_base_env_list", "C=3"));

    JobPlan plan = job.place(List.of());

    assertThat(plan.layout().exported())
        .containsEntry("OMPI_MCA_btl", "tcp")
        .containsEntry("C", "3")
        .doesNotContainKey("PATH");
    assertThat(plan.ranks().get(0).environment())
        .isEqualTo(Map.of("OMPI_MCA_btl", "tcp", "B", "2"));
  }

  /** Other hosts find out for themselves, and are named where that fails. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--host me:9000,h1 -n 9001 --bind-to core sh  | host me: 9000 ranks need 9000 cores to be",
        "--host me:9000 -n 9000 --bind-to core sh     | 9000 ranks need 9000 cores to be bound to",
        "--host me:*,h1 --cpu-set 99999 sh | host me: --cpu-set names CPU 99999; there are",
      })
  void shouldNameThisHostAmongOthersWhereItsRanksCannotBeBound(String line, String message) {
    assertThatThrownBy(() -> plan(line, site()))
        .isInstanceOf(LaunchException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void shouldStartHostsByWhatTheirAllocationIsOf(@TempDir Path programs) throws Exception {
    Path srun = Files.createFile(programs.resolve("srun"));
    Files.setPosixFilePermissions(srun, PosixFilePermissions.fromString("rwx------"));
    Map<String, String> slurm = new HashMap<>();
    slurm.putAll(
        Map.of(
            "PATH", programs.toString(),
            "SLURM_JOB_ID", "1",
            "SLURM_JOB_NODELIST", "h[1-2]",
            "SLURM_TASKS_PER_NODE", "2(x2)"));
    PreparedJob job = prepare("p", TestSite.with(slurm), Map.of("routed_radix", "3"));

    assertThat(job.reach().engine()).isEqualTo(EngineKind.SLURM);
    assertThat(job.reach().radix()).isEqualTo(3);
    assertThat(hosts(job.place(List.of()))).isEqualTo("h1 h1 h2 h2");
    assertThat(prepare("sh", TestSite.with(ENVIRONMENT), Map.of()).reach().engine())
        .isEqualTo(EngineKind.LOCAL);
    assertThat(prepare("--host h1 p", site(), Map.of("plm_rsh_agent", "sh -e")).reach().shell())
        .satisfies(shell -> assertThat(shell.agent()).containsExactly("sh", "-e"));
  }

  @Test
  void shouldPrintHostsAsOpenMpiDoes() throws LaunchException {
    JobPlan plan = plan("--hostfile max -n 2 --oversubscribe -x A=1 p", site());

    assertThat(JobMap.allocation(plan))
        .contains(
            "\th1: flags=0x10 slots=1 max_slots=2 slots_inuse=0 state=UP\n",
            "\th2: flags=0x10 slots=1 max_slots=0 slots_inuse=0 state=UP\n");
    assertThat(JobMap.of(plan))
        .contains(
            " Data for JOB [1,1] offset 0 Total slots allocated 2\n\n ====",
            "\n\n Data for node: h1\tNum slots: 1\tMax slots: 2\tNum procs: 1\n"
                + " \tProcess OMPI jobid: [1,1] App: 0 Process rank: 0 Bound: N/A\n"
                + "\n Data for node: h2\tNum slots: 1\tMax slots: 0\tNum procs: 1\n");
  }

  @Test
  void shouldTakeHostsFromParametersThatAreOptions() throws LaunchException {
    ParameterSet parameters =
        ParameterSet.of(
            Map.of(
                "orte_default_hostfile", "two",
                "rmaps_base_no_schedule_local", "1",
                "plm_rsh_agent", "sh"));
    List<String> words = OpenMpiParameters.options(parameters);
    words.add("p");

    JobPlan plan =
        JobPlanner.prepare(
                MpirunCommandLine.parse(words.toArray(String[]::new)),
                site().site(),
                parameters,
                Library.NONE)
            .place(List.of());

    assertThat(plan.layout().allocation().hosts())
        .containsExactly(Host.of("h1", 2, 0), Host.of("h2", 2, 0));
  }
}
