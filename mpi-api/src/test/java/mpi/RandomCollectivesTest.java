package mpi;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

class RandomCollectivesTest {
  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void shouldGiveWhatTheDefinitionSays(
      @ForAll @IntRange(min = 1, max = 9) int ranks, @ForAll long seed) {
    MpiRanks.runInWorld(ranks, comm -> new RandomCollectives(comm, seed).run(12));
  }
}
