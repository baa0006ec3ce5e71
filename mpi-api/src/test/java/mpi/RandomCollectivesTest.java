package mpi;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import org.ob1j.runtime.job.NodeMap;

class RandomCollectivesTest {
  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void shouldGiveWhatTheDefinitionSays(
      @ForAll @IntRange(min = 1, max = 9) int ranks, @ForAll long seed) {
    MpiRanks.runInWorld(ranks, comm -> new RandomCollectives(comm, seed).run(12));
  }

  @Property(tries = 25, shrinking = ShrinkingMode.OFF)
  void shouldDoSoThroughSharedMemory(
      @ForAll @IntRange(min = 2, max = 9) int ranks, @ForAll long seed) {
    MpiRanks.sharingMemory(
        ranks,
        process -> {
          process.world().setErrhandler(MPI.ERRORS_RETURN);
          new RandomCollectives(process.world(), seed).run(40);
        });
  }

  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void shouldDoSoOnSeveralNodes(
      @ForAll @IntRange(min = 3, max = 9) int ranks,
      @ForAll @IntRange(min = 2, max = 4) int nodes,
      @ForAll long seed) {
    int[] nodeOfRank = new Random(seed).ints(ranks, 0, nodes).toArray();
    // Each node has a rank.
    int[] used = Arrays.stream(nodeOfRank).distinct().sorted().toArray();
    Arrays.setAll(nodeOfRank, rank -> Arrays.binarySearch(used, nodeOfRank[rank]));
    MpiRanks.onNodes(
        NodeMap.of(nodeOfRank),
        process -> {
          process.world().setErrhandler(MPI.ERRORS_RETURN);
          new RandomCollectives(process.world(), seed).run(12);
        });
  }
}
