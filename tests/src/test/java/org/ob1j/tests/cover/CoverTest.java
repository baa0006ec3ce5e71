package org.ob1j.tests.cover;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ob1j.tests.harness.Half;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.UcxOnThisHost;

/**
 * The point-to-point suite as jobs of two ranks. Every two values of transports, kind of buffers,
 * thread level and asynchronous progress meet in a job, as the seed {@code ob1j.cover.seed} has it;
 * with {@code -Dob1j.cover.full=true} there is a job for each combination.
 */
class CoverTest {
  private static final long SEED = Long.getLong("ob1j.cover.seed", 4);
  private static final boolean FULL = Boolean.getBoolean("ob1j.cover.full");
  private static final String TCP_FOR_ALL = "65536";

  /** Transports, and the words for mpirun that choose them. */
  private enum Transports {
    SM("btl", "sm"),
    TCP("btl", "tcp"),
    SM_AND_TCP(
        "btl",
        "sm,tcp",
        "btl_tcp_exclusivity",
        TCP_FOR_ALL,
        "btl_sm_bandwidth",
        "300",
        "btl_tcp_bandwidth",
        "100"),
    TCP_TWICE(
        "btl",
        "tcp",
        "btl_tcp_links",
        "2",
        "btl_tcp_link_share",
        "65536",
        "btl_tcp_bandwidth",
        "0"),
    UCX("btl", "ucx", "btl_ucx_tls", "posix,self"),
    UCX_TCP("btl", "ucx", "btl_ucx_tls", "tcp,self"),
    UCX_MATCHING("btl", "ucx", "btl_ucx_tls", "posix,self", "btl_ucx_tag_offload", "on"),
    UCX_RDMA("btl", "ucx", "btl_ucx_tls", "posix,self", "btl_ucx_flags", "399"),
    UCX_AND_TCP("btl", "ucx,tcp", "btl_ucx_exclusivity", "100", "btl_tcp_bandwidth", "0"),
    UCX_AND_SM("btl", "ucx,sm", "btl_ucx_exclusivity", TCP_FOR_ALL, "btl_sm_bandwidth", "0");

    private final List<String> namesAndValues;

    Transports(String... namesAndValues) {
      this.namesAndValues = List.of(namesAndValues);
    }
  }

  private static List<Transports> transports(boolean overUcx) {
    return Stream.of(Transports.values())
        .filter(each -> each.name().startsWith("UCX") == overUcx)
        .toList();
  }

  private enum Level {
    SINGLE,
    MULTIPLE
  }

  /** One job. */
  record Combination(
      Transports transports, Data.Kind kind, Level level, boolean asynchronousProgress) {
    private static Combination of(List<Transports> transports, int[] values) {
      return new Combination(
          transports.get(values[0]),
          Data.Kind.values()[values[1]],
          Level.values()[values[2]],
          values[3] == 1);
    }

    private Combination with(Data.Kind other) {
      return new Combination(transports, other, level, asynchronousProgress);
    }
  }

  static Stream<Combination> combinations() {
    Stream<Combination> without = combinations(transports(false), Data.Kind.values().length);
    return Half.of(
        (UcxOnThisHost.isUsable() ? Stream.concat(without, overUcx()) : without).toList());
  }

  /** Each kind of buffer with some of the transports over UCX: to UCX they are all memory. */
  private static Stream<Combination> overUcx() {
    List<Transports> transports = transports(true);
    int kinds = Data.Kind.values().length;
    if (FULL) {
      return combinations(transports, kinds);
    }
    List<Combination> chosen = combinations(transports, 1).toList();
    return IntStream.range(0, chosen.size())
        .mapToObj(i -> chosen.get(i).with(Data.Kind.values()[i % kinds]));
  }

  private static Stream<Combination> combinations(List<Transports> transports, int kinds) {
    int[] values = {transports.size(), kinds, Level.values().length, 2};
    List<int[]> chosen = FULL ? PairwiseCover.product(values) : PairwiseCover.of(SEED, values);
    return chosen.stream().map(each -> Combination.of(transports, each));
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void shouldPassThePointToPointSuite(Combination combination) {
    MpirunJob job = MpirunJob.of("-n", "2").timeLimit(Duration.ofSeconds(120));
    List<String> parameters = combination.transports().namesAndValues;
    for (int i = 0; i < parameters.size(); i += 2) {
      job.words("--mca", parameters.get(i), parameters.get(i + 1));
    }
    job.words("--mca", "mpi_async_progress", combination.asynchronousProgress() ? "1" : "0");
    MpirunJob.Result result =
        job.program(
                PointToPointSuite.class,
                combination.kind().toString(),
                combination.level().toString())
            .run();
    String what = combination + ", seed " + SEED + ":\n" + result.stderr();
    assertThat(result.exitCode()).as(what).isZero();
    assertThat(result.stderr()).as(what).isEmpty();
    assertThat(result.stdout()).startsWith("suite passed by ");
  }
}
