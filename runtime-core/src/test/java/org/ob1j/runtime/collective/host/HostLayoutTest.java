package org.ob1j.runtime.collective.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.runtime.job.NodeMap;

class HostLayoutTest {
  private static HostLayout layout(String nodes, int... processes) {
    int size = nodes.length();
    int[] nodeOfRank = nodes.chars().map(c -> c - '0').toArray();
    int[] members = processes.length != 0 ? processes : IntStream.range(0, size).toArray();
    return HostLayout.of(NodeMap.of(nodeOfRank), members);
  }

  @Test
  void shouldBeNoneWhereHostsMakeNoDifference() {
    assertThat(layout("0000")).as("all on one").isNull();
    assertThat(layout("0123")).as("each alone").isNull();
    assertThat(layout("00112233", 0, 2, 5, 7)).as("those of a communicator alone").isNull();
    assertThat(layout("00112233", 5, 4)).as("those of a communicator on one").isNull();
    assertThat(layout("0011", 0, 1, 2, 4)).as("one of another job").isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "0011,     0 1|2 3,        true,  true",
    "000111,   0 1 2|3 4 5,    true,  true",
    "011122,   0|1 2 3|4 5,    true,  false",
    "0101,     0 2|1 3,        false, true",
    "0110,     0 3|1 2,        false, true",
    "1100,     0 1|2 3,        true,  true",
    "201021,   0 4|1 3|2 5,    false, true",
    "0012003,  0 1 4 5|2|3|6,  false, false",
  })
  void shouldNumberHostsByTheirFirstRanks(
      String nodes, String hosts, boolean isConsecutive, boolean isUniform) {
    HostLayout layout = layout(nodes);
    String[] expected = hosts.split("\\|");

    assertThat(layout.hosts()).isEqualTo(expected.length);
    assertThat(layout.ranks()).isEqualTo(nodes.length());
    assertThat(layout.isConsecutive()).isEqualTo(isConsecutive);
    assertThat(layout.isUniform()).isEqualTo(isUniform);
    int place = 0;
    for (int host = 0; host < expected.length; host++) {
      int[] ranks = Arrays.stream(expected[host].split(" ")).mapToInt(Integer::parseInt).toArray();
      assertThat(layout.size(host)).isEqualTo(ranks.length);
      assertThat(layout.begin(host)).isEqualTo(place);
      assertThat(layout.ranksOf(host)).isEqualTo(ranks);
      for (int rank : ranks) {
        assertThat(layout.hostOf(rank)).isEqualTo(host);
        assertThat(layout.rankAt(place++)).isEqualTo(rank);
      }
    }
  }

  @Test
  void shouldSeeTheRanksOfACommunicator() {
    HostLayout layout = layout("00112233", 7, 2, 6, 3, 0);

    assertThat(layout.hosts()).isEqualTo(3);
    assertThat(layout.ranksOf(0)).containsExactly(0, 2);
    assertThat(layout.ranksOf(1)).containsExactly(1, 3);
    assertThat(layout.ranksOf(2)).containsExactly(4);
    assertThat(layout.isConsecutive()).isFalse();
    assertThat(layout("00112233", 3, 2, 0, 6, 7).isConsecutive()).isTrue();
  }
}
