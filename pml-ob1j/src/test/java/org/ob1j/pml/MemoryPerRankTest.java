package org.ob1j.pml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.btl.InMemoryModex;
import org.ob1j.btl.inmemory.InMemoryFabric;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.parameter.ParameterSet;

/** What one process keeps, however many ranks its job has. */
@Timeout(120)
class MemoryPerRankTest {
  private static final int FEW = 10;
  private static final int MANY = 100_000;
  private static final int CONTEXTS = 10;

  private final List<Object> kept = new ArrayList<>();

  @Test
  void shouldKeepNothingForARankThatNobodyTalksTo() {
    kept.add(start(FEW));
    long few = growth(() -> kept.add(start(FEW)));
    long many = growth(() -> kept.add(start(MANY)));

    assertThat(many - few).as("bytes for 100,000 ranks").isLessThan(MANY / 10);
  }

  /** Who is its peer, and the numbers of the next message to it and from it. */
  @Test
  void shouldKeepThreeWordsForAMemberOfAContextBesideTheListOfItsProcesses() {
    Ob1Pml engine = start(MANY);
    int[] members = IntStream.range(0, MANY).toArray();
    kept.add(engine);
    kept.add(engine.open(100, 0, members));

    long bytes =
        growth(
            () -> {
              for (int context = 0; context < CONTEXTS; context++) {
                kept.add(engine.open(context, 0, members));
              }
            });

    assertThat(bytes / CONTEXTS / MANY).as("bytes for a member").isBetween(11L, 12L);
  }

  private static Ob1Pml start(int size) {
    InMemoryModex modex = new InMemoryModex(1);
    return Ob1Component.start(
        new InMemoryJob.Control(new JobIdentity("memory", 0, size, 0, size), modex),
        ParameterSet.of(Map.of()),
        List.of(new InMemoryFabric(1, InMemoryFabric.Behaviour.ordered()).component()));
  }

  /** The bytes of the heap that are in use after some code, and were not before it. */
  private static long growth(Runnable code) {
    long before = used();
    code.run();
    return used() - before;
  }

  private static long used() {
    for (int i = 0; i < 4; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
