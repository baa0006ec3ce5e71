package org.ob1j.btl.tcp;

import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.List;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.tcp.address.Paths.Candidate;
import org.ob1j.btl.tcp.connection.ConnectionStage;
import org.ob1j.btl.tcp.connection.Connector;
import org.ob1j.btl.tcp.connection.Link;
import org.ob1j.btl.tcp.connection.PeerConnection;
import org.ob1j.btl.tcp.connection.Verdict;

/**
 * How the connection to one peer comes about: this side opens it, or waits for the peer to. If both
 * sides connect at once, the connection that the lower rank opened is the one to use.
 */
final class Connecting implements PeerConnection {
  private static final long AWAIT_PEER_NANOS = 10_000_000_000L;

  private final TcpModule module;
  private final Link link;
  private final TcpEndpoint endpoint;
  private final List<Candidate> candidates;
  private Connector connector;
  private boolean refusedIncoming;
  private long awaitUntilNanos;

  Connecting(TcpModule module, TcpEndpoint endpoint, List<Candidate> candidates) {
    this.module = module;
    this.link = module.link();
    this.endpoint = endpoint;
    this.candidates = candidates;
  }

  @Override
  public int peer() {
    return endpoint.peer();
  }

  @Override
  public Link link() {
    return link;
  }

  /** This side opens the connection. */
  void begin() {
    endpoint.advanceTo(ConnectionStage.CONNECTING);
    connector = new Connector(link, this, candidates);
    module.addConnecting(this);
    connector.tryNext();
  }

  @Override
  public Verdict verdictOnIncoming() {
    Verdict verdict = endpoint.verdictOnIncoming();
    refusedIncoming |= verdict == Verdict.DUPLICATE;
    return verdict;
  }

  @Override
  public void opened(SocketChannel channel, SelectionKey key) {
    endpoint.advanceTo(ConnectionStage.OPEN);
    end();
    endpoint.opened(channel, key);
  }

  @Override
  public void awaitPeer() {
    awaitPeer(AWAIT_PEER_NANOS);
  }

  private void awaitPeer(long nanos) {
    endpoint.advanceTo(ConnectionStage.AWAITING_PEER);
    connector = null;
    awaitUntilNanos = link.nowNanos() + nanos;
  }

  @Override
  public void unreachable(BtlException cause) {
    if (refusedIncoming) {
      // The peer reached us and was told to wait: it will come again.
      refusedIncoming = false;
      awaitPeer(3 * AWAIT_PEER_NANOS);
      return;
    }
    connector = null;
    endpoint.failLater(cause);
  }

  /** Gives up what takes too long. */
  void expire(long nowNanos) {
    if (connector != null) {
      connector.expire(nowNanos);
    } else if (endpoint.isAwaitingPeer() && nowNanos - awaitUntilNanos >= 0) {
      module.removeConnecting(this);
      begin();
    }
  }

  /** Nothing more is to be opened. */
  void end() {
    module.removeConnecting(this);
    if (connector != null) {
      connector.close();
      connector = null;
    }
  }
}
