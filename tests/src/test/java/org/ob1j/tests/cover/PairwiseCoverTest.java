package org.ob1j.tests.cover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PairwiseCoverTest {
  private static Set<List<Integer>> met(List<int[]> combinations, int factor, int other) {
    Set<List<Integer>> met = new HashSet<>();
    combinations.forEach(each -> met.add(List.of(each[factor], each[other])));
    return met;
  }

  @Property(tries = 50)
  void shouldLetEveryTwoValuesMeetInFewCombinations(@ForAll long seed) {
    int[] values = {4, 4, 2, 2};
    List<int[]> cover = PairwiseCover.of(seed, values);
    assertThat(cover).hasSizeBetween(16, 20);
    for (int factor = 0; factor < values.length; factor++) {
      for (int other = factor + 1; other < values.length; other++) {
        assertThat(met(cover, factor, other)).hasSize(values[factor] * values[other]);
      }
    }
    assertThat(PairwiseCover.of(seed, values)).usingRecursiveComparison().isEqualTo(cover);
  }

  @Test
  void shouldHaveEveryCombinationInTheProduct() {
    List<int[]> product = PairwiseCover.product(3, 2);
    assertThat(product).hasSize(6);
    assertThat(met(product, 0, 1)).hasSize(6);
  }
}
