package org.ob1j.runtime.control;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.ob1j.runtime.control.PendingAnswers.Awaited;
import org.ob1j.runtime.control.handshake.Handshake;
import org.ob1j.runtime.control.handshake.HandshakeException;
import org.ob1j.runtime.control.handshake.SystemRandom;
import org.ob1j.runtime.control.message.ControlCodec;
import org.ob1j.runtime.control.message.ControlMessage;
import org.ob1j.runtime.control.message.ControlMessage.Gathering;
import org.ob1j.runtime.control.message.ControlProtocolException;
import org.ob1j.runtime.control.message.RankRanges;
import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.job.JobException;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.job.Modex;
import org.ob1j.runtime.job.ProcessId;
import org.ob1j.runtime.job.RankReport;
import org.ob1j.runtime.job.RankReporter;

/**
 * A rank's end of the control connection.
 *
 * <p>A daemon thread reads. When the connection closes, falls silent for three heartbeats, or says
 * that the job ends, the rank ends too ({@link JobEnd}). Any thread may call any method.
 */
final class ControlClient implements JobControl, Modex {
  private static final int CONNECT_TIMEOUT_MILLIS = 10_000;
  private static final int SILENT_INTERVALS = 3;
  private static final int GOODBYE_TIMEOUT_SECONDS = 5;
  private static final int ABORT_TIMEOUT_SECONDS = 1;

  /** So many ranks are asked about at once: who needs one of them often needs its neighbours. */
  private static final int RANKS_PER_GET = 64;

  private static final String VALUES = "values";
  private static final String GROUP = "fence of a group";
  private static final Awaited BYE_DONE = new Awaited("bye", 0);
  private static final Awaited ABORTED = new Awaited("abort", 0);

  private final JobEnvironment job;
  private final JobEnd jobEnd;
  private final ControlConnection connection;
  private final PendingAnswers pending = new PendingAnswers();
  private final FetchedValues fetched = new FetchedValues();
  private final int[] sequences = new int[Gathering.values().length];
  private int requests;
  private int heartbeatMillis;
  private volatile RankReporter reporter = new BeforeInit();
  private volatile boolean leaving;

  /** The fence to which this rank has come; null if it waits at none. */
  private CompletableFuture<ControlMessage> fence;

  /**
   * Joins the job.
   *
   * @throws JobException if mpirun cannot be reached or refuses this process
   */
  ControlClient(JobEnvironment job, JobEnd jobEnd) {
    this.job = job;
    this.jobEnd = jobEnd;
    try {
      this.connection = ControlConnection.to(job.control(), CONNECT_TIMEOUT_MILLIS);
      register();
    } catch (IOException | HandshakeException | ControlProtocolException failed) {
      throw new JobException(
          "rank "
              + job.identity().rank()
              + " cannot join job "
              + job.identity().jobId()
              + " at "
              + job.control()
              + ": "
              + failed.getMessage(),
          failed);
    }
    Thread reader =
        new Thread("ob1j control") {
          @Override
          public void run() {
            readMessages();
          }
        };
    reader.setDaemon(true);
    reader.start();
  }

  private void register() throws IOException, HandshakeException, ControlProtocolException {
    JobIdentity identity = job.identity();
    connection.setReadTimeoutMillis(CONNECT_TIMEOUT_MILLIS);
    connection.open(
        Handshake.connector(
            new Handshake.Party(
                Handshake.Purpose.CONTROL,
                identity.jobId(),
                identity.rank(),
                Handshake.LAUNCHER,
                0),
            job.secret(),
            SystemRandom.open()));
    connection.send(new ControlMessage.Register(identity.size(), ProcessId.current()));
    ControlMessage answer = connection.read();
    if (answer instanceof ControlMessage.Abort refusal) {
      throw new ControlProtocolException(refusal.reason());
    }
    if (!(answer instanceof ControlMessage.Registered registered)) {
      throw new ControlProtocolException("mpirun did not answer REGISTER");
    }
    heartbeatMillis = registered.heartbeatMillis();
    connection.setReadTimeoutMillis(SILENT_INTERVALS * heartbeatMillis);
  }

  @Override
  public JobIdentity identity() {
    return job.identity();
  }

  @Override
  public Modex modex() {
    return this;
  }

  @Override
  public byte[] secret() {
    return job.secret().clone();
  }

  @Override
  public void onReport(RankReporter newReporter) {
    reporter = newReporter;
  }

  @Override
  public void barrier() {
    pending.join(arrive(Gathering.BARRIER));
  }

