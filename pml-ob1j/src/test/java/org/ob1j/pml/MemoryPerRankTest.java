package org.ob1j.pml;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.btl.InMemoryModex;
import org.ob1j.btl.inmemory.InMemoryFabric;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.parameter.ParameterSet;

/** What one process needs memory for, however many ranks its job has. */
@Timeout(120)
class MemoryPerRankTest {
  private static final int FEW = 10;
  private static final int MANY = 100_000;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void shouldAllocateNothingForARankThatNobodyTalksTo() {
    start(FEW);
    long few = allocated(() -> start(FEW));
    long many = allocated(() -> start(MANY));

    assertThat(many - few).as("bytes for 100,000 ranks").isLessThan(MANY / 10);
  }

  /** Who is its peer, 4 or 8 bytes by the heap, and the numbers of the next message each way. */
  @ParameterizedTest
  @ValueSource(ints = {1_000, MANY})
  void shouldAllocateThreeWordsForAMemberOfAContextBesideTheListOfItsProcesses(int size) {
    Ob1Pml engine = start(size);
    int[] members = IntStream.range(0, size).toArray();
    engine.open(0, 0, Arrays.copyOf(members, FEW));
    long few = allocated(() -> engine.open(1, 0, Arrays.copyOf(members, FEW)));

    long many = allocated(() -> engine.open(2, 0, members));

    assertThat((many - few) / (size - FEW)).as("bytes for a member").isBetween(11L, 16L);
  }

  private static Ob1Pml start(int size) {
    InMemoryModex modex = new InMemoryModex(1);
    return Ob1Component.start(
        new InMemoryJob.Control(new JobIdentity("memory", 0, size, 0, size), modex),
        ParameterSet.of(Map.of()),
        List.of(new InMemoryFabric(1, InMemoryFabric.Behaviour.ordered()).component()),
        null);
  }

  /** How many bytes this thread allocates in some code. */
  private static long allocated(Runnable code) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    code.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
