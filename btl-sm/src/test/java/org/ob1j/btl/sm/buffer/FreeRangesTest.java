package org.ob1j.btl.sm.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FreeRangesTest {
  private final FreeRanges free = new FreeRanges();

  @Test
  void shouldTakeTheShortestRangeThatIsLongEnough() {
    free.give(0, 100);
    free.give(200, 30);
    free.give(300, 50);
    assertThat(free.take(40)).isEqualTo(300);
    assertThat(free.take(40)).isZero();
    assertThat(free.take(61)).isEqualTo(-1);
    assertThat(free.take(60)).isEqualTo(40);
  }

  @Test
  void shouldMakeOneOfNeighbours() {
    free.give(0, 10);
    free.give(20, 10);
    assertThat(free.take(11)).isEqualTo(-1);
    free.give(10, 10);
    assertThat(free.take(30)).isZero();
    assertThat(free.take(1)).isEqualTo(-1);
  }

  @Test
  void shouldTakeTheRangeThatEndsAtAnOffset() {
    free.give(10, 10);
    assertThat(free.takeEndingAt(30)).isEqualTo(30);
    assertThat(free.takeEndingAt(20)).isEqualTo(10);
    assertThat(free.takeEndingAt(20)).isEqualTo(20);
  }

  @Test
  void shouldGiveNothingTwiceAndLoseNothing() {
    long seed = Long.getLong("ob1j.seed", System.nanoTime());
    Random random = new Random(seed);
    int bytes = 1000;
    free.give(0, bytes);
    BitSet used = new BitSet();
    Map<Integer, Integer> taken = new HashMap<>();
    for (int step = 0; step < 20_000; step++) {
      int length = 1 + random.nextInt(50);
      int begin = random.nextBoolean() ? free.take(length) : -1;
      if (begin >= 0) {
        assertThat(used.get(begin, begin + length).isEmpty()).as("seed %d", seed).isTrue();
        used.set(begin, begin + length);
        taken.put(begin, length);
      } else if (!taken.isEmpty()) {
        int freed = taken.keySet().iterator().next();
        int freedLength = taken.remove(freed);
        used.clear(freed, freed + freedLength);
        free.give(freed, freedLength);
      }
    }
    taken.forEach(free::give);
    assertThat(free.take(bytes)).as("seed %d", seed).isZero();
  }
}
