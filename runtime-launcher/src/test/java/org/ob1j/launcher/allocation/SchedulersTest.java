package org.ob1j.launcher.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;

class SchedulersTest {
  private static final HostRequest NOTHING = new HostRequest(List.of(List.of()), null, null, null);

  private static Allocation found(TestSite site) throws LaunchException {
    return new HostFinder(NOTHING, site.site()).find().allocation();
  }

  private static Map<String, String> variables(String text) {
    Map<String, String> variables = new HashMap<>();
    for (String each : text.split(";")) {
      int equals = each.indexOf('=');
      variables.put(each.substring(0, equals).trim(), each.substring(equals + 1).trim());
    }
    return variables;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h0                 | [h0]",
        "h0,g1              | [h0, g1]",
        "h[0-3,7],g1        | [h0, h1, h2, h3, h7, g1]",
        "n[001-003]-ib      | [n001-ib, n002-ib, n003-ib]",
        "n[08-11]           | [n08, n09, n10, n11]",
        "r[1-2]n[0-1].x     | [r1n0.x, r1n1.x, r2n0.x, r2n1.x]",
        "a[1,3],b[2],c      | [a1, a3, b2, c]",
        "h[3]               | [h3]",
      })
  void shouldExpandSlurmsLists(String list, String names) throws LaunchException {
    assertThat(SlurmNodeList.names("SLURM_JOB_NODELIST", list)).hasToString(names);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"h[0-3", "h0]", "h[[0]]", "h[a-b]", "h[]", "h0,,h1", "h[0-999999999]", "h[1-2-3]"})
  void shouldRefuseListsThatSlurmDoesNotWrite(String list) {
    assertThatThrownBy(() -> SlurmNodeList.names("SLURM_JOB_NODELIST", list))
        .hasMessageContaining("SLURM_JOB_NODELIST is '" + list + "'; it must be a list of hosts");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SLURM_TASKS_PER_NODE=4(x2),1          | h0:4 h1:4 h2:1",
        "SLURM_TASKS_PER_NODE=4(x30)           | h0:4 h1:4 h2:4",
        "SLURM_JOB_CPUS_PER_NODE=8(x3)         | h0:8 h1:8 h2:8",
        "SLURM_JOB_CPUS_PER_NODE=8(x2),1; SLURM_CPUS_PER_TASK=2 | h0:4 h1:4 h2:1",
        // As in a step of one task inside the job.
        "SLURM_TASKS_PER_NODE=1; SLURM_JOB_CPUS_PER_NODE=4(x3) | h0:4 h1:4 h2:4",
      })
  void shouldTakeSlurmsTasksAsSlots(String tasks, String hosts) throws LaunchException {
    Map<String, String> variables = variables(tasks);
    variables.put("SLURM_JOB_ID", "7");
    variables.put("SLURM_NODELIST", "h[0-2]");

    Allocation allocation = found(TestSite.with(variables));

    assertThat(TestSite.text(allocation)).isEqualTo(hosts);
    assertThat(allocation.manager()).isEqualTo(Manager.SLURM);
    assertThat(allocation.source()).isEqualTo("Slurm's job 7");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SLURM_TASKS_PER_NODE=4 | SLURM_TASKS_PER_NODE is '4' and SLURM_JOB_CPUS_PER_NODE is not set",
        "SLURM_TASKS_PER_NODE=4(x     | SLURM_TASKS_PER_NODE is '4(x'; it must be a list of",
        "SLURM_JOBID=8 | SLURM_TASKS_PER_NODE is not set and SLURM_JOB_CPUS_PER_NODE is not set; one",
        "SLURM_JOBID=8                | must have a number for each of the 2 hosts",
      })
  void shouldRefuseTasksThatSlurmDoesNotWrite(String tasks, String message) {
    Map<String, String> variables = variables(tasks);
    variables.put("SLURM_JOBID", "7");
    variables.put("SLURM_JOB_NODELIST", "h[0-1]");

    assertThatThrownBy(() -> found(TestSite.with(variables))).hasMessageContaining(message);
  }

  @Test
  void shouldCountTheLinesOfPbs() throws LaunchException {
    TestSite site =
        TestSite.with(Map.of("PBS_NODEFILE", "/n", "PBS_JOBID", "3.server"))
            .withFile("/n", "h0", "h1", "", "h0", "me");

    assertThat(TestSite.text(found(site))).isEqualTo("h0:2 h1:1 me:1(here)");
    assertThat(found(site).source()).isEqualTo("PBS's job 3.server");
    assertThat(found(site).manager()).isEqualTo(Manager.PBS);
  }

  @Test
  void shouldTakeTheSlotsOfGridEngine() throws LaunchException {
    TestSite site =
        TestSite.with(Map.of("PE_HOSTFILE", "/p", "JOB_ID", "5"))
            .withFile("/p", "h0.x 4 all.q@h0 UNDEFINED", "h1.x 2 all.q@h1 <NULL>");

    assertThat(TestSite.text(found(site))).isEqualTo("h0.x:4 h1.x:2");
    assertThat(found(site).manager()).isEqualTo(Manager.GRID_ENGINE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "LSB_DJOB_HOSTFILE=/f; LSB_MCPU_HOSTS=h9 1 | h0:2 h1:1",
        "LSB_MCPU_HOSTS=h0 4 h1 2                  | h0:4 h1:2",
        "LSB_HOSTS=h0 h1 h1                        | h0:1 h1:2",
      })
  void shouldTakeTheSlotsOfLsf(String text, String hosts) throws LaunchException {
    Map<String, String> variables = variables(text);
    variables.put("LSB_JOBID", "9");

    Allocation allocation = found(TestSite.with(variables).withFile("/f", "h0", "h0", "h1"));

    assertThat(TestSite.text(allocation)).isEqualTo(hosts);
    assertThat(allocation.manager()).isEqualTo(Manager.LSF);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PBS_NODEFILE=/gone | PBS_NODEFILE names the file '/gone', which cannot be used",
        "PBS_NODEFILE=/empty | PBS_NODEFILE names the file '/empty', which has no host",
        "PE_HOSTFILE=/pe    | /pe has the line 'h0'; it must be HOST SLOTS QUEUE PROCESSORS",
        "LSB_JOBID=1; LSB_MCPU_HOSTS=h0 1 h1 | it must be hosts and their slots in turn",
        "LSB_JOBID=1; LSB_MCPU_HOSTS=h0 x    | a number of slots is from 1",
        "LSB_JOBID=1; LSB_HOSTS=-x           | LSB_HOSTS has '-x'; a host is NAME",
      })
  void shouldRefuseWhatNoSchedulerWrites(String text, String message) {
    TestSite site = TestSite.with(variables(text)).withFile("/empty", " ").withFile("/pe", "h0");

    assertThatThrownBy(() -> found(site)).hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SLURM_JOB_ID=1 | this is Slurm's job 1 (SLURM_JOB_ID), but SLURM_JOB_NODELIST, which names",
        "SLURM_JOBID=1; SLURM_HET_SIZE=1 | is not set: name them by --host or --hostfile",
        "PBS_JOBID=3.server | this is PBS's job 3.server (PBS_JOBID), but PBS_NODEFILE",
        "LSB_JOBID=2 | this is LSF's job 2 (LSB_JOBID), but LSB_DJOB_HOSTFILE or LSB_MCPU_HOSTS",
        "JOB_ID=3; NHOSTS=2 | this is Grid Engine's job 3 (JOB_ID), but PE_HOSTFILE",
        "SLURM_JOB_ID=1; SLURM_HET_SIZE=2; SLURM_JOB_NODELIST_HET_GROUP_0=h1"
            + " | Slurm's job is a heterogeneous one (SLURM_HET_SIZE is 2), and mpirun does not",
        // As a script of sbatch sees it.
        "SLURM_JOB_ID=1; SLURM_HET_SIZE=2; SLURM_JOB_NODELIST=h[1-2]; SLURM_TASKS_PER_NODE=1(x2)"
            + " | without a ':', or choose by --host among those of the first, h1, h2",
      })
  void shouldNeverRunHereInsteadOfOnHostsThatAreNotKnown(String text, String message) {
    assertThatThrownBy(() -> found(TestSite.with(variables(text))))
        .hasMessageContaining(message)
        .extracting(failure -> ((LaunchException) failure).exitCode())
        .isEqualTo(ExitCodes.USAGE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SLURM_JOB_ID=1                    | h7,localhost:2 | h7:1 me:2(here)",
        "SLURM_JOB_ID=1; SLURM_HET_SIZE=2  | h7             | h7:1",
        "SLURM_JOB_ID=1; SLURM_HET_SIZE=2; SLURM_JOB_NODELIST=h1; SLURM_TASKS_PER_NODE=2 | h1 | h1:2",
        "PBS_JOBID=1; LSB_JOBID=1          | h7:2           | h7:2",
      })
  void shouldTakeTheUsersHostsWhereThoseOfAJobAreNotKnown(String text, String list, String hosts)
      throws LaunchException {
    HostRequest request = new HostRequest(List.of(List.of(list)), null, null, null);

    Allocation allocation =
        new HostFinder(request, TestSite.with(variables(text)).site()).find().allocation();

    assertThat(TestSite.text(allocation)).isEqualTo(hosts);
  }

  /** Others have such a variable, too, and Grid Engine's jobs of one host have no file. */
  @ParameterizedTest
  @CsvSource({"JOB_ID=3", "JOB_ID=3; NHOSTS=1", "NHOSTS=2"})
  void shouldNotTakeAnyJobForOneOfGridEngines(String text) throws LaunchException {
    assertThat(found(TestSite.with(variables(text))).manager()).isEqualTo(Manager.NOBODY);
  }
}
