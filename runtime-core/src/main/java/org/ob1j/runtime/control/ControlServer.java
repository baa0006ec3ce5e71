package org.ob1j.runtime.control;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.ob1j.runtime.job.RankReport;

/**
 * mpirun's end of the control connections: authenticates ranks, serves the modex, releases fences
 * and barriers, sends heartbeats, asks for reports.
 *
 * <p>One thread accepts, one serves each connection, one keeps time. What connects without being a
 * rank costs one thread and a few hundred bytes, for {@link Settings#handshakeTimeout} at most and
 * for at most {@link #MAX_STRANGERS} at a time; the oldest stranger makes room for the next.
 */
public final class ControlServer implements AutoCloseable {
  /** How long a connection may take until it has registered as a rank. */
  public static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(10);

  /** How many connections may be unregistered at a time. */
  static final int MAX_STRANGERS = 256;

  private static final long ACCEPT_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Heartbeats missed until a rank counts as dead. */
  private static final int SILENT_INTERVALS = 3;

  /**
   * The job that a server serves.
   *
   * @param heartbeat the interval; zero: no heartbeats
   * @param handshakeTimeout how long a connection may take to register; {@link #HANDSHAKE_TIMEOUT}
   */
  public record Settings(
      String jobId, byte[] secret, int size, Duration heartbeat, Duration handshakeTimeout) {}

  private final Settings settings;
  private final ControlListener listener;
  private final SecureRandom random = SystemRandom.open();
  private final ServerSocket acceptor;
  private final Object lock = new Object();
  private final JobLedger ledger;
  private final RankLink[] links;
  private final Deque<RankLink> strangers = new ArrayDeque<>();
  private final ReportCollection reports = new ReportCollection();
  private boolean paused;
  private boolean closed;

  /**
   * Listens on a free port of the address.
   *
   * @throws IOException if it cannot
   */
  public ControlServer(InetAddress address, Settings settings, ControlListener listener)
      throws IOException {
    this.settings = settings;
    this.listener = listener;
    this.ledger = new JobLedger(settings.size());
    this.links = new RankLink[settings.size()];
    this.acceptor = new ServerSocket();
    acceptor.bind(new InetSocketAddress(address, 0), MAX_STRANGERS);
    daemon("ob1j control accept", this::acceptConnections);
    daemon("ob1j control clock", this::keepTime);
  }

  /** Where ranks connect to: address:port. */
  public String endpoint() {
    String host = acceptor.getInetAddress().getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + acceptor.getLocalPort();
  }

  /**
   * The launcher has seen the end of a rank's process.
   *
   * @return whether the rank had joined the job and not left it
   */
  public boolean rankEnded(int rank) {
    synchronized (lock) {
      return ledger.end(rank);
    }
  }

  /** Tells the listener if ranks wait for one that has ended or left; see {@link #rankEnded}. */
  public void checkWaits() {
    String hopeless;
    synchronized (lock) {
      hopeless = ledger.hopelessWait();
    }
    if (hopeless != null) {
      listener.hopeless(hopeless);
    }
  }

  /** While paused (the ranks are stopped by a signal) silence is no sign of death. */
  public void pauseHeartbeat(boolean pause) {
    synchronized (lock) {
      paused = pause;
      for (RankLink link : links) {
        if (link != null) {
          link.heard();
        }
      }
    }
    if (!pause) {
      sendHeartbeats();
    }
  }

  /**
   * Asks every registered rank for its report and waits for the answers.
   *
   * @return the answers that came in time, by rank
   */
  public Map<Integer, RankReport> collectReports(Duration timeout) throws InterruptedException {
    return collect(false, timeout);
  }

  /**
   * Asks every registered rank how often its polling has found something, and waits for the
   * answers. Costs ranks next to nothing.
   *
   * @return the answers that came in time, by rank
   */
  public Map<Integer, Long> collectMoves(Duration timeout) throws InterruptedException {
    Map<Integer, Long> moves = new TreeMap<>();
    collect(true, timeout).forEach((rank, report) -> moves.put(rank, report.moves()));
    return moves;
  }

  /** True if a rank has left the job or its process has ended: nobody will hear of it again. */
  public boolean isGone(int rank) {
    synchronized (lock) {
      return ledger.isGone(rank);
    }
  }

  /** The ranks for which a rank waits in a barrier; empty if it does not wait in one. */
  public List<Integer> missingFromBarrierOf(int rank) {
    synchronized (lock) {
      return ledger.missingFromBarrierOf(rank);
    }
  }

  private Map<Integer, RankReport> collect(boolean movesOnly, Duration timeout)
      throws InterruptedException {
    List<RankLink> asked;
    synchronized (lock) {
      asked = registeredLinks();
    }
    return reports.collect(
        asked.size(),
        request ->
            asked.forEach(
                link -> link.trySend(new ControlMessage.ReportRequest(request, movesOnly))),
        timeout);
  }

