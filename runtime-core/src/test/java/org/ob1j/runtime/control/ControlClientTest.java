package org.ob1j.runtime.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.runtime.control.message.ControlMessage;
import org.ob1j.runtime.control.message.ControlProtocolException;
import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.job.Modex;

/** How often a rank asks mpirun for what others have published. */
@Timeout(60)
class ControlClientTest {
  private static final byte[] SECRET = "0123456789abcdef".getBytes();
  private static final String JOB = "testjob";

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<JobControl> jobs = new ArrayList<>();
  private CountingMessages messages;
  private ControlServer server;

  @AfterEach
  void close() {
    jobs.forEach(JobControl::close);
    threads.shutdownNow();
    server.close();
  }

  @Test
  void shouldAskOnceForManyRanksInWhateverOrderTheyAreWanted() throws Exception {
    publish(8, 1);

    for (int peer = 7; peer >= 0; peer--) {
      assertThat(jobs.get(5).modex().get(peer, "key")).containsExactly(peer);
    }

    assertThat(messages.gets()).isEqualTo(1);
  }

  @Test
  void shouldAskForARankThatDoesNotFitIntoTheAnswerWithThoseBeforeIt() throws Exception {
    publish(3, Modex.MAX_VALUE_BYTES);

    for (int peer = 2; peer >= 0; peer--) {
      byte[] value = jobs.get(0).modex().get(peer, "key");
      assertThat(value).hasSize(Modex.MAX_VALUE_BYTES);
      assertThat(value[0]).isEqualTo((byte) peer);
    }

    assertThat(messages.gets()).as("twice for ranks 2 and 1; 0 had come before").isEqualTo(4);
  }

  @Test
  void shouldComeToAFenceBeforeItWaitsThere() throws Exception {
    messages = new CountingMessages(new JobBoard(2, new Recorder()));
    server = serverOf(2);
    JobControl first = join(0, 2);
    JobControl second = join(1, 2);
    jobs.addAll(List.of(first, second));
    for (int round = 0; round < 3; round++) {
      byte[] value = {(byte) round};
      first.modex().put("key", value);
      first.modex().arrive();
      Future<?> others = threads.submit(() -> second.modex().fence());
      others.get(30, TimeUnit.SECONDS);
      assertThat(second.modex().get(0, "key")).containsExactly(round);
      first.modex().fence();
    }
  }

  /** Starts all ranks; each publishes a value of so many bytes, its rank the first of them. */
  private void publish(int size, int valueBytes) throws Exception {
    messages = new CountingMessages(new JobBoard(size, new Recorder()));
    server = serverOf(size);
    List<Future<?>> fences = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      JobControl job = join(rank, size);
      jobs.add(job);
      byte[] value = new byte[valueBytes];
      value[0] = (byte) rank;
      job.modex().put("key", value);
      fences.add(threads.submit(() -> job.modex().fence()));
    }
    for (Future<?> fence : fences) {
      fence.get(30, TimeUnit.SECONDS);
    }
  }

  private ControlServer serverOf(int size) throws IOException {
    return new ControlServer(
        InetAddress.getLoopbackAddress(),
        new ControlServer.Settings(JOB, SECRET, size, Duration.ZERO, Duration.ofSeconds(30)),
        messages);
  }

  private JobControl join(int rank, int size) {
    JobEnvironment environment =
        new JobEnvironment(new JobIdentity(JOB, rank, size, rank, size), server.endpoint(), SECRET);
    return JobControls.join(
        environment.toVariables(),
        (code, message) -> {
          throw new AssertionError("the job ends with " + code + ": " + message);
        });
  }

  private static final class CountingMessages implements RankMessages {
    private final RankMessages board;
    private final AtomicInteger gets = new AtomicInteger();

    CountingMessages(RankMessages board) {
      this.board = board;
    }

    int gets() {
      return gets.get();
    }

    @Override
    public String register(int rank, ControlMessage.Register register) {
      return board.register(rank, register);
    }

    @Override
    public void joined(int rank, ControlMessage.Register register, RankPort port) {
      board.joined(rank, register, port);
    }

    @Override
    public void handle(int rank, ControlMessage message) throws ControlProtocolException {
      if (message instanceof ControlMessage.Get) {
        gets.incrementAndGet();
      }
      board.handle(rank, message);
    }

    @Override
    public void lost(int rank, String reason) {
      board.lost(rank, reason);
    }

    @Override
    public void refused(String address, String reason) {
      board.refused(address, reason);
    }
  }
}
