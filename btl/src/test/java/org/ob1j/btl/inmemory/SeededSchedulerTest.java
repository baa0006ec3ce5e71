package org.ob1j.btl.inmemory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.btl.BtlFabric;
import org.ob1j.btl.inmemory.InMemoryFabric.Behaviour;

/** What happens among ranks that one thread drives follows from the seed. */
@Timeout(60)
class SeededSchedulerTest {
  private static final int RANKS = 3;
  private static final int FRAMES = 50;

  /** Who has got which frame from whom after which poll. */
  private static List<String> events(long seed, Behaviour behaviour) {
    InMemoryFabric memory = new InMemoryFabric(seed, behaviour);
    List<String> events = new ArrayList<>();
    try (BtlFabric fabric = BtlFabric.open(RANKS, memory::component, Map.of())) {
      for (int rank = 0; rank < RANKS; rank++) {
        int to = rank;
        fabric
            .rank(rank)
            .receiver()
            .onFrame(
                (from, frame) -> events.add(from.peer() + " to " + to + ": " + frame.number()));
      }
      for (int i = 0; i < FRAMES; i++) {
        for (int rank = 0; rank < RANKS; rank++) {
          fabric.send(rank, (rank + 1) % RANKS, 8, 0);
          fabric.send(rank, (rank + 2) % RANKS, 8, 0);
        }
        fabric.progress();
        events.add("poll");
      }
      fabric.await("all frames", () -> frames(events) == 2 * RANKS * FRAMES);
    }
    return events;
  }

  private static long frames(List<String> events) {
    return events.stream().filter(event -> event.contains(" to ")).count();
  }

  @Test
  void shouldDoTheSameForTheSameSeed() {
    for (Behaviour behaviour : List.of(Behaviour.ordered(), Behaviour.unordered())) {
      assertThat(events(5, behaviour)).isEqualTo(events(5, behaviour));
    }
  }

  @Test
  void shouldDoSomethingElseForAnotherSeed() {
    for (Behaviour behaviour : List.of(Behaviour.ordered(), Behaviour.unordered())) {
      assertThat(events(6, behaviour)).isNotEqualTo(events(5, behaviour));
    }
  }
}
