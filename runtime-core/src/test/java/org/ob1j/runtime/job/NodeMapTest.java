package org.ob1j.runtime.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeMapTest {
  private static int[] nodes(String digits) {
    return digits.chars().map(c -> c - '0').toArray();
  }

  private static int[] nodesOf(NodeMap map) {
    return IntStream.range(0, map.size()).map(map::nodeOf).toArray();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0*4,1*4      | 00001111  | 0-1*4",
        "0-1*4        | 00001111  | 0-1*4",
        "(0,1,2,3)*2  | 01230123  | (0-3)*2",
        "(0-3)*2      | 01230123  | (0-3)*2",
        "0*8          | 00000000  | 0*8",
        "0            | 0         | 0",
        "(0)*1        | 0         | 0",
        "(0)*3        | 000       | 0*3",
        "0,1*3,2*2    | 011122    | 0,1*3,2*2",
        "(0*2,1)*3    | 001001001 | (0*2,1)*3",
        "(0-1)*2,0*2  | 010100    | (0-1)*2,0*2",
        "2-3*2,0-1    | 223301    | 2-3*2,0-1",
        "1,0          | 10        | 1,0",
      })
  void shouldReadALayoutAndWriteItShort(String text, String digits, String shortest) {
    int[] expected = nodes(digits);
    NodeMap map = NodeMap.parse(text, expected.length);

    assertThat(nodesOf(map)).isEqualTo(expected);
    assertThat(NodeMap.of(expected)).hasToString(shortest).isEqualTo(map).hasSameHashCodeAs(map);
    assertThat(NodeMap.parse(map.toString(), expected.length)).isEqualTo(map);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",",
        "0,",
        "0*",
        "0*0,1*8",
        "1*8",
        "0*4,2*4",
        "0*4",
        "0*9",
        "(0-3)",
        "(0-3)*0",
        "(0-3)*3",
        "(0-3*2",
        "0-3)*2",
        "3-0*2",
        "0 *8",
        "+0*8",
        "-1*8",
        "0*4;1*4",
        "((0-3)*1)*2",
        "0*8 ",
        "x",
        "0*4,1*4*1",
        "0*99999999999",
        "(0-999999999)*999999999",
        "0-999999999*999999999",
        "0*4 ,1*4",
      })
  void shouldRefuseWhatIsNoLayoutOfSoManyRanks(String text) {
    assertThatThrownBy(() -> NodeMap.parse(text, 8))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "the nodes of 8 ranks, from 0 on and none left out, such as 0*4,1*4");
  }

  @Test
  void shouldTellWhoIsOnANode() {
    NodeMap map = NodeMap.parse("(0*2,1)*2,2,0", 8);

    assertThat(map.size()).isEqualTo(8);
    assertThat(map.nodes()).isEqualTo(3);
    assertThat(map.ranksOf(0)).containsExactly(0, 1, 3, 4, 7);
    assertThat(map.ranksOf(1)).containsExactly(2, 5);
    assertThat(map.ranksOf(2)).containsExactly(6);
    assertThat(map.localSize(0)).isEqualTo(5);
    assertThat(IntStream.range(0, 8).map(map::localRank)).containsExactly(0, 1, 0, 2, 3, 1, 0, 4);
    assertThatThrownBy(() -> map.nodeOf(8)).hasMessage("rank 8 is outside a job of 8");
    assertThatThrownBy(() -> map.nodeOf(-1)).hasMessage("rank -1 is outside a job of 8");
  }

  @Test
  void shouldPlaceBySlot() {
    assertThat(NodeMap.oneNode(5)).hasToString("0*5");
    assertThat(NodeMap.bySlot(8, 2)).hasToString("0-3*2");
    assertThat(NodeMap.bySlot(7, 3)).hasToString("0-1*3,2");
    assertThat(NodeMap.bySlot(2, 3)).hasToString("0*2");
  }

  @Test
  void shouldSayManyRanksInFewWords() {
    int ranks = 100_000;
    int[] bySlot = IntStream.range(0, ranks).map(rank -> rank / 64).toArray();
    int[] roundRobin = IntStream.range(0, ranks).map(rank -> rank % 1563).toArray();
    int[] halfSized =
        IntStream.concat(
                IntStream.range(0, 64_000).map(rank -> rank % 1000),
                IntStream.range(0, 36_000).map(rank -> rank % 500))
            .toArray();

    assertThat(NodeMap.of(bySlot)).hasToString("0-1561*64,1562*32");
    assertThat(NodeMap.of(roundRobin)).hasToString("(0-1562)*63,0-1530");
    assertThat(NodeMap.of(halfSized)).hasToString("(0-999)*64,(0-499)*72");
    assertThat(nodesOf(NodeMap.of(halfSized))).isEqualTo(halfSized);
  }

  @Test
  void shouldRefuseANodeWithoutRanks() {
    assertThatThrownBy(() -> NodeMap.of(nodes("0220")))
        .hasMessage("there is a node below 3 without a rank");
  }

  @Test
  void shouldKeepAnyLayout() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      int[] layout = random.ints(1 + random.nextInt(40), 0, 1 + random.nextInt(4)).toArray();
      int[] used = Arrays.stream(layout).distinct().sorted().toArray();
      int[] dense = Arrays.stream(layout).map(n -> Arrays.binarySearch(used, n)).toArray();
      NodeMap map = NodeMap.of(dense);
      assertThat(nodesOf(map)).as("seed %d", seed).isEqualTo(dense);
      assertThat(NodeMap.parse(map.toString(), dense.length)).as("seed %d", seed).isEqualTo(map);
      for (int rank = 0; rank < dense.length; rank++) {
        int own = rank;
        int before = (int) IntStream.range(0, rank).filter(r -> dense[r] == dense[own]).count();
        assertThat(map.localRank(rank)).as("seed %d", seed).isEqualTo(before);
      }
    }
  }
}
