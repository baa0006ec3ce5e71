package org.ob1j.launcher.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.ob1j.launcher.commandline.MpirunCommandLine;
import org.ob1j.launcher.commandline.MpirunOptions;
import org.ob1j.launcher.program.Library;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.runtime.parameter.ParameterSet;

class JobPlannerTest {
  @TempDir private Path folder;

  @Test
  void shouldGiveEachProgramItsOwnRanksVariablesAndFolder() throws LaunchException {
    JobPlan plan = plan("-n 1 --tag-output sh a : -n 2 -x FOO=7 -wdir / sh b : -np 1 sh c");

    assertThat(plan.ranks()).extracting(RankPlan::program).containsExactly(0, 1, 1, 2);
    assertThat(plan.ranks())
        .extracting(rank -> rank.command().get(1))
        .containsExactly("a", "b", "b", "c");
    assertThat(plan.ranks())
        .extracting(rank -> rank.environment().get("FOO"))
        .containsExactly(null, "7", "7", null);
    assertThat(plan.ranks().get(1).workingDirectory()).isEqualTo(Path.of("/"));
    assertThat(plan.output().tagged()).isTrue();
  }

  @Test
  void shouldReadProgramsFromAFile() throws Exception {
    Path file = folder.resolve("apps");
    Files.writeString(
        file, "# the workers\n-n 2 sh 'two words' plain # no word\n\n-n 1 sh \"a # b\" c#d\n");

    JobPlan plan = plan("--app " + file);

    assertThat(plan.ranks())
        .extracting(RankPlan::command)
        .containsExactly(
            List.of("sh", "two words", "plain"),
            List.of("sh", "two words", "plain"),
            List.of("sh", "a # b", "c#d"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-n 3 sh          | 3",
        "-n=3 sh          | 3",
        "-n 3 -- sh       | 3",
        "-N 3 sh          | 3",
        "-ppn 3 sh        | 3",
        "-n 2 -N 3 sh     | 2",
        "--map-by node -n 2 --allow-run-as-root -q sh | 2",
        "--map-by ppr:3:node sh | 3",
        "--map-by ppr:3:node:span -n 2 sh | 2",
        "--map-by ppr:3:board,oversubscribe sh | 3",
        "--ppr 3:node sh | 3",
        "--pernode sh | 1",
        "-npernode 3 sh | 3",
        "-n 3 -np 4 sh | 4",
        "--cpu-set 0 sh | 1",
        "--cpu-list 0 --bind-to core sh | 1",
        "--cpu-list 0 --bind-to cpulist:ordered -n 1 sh | 1",
        "--bind-to core:if-supported,overload-allowed -n 65 sh | 65",
        "--npersocket 1 --map-by slot -n 2 sh | 2",
        "--bind-to core:overload-allowed -n 65 sh | 65",
        "--map-by core:OVERSUBSCRIBE -bynode --prefix /usr -gmca btl sm sh | 0"
      })
  void shouldCountRanks(String line, int ranks) throws LaunchException {
    int byDefault = Runtime.getRuntime().availableProcessors();
    assertThat(plan(line).size()).isEqualTo(ranks == 0 ? byDefault : ranks);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-n 0 sh               | -n is 0; it must be at least 1",
        "-n x sh               | -n is 'x'; it must be a whole number",
        "-n 3000000000 sh      | -n is '3000000000'; it must be a whole number up to 2147483647",
        "-n                    | -n needs a value: -n N",
        "--mca btl             | --mca needs a value: --mca NAME VALUE",
        "--cpus-per-proc x sh  | --cpus-per-rank is 'x'; it must be a whole number",
        "--cpus-per-proc 0 sh  | --cpus-per-rank is 0; it must be at least 1",
        "-N 0 sh               | -N is 0; it must be at least 1",
        "-n 3 -N 2 sh          | -n 3 ranks do not fit on one host with -N 2 on each",
        "-n 2 -N 2 sh : -n 1 sh | 3 ranks do not fit on one host with -N 2 on each",
        "--prefix opt/ob1j sh  | --prefix is 'opt/ob1j'; it must be a folder on the other hosts, from /",
        "-n 1                  | no program is given",
        "-n 1 sh : sh          | -n is missing for sh; each of several programs needs it",
        "-n 1 sh :             | a program is missing beside a colon",
        "-n 1 sh : -n 1 --timeout 3 sh | --timeout concerns the whole job",
        "--timeout=0 sh        | --timeout is 0; it must be at least 1 second",
        "--tag-output=no sh    | --tag-output takes no value; '--tag-output=no' has one",
        "--nothing-like-it sh  | Unknown option: '--nothing-like-it' (mpirun --help",
        "--timeout 0 sh        | --timeout is 0; it must be at least 1 second",
        "--tag-outptu sh       | is --tag-output meant?",
        "--map-by moon sh      | --map-by is 'moon'; it must be slot, node, hwthread, core",
        "--map-by core:pe=0 sh | --map-by is 'core:pe=0'",
        "--map-by ppr:0:node sh | --map-by is 'ppr:0:node'",
        "--ppr 2:moon sh       | --ppr is '2:moon'; it must be N:node",
        "--npersocket 0 sh     | --npersocket is '0'; it must be from 1 to 99999",
        "-n 1 --cpu-set 0 --map-by slot:pe=2 sh | to have 2 cores; there are no more than 1 in one",
        "-am , sh              | -am is ','; it must be FILE or FILE,FILE...",
        "--map-by core:moon sh | --map-by is 'core:moon'",
        "--map-by ppr:x:node sh | --map-by is 'ppr:x:node'",
        "-n 2147483647 sh      | 2147483647 ranks are too many; one host runs up to 100000",
        "-n 60000 sh : -n 60000 sh | 120000 ranks are too many",
        "--nooversubscribe -n 99999 sh | --nooversubscribe: 99999 ranks are more than the",
        "--map-by :nooversubscribe -n 99999 sh | --nooversubscribe: 99999 ranks are more than",
        "--oversubscribe --nooversubscribe sh | oversubscribe and nooversubscribe exclude",
        "--map-by slot:oversubscribe:nooversubscribe sh | exclude each other",
        "--rank-by moon sh     | --rank-by is 'moon'; it must be slot, node",
        "--bind-to cpu-list:ordered sh | --bind-to cpu-list:ordered needs the CPUs: --cpu-list",
        "--tune , sh           | --tune is ','; it must be FILE or FILE,FILE...",
        "-n 4 --map-by ppr:3:node sh | 4 ranks do not fit on one host with the 3 of ppr",
        "--bind-to moon sh     | --bind-to is 'moon'; it must be none, hwthread, core",
        "--cpu-set x sh        | --cpu-set is 'x'; it must be a list of CPUs",
        "--tune /no/such sh    | --tune '/no/such' cannot be read: there is no such file",
        "--xml sh              | --xml of Open MPI is not supported; --tag-output",
        "--debug sh            | --debug of Open MPI is not supported; a debugger attaches",
        "--stdin 4 -n 4 sh     | --stdin is 4; it must be all, none, or a rank from 0 to 3",
        "--stdin some sh       | --stdin is some",
        "--output-filename d:x sh | --output-filename has the qualifier 'x'; there are nocopy",
        "-x =1 sh              | -x is '=1'; it must be NAME or NAME=VALUE",
        "-wdir /no/such sh     | -wdir /no/such is no folder",
        "--host ,, sh          | --host has no host: ',,'",
        "-H localhost:2 -n 3 sh | There are not enough slots: 3 ranks of sh need as many",
        "--machinefile /no/such sh | --hostfile names the file '/no/such', which cannot be used",
        "--nolocal sh          | --nolocal: no host is left for ranks",
        "--app /no/such/file   | --app '/no/such/file' cannot be read: there is no such file",
        "--app /no/such sh     | --app names the programs; there may be none beside it"
      })
  void shouldNameWhatIsWrongWithCodeTwo(String line, String message) {
    assertThatThrownBy(() -> plan(line))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining(message)
        .extracting(failure -> ((LaunchException) failure).exitCode())
        .isEqualTo(ExitCodes.USAGE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"'sh ''a' | : the quote ' is not closed", "# nothing | names no program"})
  void shouldNameWhatIsWrongInAnAppFile(String line, String message) throws IOException {
    Path file = Files.writeString(folder.resolve("apps"), line + "\n");

    assertThatThrownBy(() -> plan("--app " + file)).hasMessageContaining(message);
  }