  /** Closes every connection: ranks that are still there halt. */
  @Override
  public void close() {
    List<RankLink> open = new ArrayList<>();
    synchronized (lock) {
      closed = true;
      lock.notifyAll();
      open.addAll(strangers);
      open.addAll(registeredLinks());
    }
    open.forEach(RankLink::closeQuietly);
    try {
      acceptor.close();
    } catch (IOException alreadyUseless) {
      listener.refused(endpoint(), "closing the control port: " + alreadyUseless);
    }
  }

  private static void daemon(String name, Runnable body) {
    Thread thread = new Thread(null, body, name, 256 << 10);
    thread.setDaemon(true);
    thread.start();
  }

  private void acceptConnections() {
    boolean open = true;
    while (open) {
      try {
        Socket socket = acceptor.accept();
        RankLink link = new RankLink(new ControlConnection(socket));
        RankLink crowdedOut;
        synchronized (lock) {
          crowdedOut = strangers.size() >= MAX_STRANGERS ? strangers.poll() : null;
          strangers.add(link);
        }
        if (crowdedOut != null) {
          crowdedOut.lose("more than " + MAX_STRANGERS + " unauthenticated connections");
        }
        daemon("ob1j control", link);
      } catch (IOException failed) {
        open = !acceptor.isClosed() && pauseAfter(failed);
      }
    }
  }