  @Override
  public void barrierWhile(Runnable meanwhile, Runnable released) {
    CompletableFuture<ControlMessage> release = arrive(Gathering.BARRIER);
    release.whenComplete(
        new BiConsumer<>() {
          @Override
          public void accept(ControlMessage message, Throwable failure) {
            released.run();
          }
        });
    while (!release.isDone()) {
      meanwhile.run();
    }
    pending.join(release);
  }

  @Override
  public void arrive() {
    if (fence == null) {
      fence = arrive(Gathering.FENCE);
    }
  }

  @Override
  public void fence() {
    arrive();
    pending.join(fence);
    fence = null;
    fetched.forget();
  }

  @Override
  public void fence(int[] ranks) {
    JobIdentity self = job.identity();
    if (ranks.length == 0) {
      throw new IllegalArgumentException("a fence of no ranks, in rank " + self.rank());
    }
    RankRanges group = RankRanges.of(ranks);
    if (!group.contains(self.rank()) || group.first() < 0 || group.last() >= self.size()) {
      throw new IllegalArgumentException(
          "the group has ranks from %d to %d, of a job of %d, and must have rank %d"
              .formatted(group.first(), group.last(), self.size(), self.rank()));
    }
    if (group.runs().size() > RankRanges.MAX_RUNS) {
      throw new IllegalArgumentException(
          "the group has %d runs of ranks that follow one another; at most %d are possible"
              .formatted(group.runs().size(), RankRanges.MAX_RUNS));
    }
    Awaited awaited = new Awaited(GROUP, nextRequest());
    request(awaited, new ControlMessage.ArriveInGroup(awaited.number(), group));
    fetched.forget();
  }

  @Override
  public void put(String key, byte[] value) {
    if (value.length > MAX_VALUE_BYTES) {
      throw new IllegalArgumentException(
          "the value of "
              + key
              + " has "
              + value.length
              + " bytes; the limit is "
              + MAX_VALUE_BYTES);
    }
    checkKey(key);
    send(new ControlMessage.Put(key, value));
  }

  @Override
  public byte[] get(int rank, String key) {
    if (rank < 0 || rank >= job.identity().size()) {
      throw new IllegalArgumentException(
          "rank " + rank + " is outside the job of " + job.identity().size());
    }
    checkKey(key);
    byte[] value = fetched.get(rank, key);
    if (value == null) {
      // In whatever order ranks are asked for: those before it are wanted, too.
      int first = rank - rank % RANKS_PER_GET;
      List<byte[]> values = fetch(first, key);
      if (rank - first >= values.size()) {
        first = rank;
        values = fetch(first, key);
      }
      value = values.get(rank - first);
    }
    return value == null ? null : value.clone();
  }

  /** What some ranks from the first on have published: as many as fit into a message. */
  private List<byte[]> fetch(int first, String key) {
    int fencesBefore = fetched.fences();
    Awaited awaited = new Awaited(VALUES, nextRequest());
    ControlMessage answer =
        request(awaited, new ControlMessage.Get(awaited.number(), first, RANKS_PER_GET, key));
    List<byte[]> values = ((ControlMessage.Values) answer).values();
    fetched.keep(values, first, key, fencesBefore);
    return values;
  }

  @Override
  public void abort(int code, String reason) {
    leaving = true;
    try {
      CompletableFuture<ControlMessage> echo = pending.await(ABORTED);
      connection.send(new ControlMessage.Abort(code & 0xff, job.identity().rank(), reason));
      awaitAwake(echo, ABORT_TIMEOUT_SECONDS);
      jobEnd.end(code & 0xff, "");
    } catch (IOException
        | InterruptedException
        | TimeoutException
        | ExecutionException launcherIsGone) {
      jobEnd.end(code & 0xff, "abort of rank " + job.identity().rank() + ": " + reason);
    }
  }

  @Override
  public void close() {
    if (leaving) {
      return;
    }
    leaving = true;
    try {
      CompletableFuture<ControlMessage> done = pending.await(BYE_DONE);
      connection.send(new ControlMessage.Bye());
      awaitAwake(done, GOODBYE_TIMEOUT_SECONDS);
      connection.close();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException late) {
      throw new JobException(
          "leaving the job failed: mpirun has not answered for " + GOODBYE_TIMEOUT_SECONDS + " s",
          late);
    } catch (ExecutionException failed) {
      throw new JobException(
          "leaving the job failed: " + failed.getCause().getMessage(), failed.getCause());
    } catch (IOException failed) {
      throw new JobException("leaving the job failed: " + failed.getMessage(), failed);
    }
  }

