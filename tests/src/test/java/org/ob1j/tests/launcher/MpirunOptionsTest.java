package org.ob1j.tests.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.tests.harness.BesideOthers;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.RankProgram;

@BesideOthers
class MpirunOptionsTest {
  @TempDir private Path folder;

  @Test
  void shouldRunSeveralProgramsAsOneJob() {
    MpirunJob.Result result =
        MpirunJob.of("--tag-output", "-n", "1", "echo", "first")
            .words(":", "-n", "2", "-x", "WORD=second", "sh", "-c", "echo $WORD of $OB1J_SIZE")
            .run();

    assertThat(result.stdout().lines())
        .containsExactlyInAnyOrder(
            "[1,0]<stdout>:first", "[1,1]<stdout>:second of 3", "[1,2]<stdout>:second of 3");
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void shouldTellRanksWhichProgramTheyRun() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "1")
            .program(RankProgram.class, "which-program")
            .words(":", "-n", "2")
            .program(RankProgram.class, "which-program")
            .run();

    assertThat(result.stderr()).isEmpty();
    assertThat(result.stdout().lines())
        .containsExactlyInAnyOrder(
            "rank 0 runs program 0 of 2; 1 2 ranks from 0 1",
            "rank 1 runs program 1 of 2; 1 2 ranks from 0 1",
            "rank 2 runs program 1 of 2; 1 2 ranks from 0 1");
  }

  @Test
  void shouldRunTheProgramsOfAnAppFile() throws Exception {
    Path file = Files.writeString(folder.resolve("apps"), "# two\n-n 1 echo 'a  b'\n-n 1 echo c\n");

    assertThat(MpirunJob.of("--app", file.toString()).run().stdout().lines())
        .containsExactlyInAnyOrder("a  b", "c");
  }

  @Test
  void shouldKeepEachRanksOutputInFilesToo() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "2", "--output-filename", folder.resolve("out").toString())
            .shell("echo out $OB1J_RANK; echo err $OB1J_RANK >&2")
            .run();

    assertThat(result.stdout().lines()).containsExactlyInAnyOrder("out 0", "out 1");
    for (int rank = 0; rank < 2; rank++) {
      Path files = folder.resolve("out/1/rank." + rank);
      assertThat(files.resolve("stdout")).hasContent("out " + rank + "\n");
      assertThat(files.resolve("stderr")).hasContent("err " + rank + "\n");
    }
  }

  @Test
  void shouldMergeStandardErrorIntoStandardOutputWithTimes() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "1", "--merge-stderr-to-stdout", "--timestamp-output", "--tag-output")
            .shell("echo e >&2")
            .run();

    assertThat(result.stdout())
        .matches("\\w{3} \\w{3} [ 0-9]\\d \\d\\d:\\d\\d:\\d\\d \\d{4}\\[1,0\\]<stdout>:e\n");
    assertThat(result.stderr()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0, 'rank 0: x'", "1, 'rank 1: x'", "none, ''", "all, 'rank 0: x,rank 1: x'"})
  void shouldGiveStandardInputToWhomItIsFor(String who, String expected) throws Exception {
    Path input = Files.writeString(folder.resolve("in"), "x\n");

    MpirunJob.Result result =
        MpirunJob.of("-n", "2", "--stdin", who)
            .shell("while read line; do echo \"rank $OB1J_RANK: $line\"; done")
            .stdin(input)
            .run();

    assertThat(String.join(",", result.stdout().lines().sorted().toList())).isEqualTo(expected);
  }

  @Test
  void shouldShowMapAndBindings() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "2", "--display-map", "--report-bindings", "true").run();

    assertThat(result.stdout())
        .contains("JOB MAP", "Num procs: 2", "App: 0 Process rank: 1 Bound: N/A");
    assertThat(result.stderr().lines())
        .anyMatch(line -> line.matches("mpirun: rank 1 on \\S+ is not bound"));
  }

  @Test
  void shouldAcceptCommandLinesOfOpenMpi() {
    String words =
        "--allow-run-as-root --map-by node --mca btl vader,self --mca mpi_yield_when_idle 1"
            + " --mca btl_base_verbose 10 --bind-to socket --rank-by core --novm -v -n 2"
            + " --default-hostfile none";

    MpirunJob.Result result = MpirunJob.of(words.split(" ")).words("true").run();

    assertThat(result.exitCode()).isZero();
    assertThat(result.stderr())
        .contains(
            "mpirun: --mca mpi_yield_when_idle is Open MPI's and has no effect here",
            "mpirun: --allow-run-as-root is Open MPI's and has no effect here",
            "mpirun: --novm is Open MPI's and has no effect here");
  }

  @Test
  void shouldTakeOpenMpisParametersForTheOptionsThatSayTheSame() {
    MpirunJob.Result result =
        MpirunJob.of(
                ("--mca rmaps_base_mapping_policy ppr:3:node --mca orte_tag_output 1"
                        + " --mca mca_base_env_list LEVEL=2;HOME --mca plm_base_verbose 1 -v -N 2")
                    .split(" "))
            .environment("OMPI_MCA_hwloc_base_report_bindings", "1")
            .shell("echo $LEVEL")
            .run();

    assertThat(result.stdout().lines())
        .containsExactlyInAnyOrder("[1,0]<stdout>:2", "[1,1]<stdout>:2");
    assertThat(result.stderr())
        .contains("rank 1 on", "--mca plm_base_verbose is Open MPI's and has no effect here")
        .doesNotContain("mapping_policy", "tag_output", "env_list");
  }

  @Test
  void shouldShowTheHostAndItsOwnProcessId() throws Exception {
    Path file = folder.resolve("pid");

    MpirunJob.Result result =
        MpirunJob.of("--display-allocation", "--report-pid", file.toString(), "-n", "1")
            .shell("cat " + file)
            .run();

    assertThat(result.stdout()).contains("ALLOCATED NODES", "max_slots=0 slots_inuse=0 state=UP");
    assertThat(result.stdout().lines()).contains(Files.readString(file).strip());
    assertThat(Files.readString(file)).matches("\\d+\n");
  }

  @Test
  void shouldReadParametersFromTheFileOfAm() throws Exception {
    Path file = Files.writeString(folder.resolve("am"), "btl_tcp_links = 3\n");

    MpirunJob.Result result = MpirunJob.of("-am", file.toString(), "--info").run();

    assertThat(result.stdout()).contains("btl_tcp_links = 3", "source file " + file);
  }

  @Test
  void shouldGiveRanksParametersFromAFileThatTheirLocaleCannotName() throws Exception {
    Path file = Files.writeString(folder.resolve("\u00e4"), "btl = none_such\n");

    MpirunJob.Result result =
        MpirunJob.of("-am", file.toString(), "-n", "1")
            .program(WaitingRank.class)
            .environment("LC_ALL", "C")
            .run();

    assertThat(result.stderr()).contains("none_such").doesNotContain("InvalidPathException");
  }

  @Test
  void shouldReportWhatRanksDoWhenTheTimeIsOver() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "3", "--timeout", "3", "--report-state-on-timeout")
            .program(WaitingRank.class)
            .run();

    assertThat(result.exitCode()).isEqualTo(110);
    assertThat(result.stderr())
        .contains("report of rank 0: ", "report of rank 2: ", "the 3 s of --timeout are over");
  }

  @Test
  void shouldBeQuietAboutAFailureIfAsked() {
    MpirunJob.Result result = MpirunJob.of("-q", "-n", "2").shell("exit 3").run();

    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.stderr()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--mca btl_tcp_if_inclde lo true | is btl_tcp_if_include meant?",
        "--app /no/such/file | --app '/no/such/file' cannot be read: there is no such file",
        "-n 0 true | -n is 0; it must be at least 1",
        "--tag-outptu true | is --tag-output meant?"
      })
  void shouldSayInOneLineWhatIsWrong(String words, String message) {
    MpirunJob.Result result = MpirunJob.of(words.split(" ")).run();

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.stderr().lines()).hasSize(1);
    assertThat(result.stderr()).contains(message);
  }
}