  /** Out of descriptors, most likely: the time may bring some back. False if the server closed. */
  private boolean pauseAfter(IOException failure) {
    listener.refused("?", "accepting a control connection: " + failure);
    try {
      return waitWhileOpen(ACCEPT_PAUSE_NANOS);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void keepTime() {
    long intervalNanos = settings.heartbeat().toNanos();
    long strangerNanos = settings.handshakeTimeout().toNanos() / 2;
    long pauseNanos = intervalNanos == 0 ? strangerNanos : Math.min(intervalNanos, strangerNanos);
    long nextBeat = System.nanoTime() + intervalNanos;
    try {
      long before = System.nanoTime();
      while (waitWhileOpen(pauseNanos)) {
        long now = System.nanoTime();
        discount(now - before - pauseNanos, pauseNanos);
        before = now;
        dropSlowStrangers();
        if (intervalNanos > 0 && System.nanoTime() >= nextBeat) {
          nextBeat = System.nanoTime() + intervalNanos;
          sendHeartbeats();
          findSilentRanks(SILENT_INTERVALS * intervalNanos);
        }
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Ranks are frozen with mpirun, as a rule (a container that is paused, a virtual machine that is
   * moved), and nobody can be heard by one that is frozen.
   */
  private void discount(long oversleptNanos, long pauseNanos) {
    if (oversleptNanos > pauseNanos) {
      synchronized (lock) {
        strangers.forEach(link -> link.discount(oversleptNanos));
        registeredLinks().forEach(link -> link.discount(oversleptNanos));
      }
    }
  }

  private boolean waitWhileOpen(long nanos) throws InterruptedException {
    synchronized (lock) {
      if (!closed) {
        TimeUnit.NANOSECONDS.timedWait(lock, nanos);
      }
      return !closed;
    }
  }

  private void dropSlowStrangers() {
    Duration limit = settings.handshakeTimeout();
    List<RankLink> slow;
    synchronized (lock) {
      slow = strangers.stream().filter(s -> s.silentNanos() > limit.toNanos()).toList();
    }
    slow.forEach(s -> s.lose("not registered after " + limit.toMillis() + " ms"));
  }

  private void sendHeartbeats() {
    List<RankLink> alive;
    synchronized (lock) {
      alive = registeredLinks();
    }
    alive.forEach(link -> link.trySend(new ControlMessage.Heartbeat()));
  }

  private void findSilentRanks(long limitNanos) {
    List<RankLink> silent;
    synchronized (lock) {
      silent =
          paused
              ? List.of()
              : registeredLinks().stream().filter(l -> l.silentNanos() > limitNanos).toList();
    }
    silent.forEach(
        link -> link.lose("no heartbeat for " + TimeUnit.NANOSECONDS.toMillis(limitNanos) + " ms"));
  }

  private List<RankLink> registeredLinks() {
    List<RankLink> registered = new ArrayList<>();
    for (RankLink link : links) {
      if (link != null && ledger.isRegistered(link.rank)) {
        registered.add(link);
      }
    }
    return registered;
  }

  /** One connection, served by a thread of its own: a stranger until it has registered. */
  private final class RankLink implements Runnable {
    private final ControlConnection connection;
    private volatile long heardNanos = System.nanoTime();
    private int rank = Handshake.ANY_RANK;
    private boolean given;

    RankLink(ControlConnection connection) {
      this.connection = connection;
    }

    @Override
    public void run() {
      try {
        admit();
        serve();
      } catch (IOException | HandshakeException | ControlProtocolException broken) {
        lose(broken.getMessage() == null ? broken.toString() : broken.getMessage());
      } finally {
        closeQuietly();
      }
    }

    /** close() cannot know of a connection that was on its way between two collections. */
    private void refuseIfClosed() throws IOException {
      if (closed) {
        throw new IOException("the control server has closed");
      }
    }

    private void admit() throws IOException, HandshakeException, ControlProtocolException {
      Handshake handshake =
          Handshake.acceptor(
              new Handshake.Party(
                  Handshake.Purpose.CONTROL,
                  settings.jobId(),
                  Handshake.LAUNCHER,
                  Handshake.ANY_RANK,
                  0),
              settings.secret(),
              random);
      synchronized (lock) {
        refuseIfClosed();
      }
      connection.accept(handshake);
      if (!(connection.read() instanceof ControlMessage.Register register)) {
        throw new ControlProtocolException("the first message must be REGISTER");
      }
      int theirRank = handshake.peerRank();
      String objection;
      synchronized (lock) {
        objection = ledger.register(theirRank, register.size());
        strangers.remove(this);
        rank = objection == null ? theirRank : rank;
      }
      if (objection != null) {
        trySend(new ControlMessage.Abort(1, Handshake.LAUNCHER, objection));
        throw new ControlProtocolException(objection);
      }
      heard();
      listener.registered(rank, register.processId());
      synchronized (lock) {
        // REGISTERED is the first answer, before heartbeats and report requests; and whoever has
        // it is known here. It is the first to be sent, so the socket takes it without waiting.
        connection.send(
            new ControlMessage.Registered(Math.toIntExact(settings.heartbeat().toMillis())));
        links[rank] = this;
        refuseIfClosed();
      }
    }

    private void serve() throws IOException, ControlProtocolException {
      boolean serving = true;
      while (serving) {
        ControlMessage message = connection.read();
        if (message == null) {
          throw new IOException("its control connection closed");
        }
        heard();
        serving = handle(message);
      }
    }

    private boolean handle(ControlMessage message) throws IOException, ControlProtocolException {
      if (message instanceof ControlMessage.Put put) {
        synchronized (lock) {
          ledger.put(rank, put.key(), put.value());
        }
      } else if (message instanceof ControlMessage.Get get) {
        ControlMessage.Values values;
        synchronized (lock) {
          values = ledger.values(get);
        }
        connection.send(values);
      } else if (message instanceof ControlMessage.Arrive
          || message instanceof ControlMessage.ArriveInGroup) {
        gather(message);
      } else if (message instanceof ControlMessage.Abort abort) {
        listener.aborted(rank, abort.code(), abort.reason());
        // The echo lets the rank end only after the launcher knows why.
        connection.send(abort);
      } else if (message instanceof ControlMessage.ReportAnswer answer) {
        reports.answer(rank, answer);
      } else if (message instanceof ControlMessage.Bye) {
        leave();
        return false;
      } else if (!(message instanceof ControlMessage.Heartbeat)) {
        throw new ControlProtocolException(
            "it sent " + message.getClass().getSimpleName() + ", which is mpirun's to send");
      }
      return true;
    }

    private void gather(ControlMessage arrival) throws ControlProtocolException {
      Map<RankLink, ControlMessage> released = new HashMap<>();
      synchronized (lock) {
        if (arrival instanceof ControlMessage.ArriveInGroup group) {
          ledger
              .arrive(rank, group)
              .forEach((r, n) -> released.put(links[r], new ControlMessage.ReleaseOfGroup(n)));
        } else if (arrival instanceof ControlMessage.Arrive all && ledger.arrive(rank, all)) {
          ControlMessage release = new ControlMessage.Release(all.gathering(), all.sequence());
          registeredLinks().forEach(link -> released.put(link, release));
        }
      }
      released.forEach(RankLink::trySend);
      checkWaits();
    }

    private void leave() throws IOException {
      synchronized (lock) {
        ledger.leave(rank);
      }
      listener.left(rank);
      connection.send(new ControlMessage.ByeDone());
      checkWaits();
    }

    /** A failed send needs no report of its own: the reading side sees the same end. */
    void trySend(ControlMessage message) {
      try {
        connection.send(message);
      } catch (IOException broken) {
        lose("sending to it failed: " + broken.getMessage());
      }
    }

    void heard() {
      heardNanos = System.nanoTime();
    }

    void discount(long nanos) {
      heardNanos = Math.min(System.nanoTime(), heardNanos + nanos);
    }

    long silentNanos() {
      return System.nanoTime() - heardNanos;
    }

    /** Reports the end of this link, once, and closes it. */
    void lose(String reason) {
      boolean member;
      synchronized (lock) {
        strangers.remove(this);
        if (given || closed) {
          return;
        }
        given = true;
        member = rank >= 0 && ledger.isRegistered(rank);
      }
      if (member) {
        listener.lost(rank, reason);
      } else if (rank < 0) {
        listener.refused(connection.remoteAddress(), reason);
      }
      closeQuietly();
    }

    void closeQuietly() {
      try {
        connection.close();
      } catch (IOException useless) {
        listener.refused(connection.remoteAddress(), "closing it: " + useless);
      }
    }
  }
}
