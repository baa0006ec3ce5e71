package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

class RandomNeighborsTest {
  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void shouldGiveWhatTheDefinitionSays(
      @ForAll @IntRange(min = 1, max = 9) int ranks, @ForAll long seed) {
    MpiRanks.runInWorld(
        ranks,
        world -> {
          Random shared = new Random(seed);
          // Ranks of the communicator are not always those of the job.
          Intracomm base = shared.nextBoolean() ? world : world.split(0, -world.getRank());
          RandomTopology topology = RandomTopology.of(base, shared);
          boolean onDuplicate = shared.nextBoolean();
          if (!topology.comm.isNull()) {
            Intracomm comm = onDuplicate ? topology.comm.dup() : topology.comm;
            assertThat(comm.getTopology()).isEqualTo(topology.comm.getTopology());
            new RandomNeighbors(topology, comm, seed).run(8);
            topology.comm.free();
          }
          base.barrier();
        });
  }
}
