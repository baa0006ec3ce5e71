package org.ob1j.btl.sm.forked;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks in processes of their own. */
@Timeout(180)
class ForkedRanksTest {
  @ParameterizedTest
  @ValueSource(strings = {"btl_sm_open_by_name=0", "btl_sm_payload_ring_size=0"})
  void shouldVerifyEveryByteBetweenProcesses(String parameter) throws Exception {
    try (ForkedRanks ranks =
        ForkedRanks.start(RandomTrafficRank.class, 3, false, List.of(parameter, "3", "20000"))) {
      assertThat(ranks.await(120)).containsExactly(0, 0, 0);
      for (int rank = 0; rank < 3; rank++) {
        assertThat(ranks.output(rank)).contains("VERIFIED 40000");
      }
    }
  }

  @Test
  void shouldLeaveNothingInSharedMemoryAfterBeingKilled() throws Exception {
    try (ForkedRanks ranks =
        ForkedRanks.start(
            RandomTrafficRank.class,
            2,
            false,
            List.of("btl_sm_open_by_name=0", "2", Integer.MAX_VALUE + ""))) {
      assertThat(ranks.process(0).inputReader(StandardCharsets.UTF_8).readLine())
          .isEqualTo("RECEIVING");
      ranks.kill();
      assertThat(ranks.await(30)).containsOnly(137);
      assertThat(files()).isEmpty();
    }
  }

  /** Some are killed at any time between their first look at a peer and their last first frame. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 4, 8, 16, 32})
  void shouldReachThoseThatAreLeftWhenOthersAreKilledWhileRingsAreMade(long milliseconds)
      throws Exception {
    int size = 6;
    try (ForkedRanks ranks =
        ForkedRanks.start(
            AppearingRank.class, size, false, List.of("btl_sm_open_by_name=0", size + ""))) {
      for (int rank = size / 2; rank < size; rank++) {
        Process victim = ranks.process(rank);
        // The test is of what happens at that time, whenever it comes.
        assertThat(victim.waitFor(milliseconds, TimeUnit.MILLISECONDS)).isFalse();
        victim.destroyForcibly();
      }
      for (int rank = 0; rank < size / 2; rank++) {
        BufferedReader lines = ranks.process(rank).inputReader(StandardCharsets.UTF_8);
        Set<Integer> from = new HashSet<>();
        while (!from.containsAll(othersOfTheFirstHalf(rank, size))) {
          String line = lines.readLine();
          assertThat(line).as("rank " + rank + ", from " + from).startsWith("FROM ");
          from.add(Integer.valueOf(line.substring("FROM ".length())));
        }
      }
      ranks.kill();
      assertThat(ranks.await(30)).containsOnly(137);
      assertThat(files()).isEmpty();
    }
  }

  private static Set<Integer> othersOfTheFirstHalf(int rank, int size) {
    Set<Integer> others = new HashSet<>();
    for (int other = 0; other < size / 2; other++) {
      if (other != rank) {
        others.add(other);
      }
    }
    return others;
  }

  private static List<String> files() throws Exception {
    try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
      return files
          .map(path -> path.getFileName().toString())
          .filter(name -> name.startsWith("ob1j-" + RandomTrafficRank.JOB_ID))
          .toList();
    }
  }
}
