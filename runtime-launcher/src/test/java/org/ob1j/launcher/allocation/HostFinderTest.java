package org.ob1j.launcher.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;

class HostFinderTest {
  private static final Map<String, String> SLURM =
      Map.of(
          "SLURM_JOB_ID", "12",
          "SLURM_JOB_NODELIST", "h[0-2]",
          "SLURM_TASKS_PER_NODE", "2(x3)");

  private static HostRequest hosts(String... programs) {
    List<List<String>> lists =
        List.of(programs).stream()
            .map(list -> list.isEmpty() ? List.<String>of() : List.of(list.split(" ")))
            .toList();
    return new HostRequest(lists, null, null, null);
  }

  private static String found(HostRequest request, Site site) throws LaunchException {
    return TestSite.text(new HostFinder(request, site).find().allocation());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h0                  | h0:1",
        "h0:4,h1             | h0:4 h1:1",
        "h0,h1,h0            | h0:2 h1:1",
        "h0:2 h1 h0          | h0:3 h1:1",
        ",h0:2,,h1,          | h0:2 h1:1",
        "h0:*,h1:auto        | h0:cores h1:cores",
        "h0:2,h0:*           | h0:cores",
        "root@h0:2,h1        | root@h0:2 h1:1",
        "job-worker-0.job.ns.svc:2 | job-worker-0.job.ns.svc:2",
        "localhost:3,h1      | me:3(here) h1:1",
        "me,localhost,ME     | me:3(here)",
        "10.0.0.1,10.0.0.2   | me:1(here) 10.0.0.2:1",
        "alias,h1            | me:1(here) h1:1",
        "[fe80::1]:4,fe80::2 | fe80::1:4 fe80::2:1",
      })
  void shouldTakeTheHostsOfAList(String list, String hosts) throws LaunchException {
    assertThat(found(hosts(list), TestSite.bare().site())).isEqualTo(hosts);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ",,         | --host has no host: ',,'",
        "h0 ,       | --host has no host: ','",
        "h0:0       | --host has 'h0:0'; a number of slots is from 1 to 100000",
        "h0:100001  | a number of slots is from 1 to 100000",
        "h0:x       | --host has 'h0:x'",
        "-oProxyCommand=x | --host has '-oProxyCommand=x'",
        "-v@h0      | --host has '-v@h0'",
        "h0;ls      | --host has 'h0;ls'",
        "h\u00e4     | a name of letters, digits",
        "+n0        | --host has +n0, a host of a scheduler's allocation; there is none",
        "+x         | --host has '+x'; a host of an allocation is +nNUMBER, or +e",
      })
  void shouldRefuseAListThatCannotBe(String list, String message) {
    assertThatThrownBy(() -> found(hosts(list), TestSite.bare().site()))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining(message)
        .extracting(failure -> ((LaunchException) failure).exitCode())
        .isEqualTo(ExitCodes.USAGE);
  }

  @Test
  void shouldRunOnThisHostAloneIfNobodySaysAnything() throws LaunchException {
    Allocation allocation = new HostFinder(hosts(""), TestSite.bare().site()).find().allocation();

    assertThat(TestSite.text(allocation)).isEqualTo("me:cores(here)");
    assertThat(allocation.hasSlots()).isFalse();
    assertThat(allocation.hasRemoteHosts()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h0 slots=4            | h0:4",
        "h0 slots = 4; h1      | h0:4 h1:cores",
        "h0 cpus=2; h1 cpu=3; h2 count=1 | h0:2 h1:3 h2:1",
        "h0 slots=2 max_slots=4; h1 max-slots=3 | h0:2/4 h1:3/3",
        "h0 slots-max=4        | h0:4/4",
        "h0 slots=2; h0 slots=3 | h0:5",
        "h0; h0; h1            | h0:2 h1:cores",
        "h0 slots=2; h0        | h0:3",
        "h0:4; h1:2            | h0:4 h1:2",
        "# all; h0 slots=1 # one;; h1 // two; | h0:1 h1:cores",
        "bob@h0 slots=2; h1 user=eve slots=1 | bob@h0:2 eve@h1:1",
        "a.svc slots=1; b.svc slots=1 | a.svc:1 b.svc:1",
        "h0; h1; ^h0           | h1:cores",
        "localhost slots=2     | me:2(here)",
        "h0 slots=8 sockets=2 cores=4 | h0:8",
        "\uFEFFh0 slots=2; h1 | h0:2 h1:cores",
        "\uFEFF# all; h1      | h1:cores",
      })
  void shouldTakeTheHostsOfAFile(String lines, String hosts) throws LaunchException {
    Site site = TestSite.bare().withFile("f", lines.split(";", -1)).site();
    HostRequest request = new HostRequest(List.of(List.of()), "f", null, null);

    assertThat(found(request, site)).isEqualTo(hosts);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h0 slots=x           | f line 1 has 'slots=x'; a number of slots is from 1",
        "h0;h1 slots=0        | f line 2 has 'slots=0'",
        "h0 slots             | f line 1 has 'slots'; after a host there may be slots=N",
        "h0 port=22           | a port goes into --mca plm_rsh_args '-p PORT'",
        "h0 slots=4 max_slots=2 | f line 1: max_slots is 2; it must be at least 4",
        "-x                   | f line 1 has '-x'; a host is NAME",
        "''                   | names the file 'f', in which there is no host. No rank is started",
        "# h0; // h1          | names the file 'f', in which there is no host",
        "^h0                  | the hostfile 'f' only excludes hosts",
        "h0; ^h0              | the hostfile 'f' excludes all hosts of the hostfile 'f': h0",
        "+n1                  | has +n1, a host of a scheduler's allocation; there is none",
      })
  void shouldRefuseAFileThatCannotBeUsed(String lines, String message) {
    TestSite site = TestSite.bare().withFile("f", lines.split(";", -1));
    HostRequest request = new HostRequest(List.of(List.of()), "f", null, null);

    assertThatThrownBy(() -> found(request, site.site())).hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource({"HYDRA_HOST_FILE", "I_MPI_HYDRA_HOST_FILE", "PRTE_MCA_prte_default_hostfile"})
  void shouldTakeTheFileThatAVariableNames(String variable) throws LaunchException {
    TestSite site =
        TestSite.with(Map.of(variable, "/etc/mpi/hostfile"))
            .withFile("/etc/mpi/hostfile", "job-worker-0.job.ns.svc slots=2", "h1 slots=1");

    assertThat(found(hosts(""), site.site())).isEqualTo("job-worker-0.job.ns.svc:2 h1:1");
    assertThat(found(hosts("h7"), site.site())).isEqualTo("h7:1");
    assertThat(found(new HostRequest(List.of(List.of()), null, "none", null), site.site()))
        .isEqualTo("me:cores(here)");
  }

  @Test
  void shouldNeverRunHereInsteadOfWhereAMissingFileWouldSay() {
    Site site = TestSite.with(Map.of("HYDRA_HOST_FILE", "/gone")).site();

    assertThatThrownBy(() -> found(hosts(""), site))
        .hasMessageContaining(
            "HYDRA_HOST_FILE names the file '/gone', which cannot be used: there is no such file."
                + " No rank is started on this host instead");
  }

  @Test
  void shouldPreferTheCommandLinesFileToTheDefaultOne() throws LaunchException {
    TestSite site =
        TestSite.with(Map.of("HYDRA_HOST_FILE", "e"))
            .withFile("e", "h9")
            .withFile("d", "h8")
            .withFile("f", "h7");

    assertThat(found(new HostRequest(List.of(List.of()), "f", "d", null), site.site()))
        .isEqualTo("h7:cores");
    assertThat(found(new HostRequest(List.of(List.of()), null, "d", null), site.site()))
        .isEqualTo("h8:cores");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''          | all",
        "h1          | 1:1",
        "h2:2,h0     | 2:2 0:1",
        "h1:*        | 1:0",
        "h1:8        | 1:8",
        "+n2         | 2:1",
        "+n1,+e      | 1:1 0:0 2:0",
        "+e:1,h0     | 1:0 0:1",
        "+E          | 0:0 1:0 2:0",
      })
  void shouldChooseAmongTheHostsOfAScheduler(String list, String shares) throws LaunchException {
    HostChoice choice = new HostFinder(hosts(list), TestSite.with(SLURM).site()).find();

    assertThat(TestSite.text(choice.allocation())).isEqualTo("h0:2 h1:2 h2:2");
    String text =
        choice.shares().get(0).stream()
            .map(share -> share.host() + ":" + share.slots())
            .collect(Collectors.joining(" "));
    assertThat(text.isEmpty() ? "all" : text).isEqualTo(shares);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h9   | --host names h9, which is not among the hosts of Slurm's job 12: h0, h1, h2",
        "+n3  | --host has +n3; Slurm's job 12 has hosts +n0 to +n2",
        "+e:4 | --host has +e:4; Slurm's job 12 has 3 hosts that are not named otherwise",
      })
  void shouldRefuseHostsThatTheSchedulerHasNotGiven(String list, String message) {
    assertThatThrownBy(() -> found(hosts(list), TestSite.with(SLURM).site()))
        .hasMessageContaining(message);
  }

  @Test
  void shouldChooseAmongTheHostsOfASchedulerByAFileToo() throws LaunchException {
    TestSite site = TestSite.with(SLURM).withFile("f", "h2", "h1 slots=1").withFile("not", "^h1");

    assertThat(found(new HostRequest(List.of(List.of()), "f", null, null), site.site()))
        .isEqualTo("h2:2 h1:1");
    assertThat(found(new HostRequest(List.of(List.of()), "not", null, null), site.site()))
        .isEqualTo("h0:2 h2:2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h1                | h1.site.org:1",
        "h1.site.org,h1:2  | h1.site.org:3",
        "h2.site.org       | h2:1",
        "h1.site,h4.b      | h1.site.org:1 h4.b:1",
      })
  void shouldKnowAHostWithItsDomainAndWithout(String list, String chosen) throws LaunchException {
    TestSite site = TestSite.bare().withFile("f", "h1.site.org:4", "h2:4", "h4.a:4", "h4.b:4");

    HostChoice choice =
        new HostFinder(new HostRequest(List.of(List.of(list)), "f", null, null), site.site())
            .find();

    String text =
        choice.shares().get(0).stream()
            .map(s -> choice.allocation().hosts().get(s.host()).name() + ":" + s.slots())
            .collect(Collectors.joining(" "));
    assertThat(text).isEqualTo(chosen);
  }

  @ParameterizedTest
  @ValueSource(strings = {"h4", "10", "h", "h1.site.or"})
  void shouldNotTakeOneHostForAnother(String mentioned) {
    TestSite site = TestSite.bare().withFile("f", "h1.site.org:4", "h4.a:4", "h4.b:4", "10.0.0.9");

    assertThatThrownBy(
            () -> found(new HostRequest(List.of(List.of(mentioned)), "f", null, null), site.site()))
        .hasMessageContaining("--host names " + mentioned + ", which is not among the hosts");
  }

  @Test
  void shouldChooseAmongTheHostsOfAFile() throws LaunchException {
    TestSite site = TestSite.bare().withFile("f", "h0 slots=2", "h1 slots=2");
    HostRequest request = new HostRequest(List.of(List.of("h1:2")), "f", null, null);

    HostChoice choice = new HostFinder(request, site.site()).find();

    assertThat(TestSite.text(choice.allocation())).isEqualTo("h0:2 h1:2");
    assertThat(choice.shares()).containsExactly(List.of(new HostChoice.Share(1, 2)));
    assertThatThrownBy(
            () -> found(new HostRequest(List.of(List.of("h2")), "f", null, null), site.site()))
        .hasMessageContaining("--host names h2, which is not among the hosts of the hostfile 'f'");
  }

  @Test
  void shouldLogInAsWhomTheListNamesWhereAFileGivesTheHosts() throws LaunchException {
    TestSite site = TestSite.bare().withFile("f", "h0 slots=2", "eve@h1 slots=2", "eve@h2 slots=1");
    HostRequest request =
        new HostRequest(List.of(List.of("bob@h1"), List.of("h2,amy@h0")), "f", null, null);

    assertThat(found(request, site.site())).isEqualTo("amy@h0:2 bob@h1:2 eve@h2:1");
  }

  @Test
  void shouldGiveEachProgramItsOwnHosts() throws LaunchException {
    HostChoice choice =
        new HostFinder(hosts("h0", "h1,h2", "", "h0:2"), TestSite.bare().site()).find();

    assertThat(TestSite.text(choice.allocation())).isEqualTo("h0:3 h1:1 h2:1");
    assertThat(choice.shares())
        .containsExactly(
            List.of(new HostChoice.Share(0, 1)),
            List.of(new HostChoice.Share(1, 1), new HostChoice.Share(2, 1)),
            List.of(),
            List.of(new HostChoice.Share(0, 2)));
  }

  private static String found(HostRequest request, TestSite site) throws LaunchException {
    return found(request, site.site());
  }

  /** Not the folder in which mpirun runs, as which an empty path may be read. */
  @ParameterizedTest
  @CsvSource({
    "'', , '--hostfile is empty; it must name a file'",
    ", ' ', '--default-hostfile (parameter orte_default_hostfile) is empty; it must name a file'",
  })
  void shouldSayThatAHostfileHasNoName(String hostfile, String defaultHostfile, String message) {
    HostRequest request = new HostRequest(List.of(), hostfile, defaultHostfile, null);

    assertThatThrownBy(() -> new HostFinder(request, TestSite.bare().site()).find())
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining(message);
  }
}
