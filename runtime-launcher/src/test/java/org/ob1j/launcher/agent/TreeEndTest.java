package org.ob1j.launcher.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.launcher.agent.link.AgentTree;

class TreeEndTest {
  private final AtomicLong now = new AtomicLong();

  private TreeEnd end(int hosts, int radix) {
    List<String> names = IntStream.range(0, hosts).mapToObj(String::valueOf).toList();
    return new TreeEnd(new AgentTree(hosts, radix), names, now::get);
  }

  private static void each(String hosts, IntConsumer what) {
    Arrays.stream(hosts.split(" "))
        .filter(word -> !word.isEmpty())
        .forEach(word -> what.accept(Integer.parseInt(word)));
  }

  /** Of a chain 0 - 1 - 2, and of a tree with 2 and 3 below 0, 4 and 5 below 1. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3 | 1 | ''        | ''    | [0]",
        "3 | 1 | 0         | ''    | [1]",
        "3 | 1 | 0 1       | ''    | [2]",
        "3 | 1 | 0 1 2     | ''    | [2]",
        "3 | 1 | 0 1 2     | 2     | [1]",
        "3 | 1 | 0 1 2     | 0 1 2 | []",
        "6 | 2 | 1 4 5     | 4 5 1 | [0]",
        "6 | 2 | 1         | ''    | [0, 4, 5]",
        "6 | 2 | 0 1 2 3 4 | 2 4   | [3, 5]",
        "3 | 3 | 1         | 1     | [0, 2]",
      })
  void shouldNameTheHostsThatOthersWaitFor(
      int hosts, int radix, String closing, String gone, String named) {
    TreeEnd end = end(hosts, radix);

    each(closing, end::closing);
    each(gone, end::gone);

    assertThat(end.holdingUp()).hasToString(named);
    assertThat(end.holdingUp()).isEmpty();
  }

  @Test
  void shouldMeasureOneTimeForAllHosts() {
    TreeEnd end = end(3, 1);

    now.addAndGet(7);
    assertThat(end.stillNanos()).isEqualTo(7);
    end.closing(0);
    assertThat(end.stillNanos()).isZero();
    now.addAndGet(5);
    end.gone(2);
    now.addAndGet(3);
    assertThat(end.stillNanos()).isEqualTo(3);
    end.moved();
    assertThat(end.stillNanos()).isZero();
  }

  @Test
  void shouldGiveUpOutputOnceForAllHosts() {
    TreeEnd end = end(3, 1);

    now.addAndGet(7);
    assertThat(end.isOutputGivenUp(7)).isFalse();
    end.moved();
    now.addAndGet(7);
    assertThat(end.isOutputGivenUp(7)).isFalse();
    now.addAndGet(1);
    assertThat(end.isOutputGivenUp(7)).isTrue();
    end.moved();
    assertThat(end.isOutputGivenUp(7)).isTrue();
  }
}