  /** As in the documentation of Open MPI: none of its options may be a word that nobody knows. */
  @ParameterizedTest
  @MethodSource("optionsOfOpenMpi")
  void shouldKnowEveryOptionOfOpenMpi(String option, int values) {
    String line = option + " 1".repeat(values) + " sh";

    assertThatCode(() -> plan(line))
        .satisfies(
            failure ->
                assertThat(failure == null ? "" : failure.getMessage())
                    .doesNotContain("Unknown option", "needs a value"));
  }

  static List<Arguments> optionsOfOpenMpi() throws IOException {
    try (InputStream in = JobPlannerTest.class.getResourceAsStream("open-mpi-options.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" "))
          // The help is printed without a plan.
          .filter(words -> !Set.of("-h", "--help", "-V", "--version").contains(words[0]))
          .map(words -> Arguments.of(words[0], Integer.parseInt(words[1])))
          .toList();
    }
  }

  @Test
  void shouldNameOptionsWithoutEffect() throws LaunchException {
    String line = "--novm --rank-by core -d --tmpdir /opt -mca btl sm --use-regexp sh";

    assertThat(MpirunCommandLine.parse(line.split(" ")).job().withoutEffect)
        .containsExactlyInAnyOrder("--novm", "-d", "--tmpdir", "--use-regexp");
  }

  @Test
  void shouldReadParametersAndVariablesFromTuneFiles() throws Exception {
    Path one = Files.writeString(folder.resolve("one"), "-x A=1 -mca btl tcp\n# none\n");
    Path other = Files.writeString(folder.resolve("other"), "--mca pml ob1j\n");

    MpirunOptions job =
        MpirunCommandLine.parse("--tune", one + "," + other, "--mca", "btl", "sm", "sh").job();

    assertThat(job.parameters()).isEqualTo(Map.of("btl", "sm", "pml", "ob1j"));
    assertThat(job.tuneExports).containsExactly("A=1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-n 2         | '-n 2': -n may not stand there; -x and --mca may",
        "-x A=1 sh    | '-x A=1 sh': only -x and --mca may stand there",
        "-x           | '-x': -x needs a value",
        "-x =5        | -x is '=5'; it must be NAME or NAME=VALUE",
        "--           | '--': only -x and --mca may stand there",
        "btl = sm     | only -x and --mca may stand there"
      })
  void shouldRefuseOtherWordsInATuneFile(String text, String message) throws IOException {
    Path file = Files.writeString(folder.resolve("tune"), text + "\n");

    assertThatThrownBy(() -> plan("--tune " + file + " sh")).hasMessageContaining(message);
  }

  @Test
  void shouldLookForTheProgramWherePathLeadsFirst() {
    assertThatThrownBy(() -> plan("--path /no/such no-such"))
        .hasMessageContaining("there is no program 'no-such' in /no/such:/usr/bin:/bin")
        .extracting(failure -> ((LaunchException) failure).exitCode())
        .isEqualTo(ExitCodes.NO_SUCH_PROGRAM);
  }

  @Test
  void shouldStartTheProgramThatPathLeadsTo() throws Exception {
    Path program = Files.writeString(folder.resolve("prog"), "#!/bin/sh\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();

    assertThat(plan("-n 1 --path " + folder + " prog a").ranks().get(0).command())
        .containsExactly(program.toString(), "a");
  }

  @Test
  void shouldTieRanksToTheCpusThatTheUserNames() throws LaunchException {
    JobPlan plan = plan("-n 3 --cpu-set 0 sh");

    assertThat(plan.ranks()).extracting(RankPlan::cpuList).containsOnly("0");
    assertThat(plan.cores()).isEqualTo(1);
    assertThat(plan("-n 3 --cpu-set 0 --bind-to none sh").ranks())
        .extracting(RankPlan::binding)
        .containsOnly("bound to CPU 0");
    assertThat(plan("-n 3 sh").ranks()).extracting(RankPlan::binding).containsOnly("not bound");
  }

  @Test
  void shouldGiveProgramsWhatTuneAndAppFilesSay() throws Exception {
    Path tune = Files.writeString(folder.resolve("tune"), "-x A=1 --mca btl sm\n");
    Path app = Files.writeString(folder.resolve("app"), "-n 1 -wdir /usr sh\n-n 1 -x B=3 sh\n");
    Path one = Files.writeString(folder.resolve("one"), "sh\n");
    assertThat(plan("-n 3 --app " + one).size()).isEqualTo(3);

    JobPlan plan = plan("--tune " + tune + " -x B=2 -wdir / --app " + app);

    assertThat(plan.ranks()).extracting(r -> r.environment().get("A")).containsExactly("1", "1");
    assertThat(plan.ranks()).extracting(r -> r.environment().get("B")).containsExactly("2", "3");
    assertThat(plan.ranks())
        .extracting(RankPlan::workingDirectory)
        .containsExactly(Path.of("/usr"), Path.of("/"));
  }

  @Test
  void shouldGiveParametersToOneProgramAlone() throws LaunchException {
    JobPlan plan = plan("-n 1 --mca btl sm sh : --novm -n 1 --mca btl tcp sh");

    assertThat(plan.ranks())
        .extracting(rank -> rank.environment().get("OMPI_MCA_btl"))
        .containsExactly("sm", "tcp");
  }

  @Test
  void shouldTakeTheTimeLimitOfTheEnvironment() throws LaunchException {
    assertThat(plan("sh", Map.of("PATH", "/bin", "MPIEXEC_TIMEOUT", "7")).timeout()).hasSeconds(7);
    assertThat(plan("--timeout 3 sh", Map.of("PATH", "/bin", "MPIEXEC_TIMEOUT", "7")).timeout())
        .hasSeconds(3);
    assertThatThrownBy(() -> plan("sh", Map.of("PATH", "/bin", "MPIEXEC_TIMEOUT", "soon")))
        .hasMessageContaining("MPIEXEC_TIMEOUT is 'soon'; it must be a number of seconds");
  }

  private static JobPlan plan(String line) throws LaunchException {
    return plan(line, Map.of("PATH", "/usr/bin:/bin"));
  }

  private static JobPlan plan(String line, Map<String, String> environment) throws LaunchException {
    return JobPlanner.plan(
        MpirunCommandLine.parse(line.split(" ")), environment, ParameterSet.empty(), Library.NONE);
  }
}
