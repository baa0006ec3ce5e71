package org.ob1j.launcher.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.launcher.allocation.HostChoice.Share;
import org.ob1j.launcher.placement.HostMapping.Node;
import org.ob1j.launcher.placement.HostMapping.Program;
import org.ob1j.launcher.system.LaunchException;

/** Hosts are written as slots/max, and where ranks are as the numbers of their hosts. */
class HostMappingTest {
  private static List<Node> nodes(String text, int ranksOnEach) {
    List<Node> nodes = new ArrayList<>();
    for (String host : text.trim().split(" ")) {
      String[] numbers = host.split("/");
      int max = numbers.length < 2 ? 0 : Integer.parseInt(numbers[1]);
      nodes.add(new Node("h" + nodes.size(), Integer.parseInt(numbers[0]), max, ranksOnEach));
    }
    return nodes;
  }

  private static HostPolicy policy(String words) {
    return new HostPolicy(words.contains("map"), words.contains("rank"), false);
  }

  private static String map(List<Node> nodes, List<Program> programs, String words)
      throws LaunchException {
    HostMapping.Rules rules =
        new HostMapping.Rules(policy(words), words.contains("over"), "the list");
    return HostMapping.map(nodes, programs, rules).stream()
        .map(place -> String.valueOf(place.host()))
        .collect(Collectors.joining());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // hosts | ranks | -N | how | hosts of the ranks
        "4 4 4       | 6  | 0 | by slot       | 000011",
        "4 4 4       | 6  | 0 | map rank      | 012012",
        "4 4 4       | 6  | 0 | map           | 001122",
        "4 4 4       | 6  | 0 | rank          | 010100",
        "4 4 4       | 0  | 0 | by slot       | 000011112222",
        "1 3         | 4  | 0 | map rank      | 0111",
        "2 0 2       | 4  | 0 | by slot       | 0022",
        "4 4 4       | 14 | 0 | over          | 00000111112222",
        "1 1         | 5  | 0 | over          | 00011",
        "4/4 4/4 4   | 14 | 0 | over          | 00001111222222",
        "1 3         | 6  | 0 | over map rank | 010101",
        "1/1 3       | 6  | 0 | over map rank | 011111",
        "4 4         | 0  | 2 | by slot       | 0011",
        "4 4         | 3  | 2 | by slot       | 001",
        "4 4         | 0  | 2 | map rank      | 0101",
        "1 1         | 0  | 2 | over          | 0011",
      })
  void shouldSpreadRanksOverHosts(String hosts, int ranks, int onEach, String how, String expected)
      throws LaunchException {
    Program program = new Program("p", ranks, List.of());

    assertThat(map(nodes(hosts, onEach), List.of(program), how)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 2     | 5 | 0 | by slot | There are not enough slots: 5 ranks of p need as many, and the"
            + " list has 4 (h0: 2, h1: 2); --oversubscribe starts more ranks than there are slots",
        "2 2     | 5 | 0 | map     | the list has 4 (h0: 2, h1: 2); --oversubscribe",
        "2/2 2/3 | 6 | 0 | over    | max_slots, -N or ppr allow no more than 5",
        "4 4     | 5 | 2 | over    | max_slots, -N or ppr allow no more than 4",
        "1 1     | 0 | 2 | by slot | 4 ranks of p need as many, and the list has 2 (h0: 1, h1: 1);"
            + " --oversubscribe",
      })
  void shouldRefuseMoreRanksThanSlots(
      String hosts, int ranks, int onEach, String how, String message) {
    List<Program> programs = List.of(new Program("p", ranks, List.of()));

    assertThatThrownBy(() -> map(nodes(hosts, onEach), programs, how))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining(message);
  }

  @Test
  void shouldGiveEachProgramWhatOthersHaveLeftOfItsHosts() throws LaunchException {
    List<Program> programs =
        List.of(
            new Program("a", 1, List.of(new Share(1, 1))),
            new Program("b", 3, List.of()),
            new Program("c", 0, List.of(new Share(2, 0), new Share(1, 0))));

    assertThat(map(nodes("2 2 2", 0), programs, "by slot")).isEqualTo("100122");
    assertThat(
            HostMapping.map(
                    nodes("2 2 2", 0),
                    programs,
                    new HostMapping.Rules(policy(""), false, "the list"))
                .stream()
                .map(HostMapping.Place::program))
        .containsExactly(0, 1, 1, 1, 2, 2);
  }

  @Test
  void shouldKeepAProgramToItsShareOfAHost() {
    List<Program> programs = List.of(new Program("a", 2, List.of(new Share(0, 1))));

    assertThatThrownBy(() -> map(nodes("4", 0), programs, "by slot"))
        .hasMessageContaining("2 ranks of a need as many, and the list has 1 (h0: 1)");
  }

  @Test
  void shouldSayIfNoSlotIsLeftForAProgram() {
    List<Program> programs =
        List.of(new Program("a", 2, List.of()), new Program("b", 0, List.of()));

    assertThatThrownBy(() -> map(nodes("2", 0), programs, "by slot"))
        .hasMessageContaining("0 ranks of b need as many, and the list has 0");
  }
}
