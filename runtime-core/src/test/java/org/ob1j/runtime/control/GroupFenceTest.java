package org.ob1j.runtime.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.job.Modex;

/** The modex of some ranks of a job, while others are busy, late, or gone. */
@Timeout(60)
class GroupFenceTest {
  private static final byte[] SECRET = "0123456789abcdef".getBytes();
  private static final String JOB = "testjob";

  private final Recorder recorder = new Recorder();
  private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private JobBoard board;
  private ControlServer server;

  @AfterEach
  void close() {
    threads.shutdownNow();
    server.close();
  }

  private void serve(int size) throws IOException {
    board = new JobBoard(size, recorder);
    server =
        new ControlServer(
            InetAddress.getLoopbackAddress(),
            new ControlServer.Settings(JOB, SECRET, size, Duration.ZERO, Duration.ofSeconds(30)),
            board);
  }

  private JobControl join(int rank, int size) {
    JobEnvironment environment =
        new JobEnvironment(new JobIdentity(JOB, rank, size, rank, size), server.endpoint(), SECRET);
    return JobControls.join(
        environment.toVariables(), (code, message) -> ends.add(code + " " + message));
  }

  @Test
  void shouldReleaseAGroupWhenItsRanksHaveComeWhateverOthersDo() throws Exception {
    int size = 6;
    serve(size);
    List<Future<Boolean>> ranks = new ArrayList<>();
    for (int rank = 0; rank < size - 1; rank++) {
      int self = rank;
      ranks.add(threads.submit(() -> exchangeInGroups(join(self, size))));
    }
    for (Future<Boolean> rank : ranks) {
      assertThat(rank.get(30, TimeUnit.SECONDS)).isTrue();
    }

    // It has not been waited for, and comes now.
    JobControl late = join(size - 1, size);
    assertThat(late.modex().get(0, "key")).containsExactly(4);
    late.close();
    assertThat(ends).isEmpty();
  }

  /** Even and odd ranks apart, in any order, and then two of each again. */
  private static boolean exchangeInGroups(JobControl job) {
    int rank = job.identity().rank();
    int[] group = rank % 2 == 0 ? new int[] {4, 0, 2} : new int[] {3, 1};
    for (int round = 0; round < 5; round++) {
      job.modex().put("key", new byte[] {(byte) (rank + round)});
      job.modex().fence(group);
      for (int peer : group) {
        assertThat(job.modex().get(peer, "key")[0]).isGreaterThanOrEqualTo((byte) (peer + round));
      }
      job.modex().fence(group);
    }
    job.close();
    return true;
  }

  @Test
  void shouldSeeWhatALateRankPublishes() throws Exception {
    serve(2);
    JobControl early = join(0, 2);
    assertThat(early.modex().get(1, "key")).isNull();

    JobControl late = join(1, 2);
    late.modex().put("key", new byte[] {7});
    Future<?> released = threads.submit(() -> late.modex().fence(new int[] {0, 1}));
    early.modex().fence(new int[] {1, 0});

    released.get(30, TimeUnit.SECONDS);
    assertThat(early.modex().get(1, "key")).containsExactly(7);
    early.close();
    late.close();
  }

  @Test
  void shouldRefuseAFenceOfAGroupThatCannotBe() throws Exception {
    serve(3);
    Modex modex = join(0, 3).modex();

    assertThatThrownBy(() -> modex.fence(new int[] {1, 2}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the group has ranks from 1 to 2, of a job of 3, and must have rank 0");
    assertThatThrownBy(() -> modex.fence(new int[0]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a fence of no ranks, in rank 0");
    assertThatThrownBy(() -> modex.fence(new int[] {0, 3}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> modex.fence(new int[] {-1, 0}))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldTellWhenARankWaitsInAGroupForOneThatLeft() throws Exception {
    serve(3);
    JobControl job = join(0, 3);
    threads.submit(() -> job.modex().fence(new int[] {0, 2}));
    join(1, 3).close();

    join(2, 3).close();

    assertThat(recorder.toldOf("hopeless"))
        .isEqualTo(
            "hopeless rank 0 waits in a fence of a group for rank 2, which has called Finalize");
  }
}
