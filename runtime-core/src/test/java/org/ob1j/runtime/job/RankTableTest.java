package org.ob1j.runtime.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankTableTest {
  private final RankTable<String> table = new RankTable<>();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 64, 4096, 1 << 16, 99_991})
  void shouldKeepWhatWasPutForRanksOfAnyStride(int stride) {
    for (int i = 0; i < 1000; i++) {
      table.put(i * stride, "rank " + i * stride);
    }

    for (int i = 0; i < 1000; i++) {
      assertThat(table.get(i * stride)).isEqualTo("rank " + i * stride);
    }
    assertThat(table.get(1000 * stride)).isNull();
    assertThat(table.ranks()).hasSize(1000).isSorted();
  }

  @Test
  void shouldBeAsASortedMapWhateverIsDone() {
    Random random = new Random(7);
    TreeMap<Integer, String> model = new TreeMap<>();
    for (int i = 0; i < 20_000; i++) {
      int rank = random.nextInt(500);
      if (random.nextInt(4) == 0) {
        table.put(rank, null);
        model.remove(rank);
      } else {
        table.put(rank, "v" + i);
        model.put(rank, "v" + i);
      }
      int asked = random.nextInt(500);
      assertThat(table.get(asked)).isEqualTo(model.get(asked));
    }
    assertThat(table.values()).containsExactlyElementsOf(model.values());
    assertThat(table.ranks())
        .containsExactly(model.keySet().stream().mapToInt(Integer::intValue).toArray());
  }

  /** With a bad hash it would take longer than the test may. */
  @Test
  @Timeout(30)
  void shouldKeepHundredsOfThousandsOfRanks() {
    for (int rank = 0; rank < 300_000; rank++) {
      table.put(rank, "");
    }

    assertThat(table.ranks()).hasSize(300_000);
    assertThat(table.get(299_999)).isNotNull();
    assertThat(table.get(300_000)).isNull();
  }

  @Test
  void shouldRefuseANegativeRank() {
    assertThatThrownBy(() -> table.put(-1, "")).isInstanceOf(IllegalArgumentException.class);
    assertThat(table.get(-1)).isNull();
  }

  @Test
  void shouldHaveNothingAtFirst() {
    assertThat(table.get(0)).isNull();
    assertThat(table.values()).isEmpty();
  }
}
