package org.ob1j.btl.sm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
      assertThat(ranks.process(0).inputReader(java.nio.charset.StandardCharsets.UTF_8).readLine())
          .isEqualTo("RECEIVING");
      ranks.kill();
      assertThat(ranks.await(30)).containsOnly(137);
      assertThat(files()).isEmpty();
    }
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
