package org.ob1j.pml;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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

  /** Who is its peer, and the numbers of the next message to it and from it. */
  @Test
  void shouldAllocateThreeWordsForAMemberOfAContextBesideTheListOfItsProcesses() {
    Ob1Pml engine = start(MANY);
    int[] members = IntStream.range(0, MANY).toArray();
    engine.open(0, 0, members);

    long bytes = allocated(() -> engine.open(1, 0, members));

    assertThat(bytes / MANY).as("bytes for a member").isEqualTo(3 * Integer.BYTES);
  }

  private static Ob1Pml start(int size) {
    InMemoryModex modex = new InMemoryModex(1);
    return Ob1Component.start(
        new InMemoryJob.Control(new JobIdentity("memory", 0, size, 0, size), modex),
        ParameterSet.of(Map.of()),
        List.of(new InMemoryFabric(1, InMemoryFabric.Behaviour.ordered()).component()));
  }

  /** How many bytes this thread allocates in some code. */
  private static long allocated(Runnable code) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    code.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
