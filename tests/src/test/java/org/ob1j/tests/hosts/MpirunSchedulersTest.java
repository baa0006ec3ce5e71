package org.ob1j.tests.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.tests.harness.BesideOthers;
import org.ob1j.tests.harness.HostCommand;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.TestHosts;

/**
 * mpirun where something else says which hosts there are: stand-ins for what schedulers have in the
 * place of ssh check how they are called, and call it.
 */
@BesideOthers
class MpirunSchedulersTest {
  private static final String WHERE = "echo $OMPI_COMM_WORLD_RANK $(hostname)";

  /** The first is in no process group and no process tree of the rank. */
  private static final String WITH_A_SESSION_OF_ITS_OWN =
      "(setsid sleep 1000 &); echo ready; exec sleep 1000";

  private static final String[] ON_BOTH = {"0 h1", "1 h1", "2 h2"};
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static TestHosts hosts;

  @TempDir private Path folder;

  @BeforeAll
  static void startHosts() {
    hosts = TestHosts.start(3);
  }

  @AfterAll
  static void endHosts() {
    if (hosts != null) {
      hosts.close();
    }
  }

  @AfterEach
  void nothingIsLeft() {
    hosts.awaitNothingLeft(HostJobs.CLEAN);
  }

  private String file(String name, String... lines) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, String.join("\n", lines) + "\n");
    return file.toString();
  }

  /** A program that checks its first words and hands the rest to ssh. */
  private void standIn(String name, int words, String expected) throws IOException {
    Path file =
        Path.of(
            file(
                name,
                "#!/bin/sh",
                "n=0; first=",
                "while [ $n -lt " + words + " ]; do first=\"$first$1 \"; shift; n=$((n + 1)); done",
                "[ \"$first\" = '" + expected + "' ] || { echo \"wrong: $first\" >&2; exit 99; }",
                "exec ssh " + String.join(" ", hosts.sshArguments()) + " \"$@\""));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private MpirunJob job(String... words) {
    String path = folder + ":" + System.getenv("PATH");
    return MpirunJob.of(words).after(hosts.on(0)).environment("PATH", path).timeLimit(LIMIT);
  }

  private static void runsOnBoth(MpirunJob.Result result) {
    assertThat(result.exitCode()).as(result.toString()).isZero();
    assertThat(new TreeSet<>(result.stdout().lines().toList())).containsExactly(ON_BOTH);
  }

  @Test
  void shouldStartAgentsByQrshInAGridEngineJob() throws IOException {
    standIn("qrsh", 2, "-inherit -V ");
    String hostfile = file("pe", "h1 2 all.q@h1 UNDEFINED", "h2 1 all.q@h2 UNDEFINED");

    runsOnBoth(
        job()
            .environment("PE_HOSTFILE", hostfile)
            .environment("JOB_ID", "7")
            .environment("SGE_ROOT", "/opt/sge")
            .environment("ARC", "lx-amd64")
            .shell(WHERE)
            .run());
  }

  @Test
  void shouldStartAgentsByBlaunchInAnLsfJob() throws IOException {
    standIn("blaunch", 0, "");
    String hostfile = file("lsf", "h1", "h1", "h2");

    runsOnBoth(
        job()
            .environment("LSB_DJOB_HOSTFILE", hostfile)
            .environment("LSB_JOBID", "7")
            .shell(WHERE)
            .run());
  }

  @Test
  void shouldStartAgentsBySshInAPbsJob() throws IOException {
    String hostfile = file("pbs", "h1", "h1", "h2");

    runsOnBoth(
        HostJobs.of(hosts)
            .environment("PBS_NODEFILE", hostfile)
            .environment("PBS_JOBID", "7.server")
            .shell(WHERE)
            .run());
  }

  @ParameterizedTest
  @CsvSource({
    "OMPI_MCA_orte_default_hostfile, OMPI_MCA_plm_rsh_args,   h1 slots=2, h2 slots=1",
    "PRTE_MCA_prte_default_hostfile, PRTE_MCA_plm_ssh_args,   h1 slots=2, h2 slots=1",
    "HYDRA_HOST_FILE,                HYDRA_LAUNCH_EXTRA_ARGS, h1:2,       h2:1",
    "I_MPI_HYDRA_HOST_FILE,          HYDRA_LAUNCH_EXTRA_ARGS, h1:2,       h2:1"
  })
  void shouldTakeWhatTheMpiOperatorSays(
      String hostfile, String arguments, String first, String second) throws IOException {
    runsOnBoth(
        job()
            .environment(hostfile, file("hostfile", first, second))
            .environment(arguments, String.join(" ", hosts.sshArguments()))
            .shell(WHERE)
            .run());
  }

  @Test
  void shouldWaitForAWorkerThatIsNotUpYet() throws IOException {
    // The port of the daemon is closed, as before it has started.
    String[] rule = {"-p", "tcp", "--dport", "22", "-j", "REJECT", "--reject-with", "tcp-reset"};
    iptables("-A", rule);
    MpirunJob.Running job =
        job("-v")
            .environment("HYDRA_HOST_FILE", file("hostfile", "h1:2", "h2:1"))
            .environment("HYDRA_LAUNCH_EXTRA_ARGS", String.join(" ", hosts.sshArguments()))
            .shell(WHERE)
            .start();
    job.awaitStderr("host h2 cannot be reached yet; it is waited for, 120 s at most");
    job.awaitStderr("Connection refused; trying again");

    iptables("-D", rule);

    runsOnBoth(job.await());
  }

  private static void iptables(String what, String... rule) {
    String[] words = new String[3 + rule.length];
    System.arraycopy(new String[] {"iptables", what, "INPUT"}, 0, words, 0, 3);
    System.arraycopy(rule, 0, words, 3, rule.length);
    hosts.output(2, words);
  }

  @Test
  void shouldNeverRunOnThisHostAloneWhereAHostfileCannotBeUsed() throws IOException {
    MpirunJob.Result result =
        job().environment("HYDRA_HOST_FILE", file("hostfile", "# nothing")).shell(WHERE).run();

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.messages()).contains("HYDRA_HOST_FILE");
    assertThat(result.stdout()).isEmpty();
  }

  @Test
  void shouldUseASlurmAllocation() {
    Map<String, String> variables = hosts.slurm();

    slurm(variables, new String[] {"-N", "3", "--ntasks-per-node=2"});
    slurmChooses(variables);
    slurmRefuses(variables);
    slurmRefusesComponents(variables);
    slurmNamesTheHostWithoutJars(variables);
    slurmEndsWithMpirun(variables, "exec \"$@\"");
    slurmEndsWithMpirun(variables, "\"$@\"; sleep 1");
    slurmEndsByScancel(variables);
    slurmLosesAStep(variables);
  }

  private static MpirunJob allocated(
      Map<String, String> variables, String[] allocation, String... words) {
    MpirunJob job = MpirunJob.of(words).after(allocation).after("salloc", "-Q").timeLimit(LIMIT);
    variables.forEach(job::environment);
    return job.after(hosts.on(0));
  }

  private static void slurm(Map<String, String> variables, String... allocation) {
    MpirunJob.Result result = allocated(variables, allocation).shell(WHERE).run();

    assertThat(result.exitCode()).as(result.toString()).isZero();
    assertThat(new TreeSet<>(result.stdout().lines().toList()))
        .containsExactly("0 h0", "1 h0", "2 h1", "3 h1", "4 h2", "5 h2");
  }

  private static void slurmChooses(Map<String, String> variables) {
    String[] allocation = {"-N", "3", "--ntasks-per-node=2"};

    runsOnBoth(allocated(variables, allocation, "--host", "h1:2,h2").shell(WHERE).run());
  }

  private static void slurmRefuses(Map<String, String> variables) {
    MpirunJob.Result result =
        allocated(variables, new String[] {"-w", "h0,h1"}, "--host", "h2").shell(WHERE).run();

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.messages()).contains("h2").contains("Slurm");
  }

  private static void slurmRefusesComponents(Map<String, String> variables) {
    String[] allocation = {"-w", "h1", ":", "-w", "h2"};
    MpirunJob.Result result = allocated(variables, allocation).shell(WHERE).run();

    assertThat(result.exitCode()).as(result.toString()).isEqualTo(2);
    assertThat(result.messages()).contains("heterogeneous");
    assertThat(result.stdout()).isEmpty();
  }

  /** Others have agents, so srun goes on. */
  private void slurmNamesTheHostWithoutJars(Map<String, String> variables) {
    String lib = Path.of(System.getProperty("ob1j.root"), "distribution/target/lib").toString();
    hosts.output(1, "mount", "--bind", folder.toString(), lib);
    try {
      MpirunJob.Result result =
          allocated(variables, new String[] {"-N", "3"}).shell("echo not reached").run();

      assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
      assertThat(result.messages())
          .contains("mpirun: host h1: ")
          .contains("there is no ob1j in " + lib);
      assertThat(result.stdout()).isEmpty();
    } finally {
      hosts.output(1, "umount", lib);
    }
  }

  /** Slurm ends the agents when the allocation ends, if that is with mpirun or later. */
  private static void slurmEndsWithMpirun(Map<String, String> variables, String inAllocation) {
    MpirunJob.Running job =
        allocated(variables, new String[] {"-N", "3", "sh", "-c", inAllocation, "sh"})
            .shell(WITH_A_SESSION_OF_ITS_OWN)
            .start();
    job.awaitStdout("ready\nready\nready");

    hosts.signal(0, "KILL", hosts.process(0, ".Mpirun"));

    job.awaitExitCode();
    hosts.awaitNothingLeft(HostJobs.CLEAN);
  }

  private static void slurmEndsByScancel(Map<String, String> variables) {
    MpirunJob.Running job =
        allocated(variables, new String[] {"-N", "3", "-J", "tobecancelled"})
            .shell(WITH_A_SESSION_OF_ITS_OWN)
            .start();
    job.awaitStdout("ready\nready\nready");

    HostCommand.Result cancelled =
        hosts.start(0, variables, "scancel", "-n", "tobecancelled").await(LIMIT);

    assertThat(cancelled.exitCode()).as(cancelled.toString()).isZero();
    assertThat(job.awaitExitCode()).isNotZero();
    hosts.awaitNothingLeft(HostJobs.CLEAN);
  }

  /** Then srun does not hear that the agent there has ended. */
  private static void slurmLosesAStep(Map<String, String> variables) {
    MpirunJob.Running job =
        allocated(variables, new String[] {"-N", "3"}).shell("echo ready; exec sleep 2").start();
    job.awaitStdout("ready\nready\nready");

    hosts.signal(1, "KILL", hosts.process(1, "slurmstepd"));

    assertThat(job.awaitExitCode()).isZero();
    hosts.awaitNothingLeft(HostJobs.CLEAN);
  }
}
