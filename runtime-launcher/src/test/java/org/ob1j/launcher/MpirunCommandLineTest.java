package org.ob1j.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.runtime.parameter.ParameterSet;

class MpirunCommandLineTest {
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
        "-N 3 sh          | 3",
        "-ppn 3 sh        | 3",
        "-n 2 -N 3 sh     | 2",
        "--map-by node -n 2 --allow-run-as-root -q sh | 2",
        "--map-by ppr:3:node sh | 3",
        "--map-by ppr:3:node:pe=2 -n 2 sh | 2",
        "--bind-to core:overload-allowed -n 65 sh | 65",
        "--map-by core:OVERSUBSCRIBE --nooversubscribe -bynode --prefix /usr -gmca btl sm sh | 0"
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
        "-n x sh               | Invalid value for option '--np': 'x' is not an int",
        "-N 0 sh               | -N is 0; it must be at least 1",
        "-n 3 -N 2 sh          | -n 3 ranks do not fit on one host with -N 2 on each",
        "-n 2 -N 2 sh : -n 1 sh | 3 ranks do not fit on one host with -N 2 on each",
        "-n 1                  | no program is given",
        "-n 1 sh : sh          | -n is missing for sh; each of several programs needs it",
        "-n 1 sh :             | a program is missing beside a colon",
        "-n 1 sh : -n 1 --timeout 3 sh | --timeout concerns the whole job",
        "--timeout 0 sh        | --timeout is 0; it must be at least 1 second",
        "--tag-outptu sh       | is --tag-output meant?",
        "--map-by moon sh      | --map-by is 'moon'; it must be slot, node, core",
        "--map-by core:moon sh | --map-by is 'core:moon'",
        "--map-by ppr:x:node sh | --map-by is 'ppr:x:node'",
        "-n 4 --map-by ppr:3:node sh | do not fit on one host",
        "--bind-to socket sh   | --bind-to is 'socket'; it must be core, hwthread or none",
        "--stdin 4 -n 4 sh     | --stdin is 4; it must be all, none, or a rank from 0 to 3",
        "--stdin some sh       | --stdin is some",
        "--output-filename d:x sh | --output-filename has the qualifier 'x'; there are nocopy",
        "-x =1 sh              | -x is '=1'; it must be NAME or NAME=VALUE",
        "-wdir /no/such sh     | -wdir /no/such is no folder",
        "--host a,b sh         | --host and --hostfile are not supported yet",
        "-H a sh               | --host and --hostfile are not supported yet",
        "--machinefile f sh    | --host and --hostfile are not supported yet",
        "--app /no/such/file   | --app /no/such/file cannot be read: there is no such file",
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

  private static JobPlan plan(String line) throws LaunchException {
    return JobPlan.make(
        MpirunCommandLine.parse(line.split(" ")),
        Map.of("PATH", "/usr/bin:/bin"),
        ParameterSet.empty(),
        Library.NONE,
        SystemTools.find("/usr/bin:/bin"));
  }
}
