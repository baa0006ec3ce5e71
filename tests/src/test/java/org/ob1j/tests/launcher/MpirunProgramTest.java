package org.ob1j.tests.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.tests.harness.BesideOthers;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.RankProgram;

@BesideOthers
class MpirunProgramTest {
  private static final String OB1J_CLASS = "org.ob1j.runtime.job.JobControl";

  @TempDir private Path folder;

  @Test
  void shouldPutOb1jFirstOnTheClassPathOfJava() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "1").program(ClassPathProbe.class, OB1J_CLASS).run();

    assertThat(result.stderr()).isEmpty();
    assertThat(result.stdout())
        .contains("distribution/target/lib/run/ob1j-run")
        .containsPattern("class path \\S*/distribution/target/lib/\\S+:" + MpirunJob.testClasses())
        .doesNotContain("runtime-launcher");
  }

  @Test
  void shouldGiveRanksTheFlagsOfAPlainJavaButForArchivesAndHeldArrays() {
    String[] java = {
      MpirunJob.java(), "-XX:+UnlockDiagnosticVMOptions", "-XX:+PrintFlagsFinal", "-version"
    };
    Map<String, String> ranks = flags(MpirunJob.of("-n", "1").words(java).run());
    // mpirun leaves what is not called java as it is.
    Map<String, String> plain = flags(MpirunJob.of("-n", "1", "env").words(java).run());

    assertThat(plain).containsOnlyKeys("UnlockDiagnosticVMOptions", "PrintFlagsFinal");
    assertThat(ranks).containsAllEntriesOf(plain);
    ranks.keySet().removeAll(plain.keySet());
    assertThat(ranks.keySet())
        .isSubsetOf("SharedArchiveFile", "AOTCache", "GCLockerRetryAllocationCount")
        .containsAnyOf("SharedArchiveFile", "AOTCache");
  }

  /**
   * Of what -XX:+PrintFlagsFinal prints: the flags that somebody has set, on the command line, in
   * the environment, a file or while the JVM ran, and their values. Others the JVM may derive.
   */
  private static Map<String, String> flags(MpirunJob.Result result) {
    Map<String, String> flags = new TreeMap<>();
    for (String line : result.stdout().lines().toList()) {
      String[] sides = line.trim().split(" += ", 2);
      if (sides.length == 2 && !sides[1].matches(".*\\{(default|ergonomic)}")) {
        flags.put(sides[0].replaceFirst(".* ", ""), sides[1]);
      }
    }
    return flags;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void shouldTrainWithAnyNumberOfRanks(int ranks) {
    MpirunJob.Result result =
        MpirunJob.of("-n", String.valueOf(ranks), MpirunJob.java())
            .words("org.ob1j.TrainingProgram", "1")
            .run();

    assertThat(result.stderr()).isEmpty();
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void shouldPrintTheOptionsThatARanksJavaGets() {
    String asked = MpirunJob.java();
    MpirunJob.Result printed =
        MpirunJob.of("--jvm-options", asked, "-ea", "-cp", "classes", "Main").run();
    MpirunJob.Result ran =
        MpirunJob.of("-v", "-n", "1", asked, "-ea", "-cp", "classes").words("-version").run();

    assertThat(printed.exitCode()).isZero();
    assertThat(printed.stdout()).contains(":classes\n").endsWith("-ea\n");
    String command = String.join(" ", printed.stdout().lines().toList());
    assertThat(ran.stderr()).contains(asked + " " + command + " -version");
  }

  @Test
  void shouldRunAJarWithOb1jOnItsClassPathAndTheJarsItNames() throws IOException {
    String dependency = LineStorm.class.getName();
    makeJar("dependency.jar", new Manifest(), dependency);
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, ClassPathProbe.class.getName());
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, "dependency.jar");
    makeJar("program.jar", manifest, ClassPathProbe.class.getName());

    MpirunJob.Result result =
        MpirunJob.of("-n", "1", "-wdir", folder.toString(), MpirunJob.java())
            .words("-jar", "program.jar", OB1J_CLASS, dependency)
            .run();

    assertThat(result.stderr()).isEmpty();
    assertThat(result.stdout()).contains("ob1j-run").contains("dependency.jar");
  }

  @Test
  void shouldLetAScriptStartJavaWithOb1j() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "1", "-x", "CLASSPATH=" + MpirunJob.testClasses())
            .shell(MpirunJob.java() + " " + ClassPathProbe.class.getName() + " " + OB1J_CLASS)
            .run();

    assertThat(result.stderr()).isEmpty();
    assertThat(result.stdout()).contains("distribution/target/lib/run/ob1j-run");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nice java -cp CLASSES PROBE OB1J",
        "env X=1 nice java --class-path=CLASSES PROBE OB1J",
        "timeout 50 java -jar JAR OB1J",
        "sh -c exec java -classpath CLASSES PROBE OB1J",
        // As whatever Python starts. PATH has more javas than a pipe takes lines of.
        "sh -c trap '' PIPE; D=${PATH%%:*}; while [ ${#PATH} -lt 80000 ]; do PATH=$PATH:$D; done;"
            + " exec java -cp CLASSES PROBE OB1J",
      })
  void shouldPutOb1jFirstOnTheClassPathOfAJavaThatAnotherProgramStarts(String line)
      throws IOException {
    String probe = ClassPathProbe.class.getName();
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, probe);
    makeJar("probe.jar", manifest, probe);
    String command =
        line.replace("CLASSES", MpirunJob.testClasses())
            .replace("JAR", folder + "/probe.jar")
            .replace("PROBE", probe)
            .replace("OB1J", OB1J_CLASS);

    MpirunJob.Result result =
        MpirunJob.of("-n", "1")
            .words(command.startsWith("sh -c ") ? shell(command) : command.split(" "))
            .environment(
                "PATH", Path.of(MpirunJob.java()).getParent() + ":" + System.getenv("PATH"))
            .run();

    assertThat(result.stderr()).isEmpty();
    assertThat(result.stdout())
        .containsPattern(
            "class path \\S*/distribution/target/lib/\\S+:("
                + folder
                + "|"
                + MpirunJob.testClasses()
                + ")");
  }

  private static String[] shell(String command) {
    return new String[] {"sh", "-c", command.substring("sh -c ".length())};
  }

  /** What mpirun cannot know before. */
  @Test
  void shouldSayWhereToPutOb1jOnceAScriptsJavaHasNotFoundIt() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "1")
            .shell(
                String.format(
                    "unset CLASSPATH; exec %s -cp %s %s ring",
                    MpirunJob.java(), MpirunJob.testClasses(), RankProgram.class.getName()))
            .run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.stderr())
        .contains("NoClassDefFoundError: mpi/", "rank 0", "ended with exit code 1")
        .containsPattern("the java that rank 0 ran: .* put \\S+/lib/\\* first in its class path\n");
  }

  @Test
  void shouldEndARankWhoseEnvironmentIsDamagedWithASentence() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "1", "env", "OB1J_RANK=x", MpirunJob.java(), "-cp")
            .words(MpirunJob.libraries() + "/*:" + MpirunJob.testClasses())
            .words(RankProgram.class.getName(), "ring")
            .run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.stderr()).contains("OB1J_RANK").doesNotContain("Exception", "\tat ");
  }

  @Test
  void shouldSayWhereToPutOb1jWhereItCannot() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "1", "nice", MpirunJob.java(), "-cp", "x", "-version").run();

    assertThat(result.stderr())
        .startsWith(
            "mpirun: ob1j's jars are not in the class path of "
                + MpirunJob.java()
                + ", which nice starts: write java and put its folder first in PATH, or put "
                + MpirunJob.libraries()
                + "/* first in its -cp\n");
  }

  @Test
  void shouldStartRanksInTheWorkingDirectory() throws IOException {
    assertThat(MpirunJob.of("-n", "1", "-wdir", folder.toString(), "pwd").run().stdout())
        .isEqualTo(folder.toRealPath() + "\n");
  }

  @Test
  void shouldRunFromAnyFolder() throws IOException {
    assertThat(MpirunJob.of("-n", "1", "pwd").directory(folder).run().stdout())
        .isEqualTo(folder.toRealPath() + "\n");
  }

  @Test
  void shouldGiveRanksTheirEnvironment() {
    MpirunJob.Result result =
        MpirunJob.of(
                "-n",
                "2",
                "-x",
                "GIVEN=a=b c",
                "-x",
                "PASSED",
                "--mca",
                "mpi_show_handle_leaks",
                "-1")
            .environment("PASSED", "passed")
            .shell(
                "echo $OMPI_COMM_WORLD_RANK $OMPI_COMM_WORLD_SIZE $OMPI_COMM_WORLD_LOCAL_RANK"
                    + " $OMPI_COMM_WORLD_LOCAL_SIZE $OB1J_RANK $OB1J_SIZE $GIVEN $PASSED"
                    + " $OMPI_MCA_mpi_show_handle_leaks $OMPI_NUM_APP_CTX $OMPI_FIRST_RANKS"
                    + " $OMPI_APP_CTX_NUM_PROCS")
            .run();

    assertThat(result.stderr()).isEmpty();
    assertThat(result.stdout().lines())
        .containsExactlyInAnyOrder(
            "0 2 0 2 0 2 a=b c passed -1 1 0 2", "1 2 1 2 1 2 a=b c passed -1 1 0 2");
  }

  @Test
  void shouldNotTakeARankThatCannotReadItsEnvironmentForAProgramAlone() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "1", MpirunJob.java(), "-Dfile.encoding=UTF-16")
            .words("-cp", MpirunJob.testClasses(), ControlRank.class.getName(), "exchange")
            .run();

    // Newer JVMs read it by another charset.
    boolean readable = Runtime.version().feature() > 17;
    assertThat(result.exitCode()).isEqualTo(readable ? 0 : 1);
    if (!readable) {
      assertThat(result.stderr())
          .startsWith("ob1j: mpirun has started this process, but the JVM cannot read its")
          .contains("file.encoding is UTF-16");
    }
  }

  @Test
  void shouldWarnAboutAVariableThatIsNotThere() {
    assertThat(MpirunJob.of("-n", "1", "-x", "NO_SUCH_VARIABLE", "true").run().stderr())
        .contains("-x NO_SUCH_VARIABLE: there is no such environment variable");
  }

  @Test
  void shouldKeepTheSecretOffEveryCommandLine() {
    // The pattern comes by a pipe from a shell's builtin, so it is on no command line here either.
    String search = "printf %s \"$OB1J_SECRET\" | grep -lsaF -f - ";
    MpirunJob.Result result =
        MpirunJob.of("-n", "1")
            .shell(search + "/proc/$$/environ; " + search + "/proc/[0-9]*/cmdline; true")
            .run();

    assertThat(result.stdout()).matches("/proc/\\d+/environ\n");
  }

  @Test
  void shouldBindEachRankToAllHardwareThreadsOfTheNextCore() throws IOException {
    MpirunJob.Result result =
        MpirunJob.of("-n", "3", "--bind-to", "core", "--oversubscribe", "--tag-output")
            .shell("grep Cpus_allowed_list: /proc/self/status")
            .run();

    List<String> cores = cores();
    List<String> expected = new ArrayList<>();
    for (int rank = 0; rank < 3; rank++) {
      expected.add(
          "[1," + rank + "]<stdout>:Cpus_allowed_list:\t" + cores.get(rank % cores.size()));
    }
    assertThat(result.stdout().lines()).containsExactlyInAnyOrderElementsOf(expected);
  }

  /** The CPUs that this process may use, core by core, as the kernel writes them. */
  private static List<String> cores() throws IOException {
    Set<Integer> allowed = new TreeSet<>();
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("Cpus_allowed_list:")) {
        allowed.addAll(numbers(line.substring(line.indexOf(':') + 1)));
      }
    }
    Set<String> cores = new LinkedHashSet<>();
    for (int cpu : allowed) {
      String siblings = "/sys/devices/system/cpu/cpu" + cpu + "/topology/thread_siblings_list";
      Set<Integer> core = numbers(Files.readString(Path.of(siblings)));
      core.retainAll(allowed);
      cores.add(ranges(core));
    }
    return List.copyOf(cores);
  }

  private static Set<Integer> numbers(String list) {
    Set<Integer> numbers = new TreeSet<>();
    for (String part : list.strip().split(",")) {
      String[] ends = part.split("-");
      for (int i = Integer.parseInt(ends[0]); i <= Integer.parseInt(ends[ends.length - 1]); i++) {
        numbers.add(i);
      }
    }
    return numbers;
  }

  private static String ranges(Set<Integer> numbers) {
    List<String> ranges = new ArrayList<>();
    for (int number : numbers) {
      if (!numbers.contains(number - 1)) {
        int last = number;
        while (numbers.contains(last + 1)) {
          last++;
        }
        ranges.add(last == number ? "" + number : number + "-" + last);
      }
    }
    return String.join(",", ranges);
  }

  @Test
  void shouldExchangeValuesAmongRanks() {
    MpirunJob.Result result = MpirunJob.of("-n", "4").program(ControlRank.class, "exchange").run();

    assertThat(result.stderr()).isEmpty();
    assertThat(result.stdout().lines())
        .containsExactlyInAnyOrder(
            "rank 0 of 4: 14", "rank 1 of 4: 14", "rank 2 of 4: 14", "rank 3 of 4: 14");
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void shouldNameWhatItRefusesOnTheControlPort() {
    String connect = "exec 3<>/dev/tcp/${OB1J_CONTROL%:*}/${OB1J_CONTROL#*:}";
    MpirunJob.Result result =
        MpirunJob.of("-n", "1", "-v", "bash", "-c")
            .words(connect + "; printf 'GET / HTTP/1.1%0200d' 0 >&3; cat <&3")
            .run();

    assertThat(result.exitCode()).isZero();
    assertThat(result.stderr())
        .contains("refused a control connection from /127.0.0.1:")
        .contains("it opened with 'GET / HT' where 'ob1j-mpi' should be");
  }

  @Test
  void shouldListParametersWithValueAndSource() {
    MpirunJob.Result result = MpirunJob.of("--mca", "ob1j_heartbeat_interval", "7", "--info").run();

    assertThat(result.exitCode()).isZero();
    assertThat(result.stdout())
        .contains("ob1j_heartbeat_interval = 7\n    type int, source command line, default 10\n");
  }

  @Test
  void shouldTellWhetherNativeCodeCopiesBlocks() {
    List<String> lines = MpirunJob.of("--info").run().stdout().lines().toList();

    String copies = finding(lines, "sm: native copies of blocks of derived datatypes");
    String ucx = finding(lines, "ucx: UCX");
    assertThat(copies)
        .as("one library has both, and UCX is '%s'", ucx)
        .isEqualTo(
            ucx.startsWith("no: no native library")
                ? ucx.substring("no: ".length())
                : "works, by NativeLoops");
  }

  private static String finding(List<String> lines, String what) {
    String start = what + " on this host: ";
    return lines.stream()
        .filter(line -> line.startsWith(start))
        .map(line -> line.substring(start.length()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldPrintVersionAndHelp() {
    assertThat(MpirunJob.of("-V").run().stdout()).startsWith("mpirun (ob1j) ");
    assertThat(MpirunJob.of("--help").run().stdout()).contains("--tag-output");
  }

  @Test
  void shouldStartManyRanks() {
    MpirunJob.Result result = MpirunJob.of("-n", "64").shell("echo $OB1J_RANK").run();

    assertThat(result.stdout().lines().distinct()).hasSize(64);
    assertThat(result.exitCode()).isZero();
  }

  private void makeJar(String name, Manifest manifest, String className) throws IOException {
    String entry = className.replace('.', '/') + ".class";
    try (JarOutputStream jar =
        new JarOutputStream(Files.newOutputStream(folder.resolve(name)), manifest)) {
      jar.putNextEntry(new JarEntry(entry));
      jar.write(Files.readAllBytes(Path.of(MpirunJob.testClasses(), entry)));
      jar.closeEntry();
    }
  }

  /** With these the launcher's own JVM would not start. */
  private static final String OPTIONS = "-Xms2g -Xmx3g -XX:+UseParallelGC";

  @ParameterizedTest
  @ValueSource(strings = {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"})
  void shouldPassOnWhatIsSaidToJvmsAndNotObeyItItself(String variable) {
    MpirunJob.Result result =
        MpirunJob.of("-n", "1")
            .environment(variable, OPTIONS)
            .shell("echo \"$" + variable + "\"; env | grep ^OB1J_SAVED || :")
            .run();

    assertThat(result.stderr()).isEmpty();
    assertThat(result.stdout()).isEqualTo(OPTIONS + "\n");
  }

  @Test
  void shouldPassOnWhatIsSaidToJvmsOfAnotherHost() {
    String shell =
        "/bin/sh -c 'shift; export JAVA_TOOL_OPTIONS=\"" + OPTIONS + "\"; exec \"$@\"' shell";
    MpirunJob.Result result =
        MpirunJob.of("--mca", "plm_rsh_agent", shell, "--host", "another", "-n", "1")
            .shell("echo \"$JAVA_TOOL_OPTIONS\"; env | grep ^OB1J_SAVED || :")
            .run();

    assertThat(result.stderr()).isEmpty();
    assertThat(result.stdout()).isEqualTo(OPTIONS + "\n");
  }
}
