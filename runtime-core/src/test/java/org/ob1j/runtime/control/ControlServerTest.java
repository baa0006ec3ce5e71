package org.ob1j.runtime.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.runtime.control.handshake.Handshake;
import org.ob1j.runtime.control.message.ControlMessage;
import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.job.JobException;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.job.RankReport;
import org.ob1j.runtime.job.RankReporter;

@Timeout(60)
class ControlServerTest {
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
    if (server != null) {
      server.close();
    }
  }

  private void serve(int size, Duration heartbeat, Duration handshakeTimeout) throws IOException {
    board = new JobBoard(size, recorder);
    server =
        new ControlServer(
            InetAddress.getLoopbackAddress(),
            new ControlServer.Settings(JOB, SECRET, size, heartbeat, handshakeTimeout),
            board);
  }

  private void serve(int size) throws IOException {
    serve(size, Duration.ZERO, Duration.ofSeconds(30));
  }

  private JobControl join(int rank, int size) {
    return join(JOB, SECRET, rank, size);
  }

  /** A rank may know that it has joined before the board does. */
  private JobControl joinKnown(int rank, int size) throws InterruptedException {
    JobControl job = join(rank, size);
    assertThat(recorder.toldOf("registered " + rank)).isNotNull();
    return job;
  }

  private JobControl join(String job, byte[] secret, int rank, int size) {
    JobEnvironment environment =
        new JobEnvironment(new JobIdentity(job, rank, size, rank, size), server.endpoint(), secret);
    return JobControls.join(
        environment.toVariables(), (code, message) -> ends.add(code + " " + message));
  }

  @Test
  void shouldServeFencesGetsAndBarriersOfManyRanks() throws Exception {
    int size = 16;
    serve(size);
    List<Future<Boolean>> ranks = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      int self = rank;
      ranks.add(threads.submit(() -> exchange(join(self, size))));
    }
    for (Future<Boolean> rank : ranks) {
      assertThat(rank.get(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(ends).isEmpty();
    assertThat(recorder.told()).noneMatch(t -> t.startsWith("lost") || t.startsWith("hopeless"));
  }

  private static boolean exchange(JobControl job) {
    int size = job.identity().size();
    for (int round = 1; round <= 5; round++) {
      job.modex().put("key", new byte[] {(byte) (round * job.identity().rank())});
      job.modex().fence();
      for (int peer = 0; peer < size; peer++) {
        assertThat(job.modex().get(peer, "key")).containsExactly(round * peer);
        assertThat(job.modex().get(peer, "nothing")).isNull();
      }
      job.barrier();
    }
    job.close();
    return true;
  }

  @Test
  void shouldNameWhyARankCannotJoin() throws Exception {
    serve(2);

    assertThatThrownBy(() -> join(JOB, "wrong secret".getBytes(), 1, 2))
        .isInstanceOf(JobException.class)
        .hasMessageContaining("rank 1 cannot join job testjob")
        .hasMessageContaining("does not know that job's secret");
    assertThatThrownBy(() -> join("otherjob", SECRET, 1, 2))
        .isInstanceOf(JobException.class)
        .hasMessageContaining("the peer is of job 'testjob', we are of job 'otherjob'");
    assertThatThrownBy(() -> join(1, 3))
        .isInstanceOf(JobException.class)
        .hasMessageContaining("believes the job has 3 ranks, it has 2");
    assertThatThrownBy(() -> join(2, 3))
        .isInstanceOf(JobException.class)
        .hasMessageContaining("rank 2 is outside the job of 2");
    assertThat(recorder.told()).noneMatch(t -> t.startsWith("lost"));
  }

  @Test
  void shouldRefuseASecondProcessWithTheSameRank() throws Exception {
    serve(1);
    JobControl first = join(0, 1);

    assertThatThrownBy(() -> join(0, 1))
        .isInstanceOf(JobException.class)
        .hasMessageContaining("rank 0 has registered before");

    first.barrier();
    first.close();
  }

  @Test
  void shouldKeepBusyWhileItWaitsInABarrier() throws Exception {
    serve(2);
    JobControl patient = join(0, 2);
    JobControl late = join(1, 2);
    CountDownLatch rounds = new CountDownLatch(3);
    Future<?> waiting = threads.submit(() -> patient.barrierWhile(rounds::countDown, () -> {}));

    assertThat(rounds.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(waiting).isNotDone();
    late.barrier();

    waiting.get(20, TimeUnit.SECONDS);
  }

  @Test
  void shouldTellWhoSleepsInABarrierThatAllHaveCome() throws Exception {
    serve(2);
    JobControl sleeper = join(0, 2);
    JobControl late = join(1, 2);
    Semaphore sleeps = new Semaphore(0);
    Semaphore alarm = new Semaphore(0);
    Runnable sleep =
        () -> {
          sleeps.release();
          alarm.acquireUninterruptibly();
        };
    Future<?> waiting = threads.submit(() -> sleeper.barrierWhile(sleep, alarm::release));

    assertThat(sleeps.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
    late.barrier();

    waiting.get(20, TimeUnit.SECONDS);
  }

  @Test
  void shouldTellOfAnAbortBeforeTheRankEnds() throws Exception {
    serve(2);
    JobControl job = join(1, 2);

    job.abort(7, "enough");

    assertThat(ends.poll()).isEqualTo("7 ");
    assertThat(recorder.told()).contains("aborted 1 7 enough");
  }

  @Test
  void shouldTellOfALostRankButNotOfOneThatLeft() throws Exception {
    serve(2);
    join(0, 2).close();
    assertThat(recorder.toldOf("left")).isEqualTo("left 0");

    rawRank(1, 2).close();

    assertThat(recorder.toldOf("lost")).isEqualTo("lost 1 its control connection closed");
  }

  @Test
  void shouldTellWhenARankWaitsForOneThatLeft() throws Exception {
    serve(2);
    JobControl job = join(0, 2);
    threads.submit(job::barrier);

    join(1, 2).close();

    assertThat(recorder.toldOf("hopeless"))
        .isEqualTo("hopeless rank 0 waits in a barrier for rank 1, which has called Finalize");
  }

  @Test
  void shouldEndRanksWhenTheServerCloses() throws Exception {
    serve(1);
    JobControl job = join(0, 1);

    server.close();

    assertThat(ends.poll(20, TimeUnit.SECONDS)).startsWith("1 rank 0 ends: mpirun is gone");
    assertThatThrownBy(job::barrier).isInstanceOf(JobException.class);
  }

  @Test
  void shouldFindARankWhoseHeartHasStopped() throws Exception {
    serve(2, Duration.ofMillis(100), Duration.ofSeconds(30));
    JobControl alive = join(0, 2);
    ControlConnection silent = rawRank(1, 2);

    assertThat(recorder.toldOf("lost")).isEqualTo("lost 1 no heartbeat for 300 ms");

    assertThat(recorder.told()).noneMatch(t -> t.startsWith("lost 0"));
    alive.close();
    silent.close();
  }

  /** On another host than mpirun's it takes a while until a rank that leaves is answered. */
  @Test
  void shouldLetARankAnswerAHeartbeatWhileItLeaves() throws Exception {
    shouldLetARankAnswerWhileItLeaves(new ControlMessage.Heartbeat());
  }

  @Test
  void shouldLetARankAnswerWhoAskedForAReportWhileItLeaves() throws Exception {
    shouldLetARankAnswerWhileItLeaves(
        new ControlMessage.ReportAnswer(1, RankReport.notWaiting(0, "leaves")));
  }

  private void shouldLetARankAnswerWhileItLeaves(ControlMessage answer) throws Exception {
    LateAnswers answers = new LateAnswers();
    server =
        new ControlServer(
            InetAddress.getLoopbackAddress(),
            new ControlServer.Settings(JOB, SECRET, 1, Duration.ZERO, Duration.ofSeconds(30)),
            answers);
    ControlConnection rank = rawRank(0, 1);

    rank.send(new ControlMessage.Bye());
    rank.send(answer);
    answers.port.get(30, TimeUnit.SECONDS);
    // More than the server can have read when it is told to answer, unless it reads on.
    for (int i = 0; i < 1000; i++) {
      rank.send(answer);
    }
    answers.port.join().send(new ControlMessage.ByeDone());

    assertThat(rank.read()).isInstanceOf(ControlMessage.ByeDone.class);
    rank.close();
  }

  /** Lets the test answer a rank that says BYE. */
  private static final class LateAnswers implements RankMessages {
    private final CompletableFuture<RankPort> port = new CompletableFuture<>();
    private volatile RankPort joined;

    @Override
    public String register(int rank, ControlMessage.Register register) {
      return null;
    }

    @Override
    public void joined(int rank, ControlMessage.Register register, RankPort itsPort) {
      joined = itsPort;
    }

    @Override
    public void handle(int rank, ControlMessage message) {
      port.complete(joined);
    }

    @Override
    public void lost(int rank, String reason) {
      port.completeExceptionally(new AssertionError(reason));
    }

    @Override
    public void refused(String address, String reason) {
      port.completeExceptionally(new AssertionError(reason));
    }
  }

  @Test
  void shouldEndARankWhoseLauncherFallsSilent() throws Exception {
    try (ServerSocket launcher = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      threads.submit(() -> answerOnlyRegistration(launcher));
      String endpoint = "127.0.0.1:" + launcher.getLocalPort();

      JobControls.join(
          new JobEnvironment(new JobIdentity(JOB, 0, 1, 0, 1), endpoint, SECRET).toVariables(),
          (code, message) -> ends.add(code + " " + message));

      assertThat(ends.poll(20, TimeUnit.SECONDS))
          .isEqualTo(
              "1 rank 0 ends: mpirun is silent: no heartbeat for 3 intervals of 50 ms"
                  + " (ob1j_heartbeat_interval; 0: none)");
    }
  }

  private static ControlConnection answerOnlyRegistration(ServerSocket launcher) throws Exception {
    ControlConnection connection = new ControlConnection(launcher.accept());
    connection.accept(
        Handshake.acceptor(
            new Handshake.Party(
                Handshake.Purpose.CONTROL, JOB, Handshake.LAUNCHER, Handshake.ANY_RANK, 0),
            SECRET,
            new java.security.SecureRandom()));
    assertThat(connection.read()).isInstanceOf(ControlMessage.Register.class);
    connection.send(new ControlMessage.Registered(50));
    return connection;
  }

  @Test
  void shouldCollectReports() throws Exception {
    serve(3);
    RankReport zero =
        new RankReport(
            RankReport.Activity.WAITS, 17, false, List.of(1, 2), List.of(), "rank 0 waits");
    joinKnown(0, 3).onReport(reporter(() -> zero));
    joinKnown(2, 3)
        .onReport(
            reporter(
                () -> {
                  throw new IllegalStateException("broken");
                }));

    assertThat(board.collectReports(Duration.ofSeconds(20)))
        .isEqualTo(
            Map.of(
                0,
                zero,
                2,
                RankReport.notWaiting(
                    0, "the report failed: java.lang.IllegalStateException: broken")));
    assertThat(board.collectMoves(Duration.ofSeconds(20))).isEqualTo(Map.of(0, 5L, 2, 5L));
  }

  @Test
  void shouldNameNoRankIfARankWaitsForTooManyToName() throws Exception {
    serve(1);
    List<Integer> everybody = IntStream.range(0, 5000).boxed().toList();
    joinKnown(0, 1)
        .onReport(
            reporter(
                () ->
                    new RankReport(
                        RankReport.Activity.WAITS, 1, true, everybody, List.of(), "all")));

    assertThat(board.collectReports(Duration.ofSeconds(20)).get(0).awaited()).isEmpty();
  }

  @Test
  void shouldReportARankThatHasNotStartedItsEngine() throws Exception {
    serve(1);
    joinKnown(0, 1);

    assertThat(board.collectReports(Duration.ofSeconds(20)).get(0))
        .isEqualTo(RankReport.notWaiting(0, "is still in MPI.Init\n"));
  }

  private static RankReporter reporter(Supplier<RankReport> report) {
    return new RankReporter() {
      @Override
      public long moves() {
        return 5;
      }

      @Override
      public RankReport report() {
        return report.get();
      }
    };
  }

  @Test
  void shouldDropStrangersThatAreSlow() throws Exception {
    serve(1, Duration.ZERO, Duration.ofMillis(200));
    try (Socket silent = rawSocket()) {
      assertThat(silent.getInputStream().read()).isEqualTo(-1);
      assertThat(recorder.toldOf("refused")).contains("not registered after 200 ms");
    }
    join(0, 1).close();
  }

  @Test
  void shouldKeepOutGarbageWhileRanksWork() throws Exception {
    int size = 4;
    serve(size);
    Future<Boolean> noise = threads.submit(this::sendGarbage);
    List<Future<Boolean>> ranks = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      int self = rank;
      ranks.add(threads.submit(() -> exchange(join(self, size))));
    }
    for (Future<Boolean> rank : ranks) {
      assertThat(rank.get(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(noise.get(30, TimeUnit.SECONDS)).isTrue();
    assertThat(recorder.toldOf("refused")).isNotNull();
    assertThat(ends).isEmpty();
  }

  private boolean sendGarbage() throws IOException {
    Random random = new Random(5);
    byte[] hello =
        Handshake.connector(
                new Handshake.Party(Handshake.Purpose.CONTROL, JOB, 0, Handshake.LAUNCHER, 0),
                SECRET,
                new java.security.SecureRandom())
            .hello();
    for (int client = 0; client < 2 * ControlServer.MAX_STRANGERS; client++) {
      byte[] bytes = new byte[1 + random.nextInt(400)];
      random.nextBytes(bytes);
      if (random.nextBoolean()) {
        // A good hello, so that the rest is taken for a proof.
        System.arraycopy(hello, 0, bytes, 0, Math.min(hello.length, bytes.length));
      }
      Socket socket = rawSocket();
      try {
        OutputStream out = socket.getOutputStream();
        out.write(bytes);
      } catch (IOException refusedEarly) {
        assertThat(refusedEarly.getMessage()).isNotNull();
      }
      if (random.nextBoolean()) {
        socket.close();
      }
    }
    return true;
  }

  private Socket rawSocket() throws IOException {
    int port = Integer.parseInt(server.endpoint().replaceAll(".*:", ""));
    return new Socket(InetAddress.getLoopbackAddress(), port);
  }

  /** A rank that has joined and does nothing more, not even answer heartbeats. */
  private ControlConnection rawRank(int rank, int size) throws Exception {
    ControlConnection connection = new ControlConnection(rawSocket());
    connection.open(
        Handshake.connector(
            new Handshake.Party(Handshake.Purpose.CONTROL, JOB, rank, Handshake.LAUNCHER, 0),
            SECRET,
            new java.security.SecureRandom()));
    connection.send(new ControlMessage.Register(size, 1));
    assertThat(connection.read()).isInstanceOf(ControlMessage.Registered.class);
    return connection;
  }
}
