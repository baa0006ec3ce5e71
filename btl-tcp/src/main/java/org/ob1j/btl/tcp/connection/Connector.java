package org.ob1j.btl.tcp.connection;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.tcp.address.Paths.Candidate;
import org.ob1j.btl.tcp.connection.Opening.OpeningException;
import org.ob1j.btl.tcp.connection.RejectionCounts.Reason;
import org.ob1j.btl.tcp.parameter.TcpParameters;

/**
 * Makes the connection to one peer: tries its addresses one after another.
 *
 * <p>A peer that computes for a long time between two calls of MPI answers late, and its kernel
 * accepts for it meanwhile. So silence is never a failure: it makes the connector try the next
 * address, and come back with more patience. An address at which no kernel answers is tried twice.
 */
public final class Connector implements ReadyHandler {
  /**
   * For the first attempt: most networks answer at once, and one that drops everything must not
   * keep the next address waiting.
   */
  private static final long FIRST_CONNECT_NANOS = 2_000_000_000L;

  /** When no address has answered so fast. */
  private static final long CONNECT_NANOS = 8_000_000_000L;

  private static final long FIRST_PATIENCE_NANOS = 10_000_000_000L;
  private static final long NANOS_A_SECOND = 1_000_000_000L;
  private static final long PAUSE_NANOS = 50_000_000L;

  /** How often all addresses are tried because a connection was closed while opening. */
  private static final int MAX_ROUNDS = 5;

  private final Link link;
  private final PeerConnection peer;
  private final List<Candidate> candidates;
  private final Map<InetSocketAddress, String> failures = new LinkedHashMap<>();
  private int next;
  private int round;
  private boolean worthAnotherRound;
  private long patienceNanos = FIRST_PATIENCE_NANOS;
  private long deadlineNanos;
  private InetSocketAddress address;
  private SocketChannel channel;
  private SelectionKey key;
  private Opening opening;

  /**
   * For a peer.
   *
   * @param candidates addresses of the peer, the best first
   */
  public Connector(Link link, PeerConnection peer, List<Candidate> candidates) {
    this.link = link;
    this.peer = peer;
    this.candidates = candidates;
  }

  /** Begins, or goes on with the next address. */
  public void tryNext() {
    while (channel == null && next < candidates.size()) {
      Candidate candidate = candidates.get(next++);
      address = candidate.to();
      try {
        channel = SocketChannel.open();
        link.configure(channel);
        if (candidate.from() != null) {
          channel.bind(new InetSocketAddress(candidate.from(), 0));
        }
        deadlineNanos = link.nowNanos() + connectNanos();
        boolean connected = channel.connect(address);
        key = channel.register(link.selector(), SelectionKey.OP_CONNECT, this);
        if (connected) {
          beginOpening();
        }
      } catch (OpeningException | IOException refused) {
        giveUpAddress(refused.getMessage());
      }
    }
    if (channel == null) {
      endOfRound();
    }
  }

  @Override
  public void ready() {
    if (channel == null) {
      return;
    }
    try {
      if (opening == null && channel.finishConnect()) {
        beginOpening();
      }
      if (opening != null && opening.advance()) {
        conclude();
      }
    } catch (OpeningException refused) {
      worthAnotherRound |= refused.reason() == Reason.ENDED_EARLY;
      giveUpAddress(refused.getMessage());
      tryNext();
    } catch (IOException refused) {
      giveUpAddress(refused.getMessage());
      tryNext();
    }
  }

  /** Gives up what takes too long. */
  public void expire(long nowNanos) {
    if (nowNanos - deadlineNanos < 0) {
      return;
    }
    if (channel == null) {
      tryNext();
    } else if (opening == null) {
      worthAnotherRound |= round == 0;
      giveUpAddress("no answer within " + connectNanos() / NANOS_A_SECOND + " s");
      tryNext();
    } else if (candidates.size() > 1 && opening.stage() == Opening.Stage.AWAITING_HELLO) {
      patienceNanos *= 2;
      round = 0;
      worthAnotherRound = true;
      giveUpAddress("it accepts and says nothing");
      tryNext();
    } else {
      deadlineNanos = nowNanos + patienceNanos;
    }
  }

  public void close() {
    if (channel != null) {
      Sockets.closeQuietly(channel);
      channel = null;
      opening = null;
    }
  }

  private long connectNanos() {
    return round == 0 ? FIRST_CONNECT_NANOS : CONNECT_NANOS;
  }

  private void beginOpening() throws OpeningException {
    opening = Opening.connector(channel, link.connectorHandshake(peer.peer()));
    deadlineNanos = link.nowNanos() + patienceNanos;
    key.interestOps(SelectionKey.OP_READ);
    opening.advance();
  }

  private void conclude() {
    SocketChannel opened = channel;
    switch (opening.verdict()) {
      case ACCEPTED -> {
        channel = null;
        peer.opened(opened, key);
      }
      case DUPLICATE -> {
        close();
        peer.awaitPeer();
      }
      default -> {
        giveUpAddress("the peer has given this rank up");
        peer.unreachable(failure());
      }
    }
  }

  private void giveUpAddress(String reason) {
    failures.put(address, reason);
    close();
  }

  private void endOfRound() {
    next = 0;
    if (worthAnotherRound && ++round < MAX_ROUNDS) {
      worthAnotherRound = false;
      deadlineNanos = link.nowNanos() + (PAUSE_NANOS << round);
    } else {
      peer.unreachable(failure());
    }
  }

  private BtlException failure() {
    return new BtlException(
        "%s: rank %d cannot be reached; tried %s; see %s and %s"
            .formatted(
                link.name(),
                peer.peer(),
                failures,
                TcpParameters.IF_INCLUDE.name(),
                TcpParameters.IF_EXCLUDE.name()));
  }
}
