package org.ob1j.tests.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.tests.cover.PointToPointSuite;
import org.ob1j.tests.harness.BesideOthers;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.TestHosts;
import org.ob1j.tests.jobs.collective.CollectiveProgram;
import org.ob1j.tests.soak.Soak;

/**
 * What ranks of one host do, ranks of several do: by shared memory within each host, and by TCP
 * between them. With {@code -Dob1j.cover.full=true} there are 128 ranks instead of 32, and with
 * {@code -Dob1j.soak.seconds=N} the soak takes a tenth of that.
 */
@BesideOthers
class SuitesOnHostsTest {
  private static final boolean FULL = Boolean.getBoolean("ob1j.cover.full");
  private static final double SOAK_SECONDS =
      Double.parseDouble(System.getProperty("ob1j.soak.seconds", "0")) / 10;
  private static final int SOAK_ROUNDS = 20;
  private static final int MANY = FULL ? 32 : 8;
  private static final String TWO_EACH = "h0:2,h1:2,h2:2";

  private static TestHosts hosts;

  @TempDir private Path folder;

  @BeforeAll
  static void startHosts() {
    hosts = TestHosts.start(4);
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

  /** Of three ranks two share a host, so that each sends by both transports. */
  @ParameterizedTest
  @CsvSource({"ARRAY, SINGLE", "DIRECT, MULTIPLE"})
  void shouldPassThePointToPointSuite(String kind, String level) {
    MpirunJob.Result result =
        HostJobs.of(hosts, "--host", "h0:2,h1")
            .timeLimit(Duration.ofSeconds(120))
            .program(PointToPointSuite.class, kind, level)
            .run();

    assertThat(HostJobs.output(result)).startsWith("suite passed by ");
    assertThat(result.messages()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"slot", "node"})
  void shouldCarryOutEveryCollective(String map) {
    MpirunJob.Result result =
        HostJobs.of(hosts, "--host", TWO_EACH, "--map-by", map)
            .program(CollectiveProgram.class)
            .run();

    assertThat(HostJobs.output(result)).isEqualTo("all collectives of 6\n");
  }

  /** What one rank alone prints. */
  @ParameterizedTest
  @ValueSource(strings = {"MonteCarloPi 200000", "WordCount DOCS"})
  void shouldComputeTheSameAsOneRank(String program) {
    String docs = Path.of(System.getProperty("ob1j.root"), "docs").toString();
    String[] words = program.replace("DOCS", docs).split(" ");

    assertThat(example("h0:2,h1,h2", words)).isNotEmpty().isEqualTo(example("h0", words));
  }

  @Test
  void shouldDrawAndSortTheSameAsOneRank() throws IOException {
    for (String where : List.of("h1", "h0:2,h1:2,h2")) {
      Path its = Files.createDirectory(folder.resolve(where));
      String[] size = {"--width", "61", "--height", "43", "--steps", "100"};
      String picture = its.resolve("picture.png").toString();
      example(where, "Heat2D " + String.join(" ", size) + " --output " + picture);
      example(where, "SampleSort --generate 5000 " + its.resolve("sorted"));
    }

    for (String file : List.of("picture.png", "sorted")) {
      assertThat(folder.resolve("h0:2,h1:2,h2").resolve(file))
          .hasSameBinaryContentAs(folder.resolve("h1").resolve(file));
    }
  }

  @Test
  void shouldGreetAndPassATokenAcrossHosts() {
    assertThat(example(TWO_EACH, "Hello").lines().map(line -> line.replaceFirst(" on .*", "")))
        .contains("Hello from rank 0 of 6", "Hello from rank 5 of 6")
        .hasSize(6);
    assertThat(example("h0,h1,h2,h3:2", "Ring", "2"))
        .isEqualTo("lap 1: the token is 10\nlap 2: the token is 20\n");
  }

  private String example(String where, String... words) {
    String[] all = String.join(" ", words).split(" ");
    return HostJobs.output(
        HostJobs.of(hosts, "--host", where)
            .words(MpirunJob.java(), "-cp", MpirunJob.examples())
            .words(all)
            .run());
  }

  @Test
  void shouldConnectEveryPairOfManyRanks() {
    int ranks = 4 * MANY;
    String jvm = "-Xmx32m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xss512k -XX:-UsePerfData";
    String host = "h%d:" + MANY;
    MpirunJob.Result result =
        HostJobs.of(hosts, "--host", String.join(",", all(host)))
            .timeLimit(Duration.ofMinutes(5))
            .words(MpirunJob.java())
            .words(jvm.split(" "))
            .words("-cp", MpirunJob.examples(), "Connectivity")
            .run();

    assertThat(HostJobs.output(result))
        .contains("of " + ranks + " ranks, " + ranks * (ranks - 1) / 2 + " pairs: passed");
  }

  private static List<String> all(String format) {
    return java.util.stream.IntStream.range(0, hosts.count())
        .mapToObj(host -> String.format(format, host))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldVerifyRandomMessages(int threads) {
    MpirunJob.Result result =
        HostJobs.of(hosts, "--host", "h0:2,h1:2,h2", "--mca", "pml_ob1j_show_counts", "1")
            .timeLimit(Duration.ofSeconds(120).plusMillis((long) (1000 * SOAK_SECONDS)))
            .words(MpirunJob.java(), "-Xmx256m", "-cp", MpirunJob.testClasses())
            .words(Soak.class.getName(), "43", String.valueOf(SOAK_ROUNDS / threads))
            .words(String.valueOf(SOAK_SECONDS), String.valueOf(threads))
            .run();

    assertThat(HostJobs.output(result)).contains(" rounds verified");
    assertThat(result.stderr().lines().filter(line -> line.matches("ob1j: rank \\d+ leaves .*")))
        .hasSize(5)
        .allMatch(line -> line.endsWith(" leaves nothing"));
  }
}
