package org.ob1j.runtime.control;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.ob1j.runtime.control.handshake.Handshake;
import org.ob1j.runtime.control.handshake.SystemRandom;
import org.ob1j.runtime.control.message.ControlMessage;

/**
 * The other end of the control connections of the ranks of a host: authenticates them, sends them
 * heartbeats, and passes on what they say.
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

  private final RankMessages messages;
  private final ServerSocket acceptor;
  private final RankLinks links;
  private final RankLink.Service service;
  private final ControlClock clock;

  /**
   * Listens on a free port of the address.
   *
   * @throws IOException if it cannot
   */
  public ControlServer(InetAddress address, Settings settings, RankMessages messages)
      throws IOException {
    this.messages = messages;
    links = new RankLinks(settings.size());
    int heartbeatMillis = Math.toIntExact(settings.heartbeat().toMillis());
    SecureRandom random = SystemRandom.open();
    service =
        new RankLink.Service(() -> handshake(settings, random), heartbeatMillis, links, messages);
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
   * The end of a rank's process has been seen.
   *
   * @return whether the rank had joined the job and not left it
   */
  public boolean rankEnded(int rank) {
    return links.end(rank);
  }

  /** While paused (the ranks are stopped by a signal) silence is no sign of death. */
  public void pauseHeartbeat(boolean pause) {
    links.pause(pause);
    if (!pause) {
      clock.sendHeartbeats();
    }
  }

  /** Sends a message to a rank of this host; nothing happens if it has not joined. */
  public void send(int rank, ControlMessage message) {
    RankLink link = links.of(rank);
    if (link != null) {
      link.trySend(message);
    }
  }

  /** Closes every connection: ranks that are still there halt. */
  @Override
  public void close() {
    for (RankLink link : links.close()) {
      link.closeQuietly();
    }
    try {
      acceptor.close();
    } catch (IOException alreadyUseless) {
      messages.refused(endpoint(), "closing the control port: " + alreadyUseless);
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
    messages.refused("?", "accepting a control connection: " + failure);
    try {
      return links.waitWhileOpen(ACCEPT_PAUSE_NANOS);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