  /** Waits so many seconds in which this process is not frozen. */
  private static void awaitAwake(CompletableFuture<ControlMessage> future, int seconds)
      throws InterruptedException, TimeoutException, ExecutionException {
    for (int left = seconds; true; left--) {
      try {
        future.get(1, TimeUnit.SECONDS);
        return;
      } catch (TimeoutException late) {
        if (left == 0) {
          throw late;
        }
      }
    }
  }

  private void checkKey(String key) {
    if (key.isEmpty() || key.length() > ControlCodec.MAX_KEY_BYTES / 3) {
      throw new IllegalArgumentException(
          "the key '" + key + "' must have 1 to " + ControlCodec.MAX_KEY_BYTES / 3 + " characters");
    }
  }

  /** Says that this rank is here; completes when all are. */
  private CompletableFuture<ControlMessage> arrive(Gathering gathering) {
    // Under the lock: sequence numbers must be sent in order.
    synchronized (sequences) {
      int sequence = ++sequences[gathering.ordinal()];
      CompletableFuture<ControlMessage> release =
          pending.await(new Awaited(gathering.name(), sequence));
      send(new ControlMessage.Arrive(gathering, sequence));
      return release;
    }
  }

  private synchronized int nextRequest() {
    return ++requests;
  }

  private ControlMessage request(Awaited awaited, ControlMessage message) {
    CompletableFuture<ControlMessage> answer = pending.await(awaited);
    send(message);
    return pending.join(answer);
  }

  private void send(ControlMessage message) {
    try {
      connection.send(message);
    } catch (IOException failed) {
      throw new JobException("the control connection to mpirun failed: " + failed, failed);
    }
  }

  private void readMessages() {
    try {
      ControlMessage message = connection.read();
      while (message != null) {
        handle(message);
        message = connection.read();
      }
      breakOff(1, "mpirun is gone: the control connection closed");
    } catch (SocketTimeoutException silence) {
      breakOff(
          1,
          "mpirun is silent: no heartbeat for "
              + SILENT_INTERVALS
              + " intervals of "
              + heartbeatMillis
              + " ms (ob1j_heartbeat_interval; 0: none)");
    } catch (IOException | ControlProtocolException failed) {
      breakOff(1, "the control connection to mpirun broke: " + failed.getMessage());
    }
  }

  private void handle(ControlMessage message) throws IOException, ControlProtocolException {
    if (message instanceof ControlMessage.Heartbeat) {
      connection.send(message);
    } else if (message instanceof ControlMessage.Release release) {
      pending.complete(new Awaited(release.gathering().name(), release.sequence()), message);
    } else if (message instanceof ControlMessage.Values values) {
      pending.complete(new Awaited(VALUES, values.request()), message);
    } else if (message instanceof ControlMessage.ReleaseOfGroup release) {
      pending.complete(new Awaited(GROUP, release.request()), message);
    } else if (message instanceof ControlMessage.ByeDone) {
      pending.complete(BYE_DONE, message);
    } else if (message instanceof ControlMessage.Abort abort) {
      if (!pending.completed(ABORTED, message)) {
        breakOff(abort.code(), "");
      }
    } else if (message instanceof ControlMessage.ReportRequest request) {
      connection.send(
          new ControlMessage.ReportAnswer(request.request(), report(request.movesOnly())));
    } else {
      throw new ControlProtocolException(
          "mpirun sent " + message.getClass().getSimpleName() + ", which is a rank's to send");
    }
  }

  private RankReport report(boolean movesOnly) {
    RankReporter asked = reporter;
    try {
      return movesOnly ? RankReport.notWaiting(asked.moves(), "") : asked.report();
    } catch (RuntimeException failed) {
      return RankReport.notWaiting(0, "the report failed: " + failed);
    }
  }

  private void breakOff(int code, String message) {
    String reason = message.isEmpty() ? "the job was ended with code " + code : message;
    pending.breakOff(reason);
    if (!leaving) {
      jobEnd.end(
          code, message.isEmpty() ? "" : "rank " + job.identity().rank() + " ends: " + message);
    }
    pending.fail();
  }

  /** Answers until the engine does. */
  private static final class BeforeInit implements RankReporter {
    @Override
    public long moves() {
      return 0;
    }

    @Override
    public RankReport report() {
      return RankReport.notWaiting(0, "is still in MPI.Init\n");
    }
  }
}
