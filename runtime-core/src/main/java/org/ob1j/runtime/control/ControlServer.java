package org.ob1j.runtime.control;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.ob1j.runtime.control.handshake.Handshake;
import org.ob1j.runtime.control.handshake.SystemRandom;
import org.ob1j.runtime.control.ledger.ReportCollection;
import org.ob1j.runtime.control.message.ControlMessage;
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

  /**
   * The job that a server serves.
   *
   * @param heartbeat the interval; zero: no heartbeats
   * @param handshakeTimeout how long a connection may take to register; {@link #HANDSHAKE_TIMEOUT}
   */
  public record Settings(
      String jobId, byte[] secret, int size, Duration heartbeat, Duration handshakeTimeout) {}

  private final ControlListener listener;
  private final ServerSocket acceptor;
  private final RankLinks links;
  private final ReportCollection reports = new ReportCollection();
  private final RankLink.Service service;
  private final ControlClock clock;

  /**
   * Listens on a free port of the address.
   *
   * @throws IOException if it cannot
   */
  public ControlServer(InetAddress address, Settings settings, ControlListener listener)
      throws IOException {
    this.listener = listener;
    links = new RankLinks(settings.size());
    int heartbeatMillis = Math.toIntExact(settings.heartbeat().toMillis());
    SecureRandom random = SystemRandom.open();
    service =
        new RankLink.Service(
            () -> handshake(settings, random), heartbeatMillis, links, reports, listener);
    clock = new ControlClock(links, settings.heartbeat(), settings.handshakeTimeout());
    acceptor = new ServerSocket();
    acceptor.bind(new InetSocketAddress(address, 0), MAX_STRANGERS);
    daemon("ob1j control accept", this::acceptConnections);
    daemon("ob1j control clock", clock);
  }

  private static Handshake handshake(Settings settings, SecureRandom random) {
    Handshake.Party mpirun =
        new Handshake.Party(
            Handshake.Purpose.CONTROL, settings.jobId(), Handshake.LAUNCHER, Handshake.ANY_RANK, 0);
    return Handshake.acceptor(mpirun, settings.secret(), random);
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
    return links.end(rank);
  }

  /** Tells the listener if ranks wait for one that has ended or left; see {@link #rankEnded}. */
  public void checkWaits() {
    service.checkWaits();
  }

  /** While paused (the ranks are stopped by a signal) silence is no sign of death. */
  public void pauseHeartbeat(boolean pause) {
    links.pause(pause);
    if (!pause) {
      clock.sendHeartbeats();
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
    return links.isGone(rank);
  }

  /** The ranks for which a rank waits in a barrier; empty if it does not wait in one. */
  public List<Integer> missingFromBarrierOf(int rank) {
    return links.missingFromBarrierOf(rank);
  }

  private Map<Integer, RankReport> collect(boolean movesOnly, Duration timeout)
      throws InterruptedException {
    List<RankLink> asked = links.registered();
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
    links.close().forEach(RankLink::closeQuietly);
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
        RankLink link = new RankLink(new ControlConnection(socket), service);
        RankLink crowdedOut = links.addStranger(link, MAX_STRANGERS);
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
      return links.waitWhileOpen(ACCEPT_PAUSE_NANOS);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
