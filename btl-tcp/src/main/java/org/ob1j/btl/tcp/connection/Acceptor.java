package org.ob1j.btl.tcp.connection;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.function.IntFunction;
import org.ob1j.btl.tcp.connection.Opening.OpeningException;
import org.ob1j.btl.tcp.connection.RejectionCounts.Reason;

/**
 * Accepts connections, for all links of this process, and lets in those that prove themselves.
 * Others cost a bounded amount of memory for a bounded time: when too many are unproven, the oldest
 * has to go, so that a flood cannot keep a peer out for long.
 */
public final class Acceptor {
  /** How long a connection may take to prove itself while this process makes progress. */
  public static final long PROOF_NANOS = 10_000_000_000L;

  private static final int MAX_ACCEPTS_PER_SELECT = 16;
  private static final int MIN_UNPROVEN = 64;

  private final Link link;
  private final IntFunction<IntFunction<PeerConnection>> links;
  private final int maxUnproven;

  /** In the order in which they came, and so of their deadlines. */
  private final ArrayDeque<Unproven> unproven = new ArrayDeque<>();

  private long acceptedCount;
  private Listeners listeners;

  /**
   * An acceptor that listens to nobody yet.
   *
   * @param link watches what is not proven yet
   * @param links by their channels, the connections to each rank; null for what there is not. Both
   *     may be any number
   */
  public Acceptor(Link link, IntFunction<IntFunction<PeerConnection>> links) {
    this.link = link;
    this.links = links;
    this.maxUnproven = MIN_UNPROVEN + 2 * link.jobSize();
  }

  /** Listens, until it is closed. */
  public void listen(Listeners opened) throws IOException {
    listeners = opened;
    for (ServerSocketChannel channel : listeners.channels()) {
      channel.register(link.selector(), SelectionKey.OP_ACCEPT, new Listening(channel));
    }
  }

  public int unprovenCount() {
    return unproven.size();
  }

  public long acceptedCount() {
    return acceptedCount;
  }

  /** Gives up those that take too long. Each has been read since its last bytes came. */
  public void expire(long nowNanos) {
    while (!unproven.isEmpty() && nowNanos - unproven.peek().deadlineNanos >= 0) {
      unproven.peek().refuse(Reason.TOO_SLOW, "it did not prove itself in time");
    }
  }

  public void close() {
    if (listeners != null) {
      listeners.close();
    }
    while (!unproven.isEmpty()) {
      unproven.peek().drop();
    }
  }

  private void accept(ServerSocketChannel listener) {
    for (int i = 0; i < MAX_ACCEPTS_PER_SELECT; i++) {
      SocketChannel channel = null;
      try {
        channel = listener.accept();
        if (channel == null) {
          return;
        }
        link.configure(channel);
        begin(channel);
      } catch (IOException noDescriptorOrGone) {
        link.rejections().add(Reason.ENDED_EARLY, "accept: " + noDescriptorOrGone.getMessage());
        if (channel != null) {
          Sockets.closeQuietly(channel);
        }
        return;
      }
    }
  }

  private void begin(SocketChannel channel) throws IOException {
    if (unproven.size() >= maxUnproven) {
      unproven.peek().refuse(Reason.TOO_MANY, "more than " + maxUnproven + " are unproven");
    }
    Unproven connection =
        new Unproven(channel, Opening.acceptor(channel, link.acceptorHandshake()));
    connection.key = channel.register(link.selector(), SelectionKey.OP_READ, connection);
    unproven.add(connection);
    connection.ready();
  }

  /** Where connections come in. */
  private final class Listening implements ReadyHandler {
    private final ServerSocketChannel channel;

    Listening(ServerSocketChannel channel) {
      this.channel = channel;
    }

    @Override
    public void ready() {
      accept(channel);
    }
  }

  /** A connection whose other side may be anybody. */
  private final class Unproven implements ReadyHandler {
    private final SocketChannel channel;
    private final Opening opening;
    private final long deadlineNanos = link.nowNanos() + PROOF_NANOS;
    private SelectionKey key;

    Unproven(SocketChannel channel, Opening opening) {
      this.channel = channel;
      this.opening = opening;
    }

    @Override
    public void ready() {
      if (!channel.isOpen()) {
        return;
      }
      try {
        if (opening.advance()) {
          decide();
        }
      } catch (OpeningException refused) {
        refuse(refused.reason(), refused.getMessage());
      }
    }

    private void decide() throws OpeningException {
      PeerConnection peer = peer();
      Verdict verdict = peer.verdictOnIncoming();
      if (verdict == Verdict.ACCEPTED) {
        try {
          key = peer.link().adopt(channel, key);
        } catch (IOException gone) {
          throw new OpeningException(Reason.ENDED_EARLY, "it is gone: " + gone.getMessage());
        }
      }
      opening.conclude(verdict);
      unproven.remove(this);
      if (verdict == Verdict.ACCEPTED) {
        acceptedCount++;
        peer.opened(channel, key);
      } else {
        Sockets.closeQuietly(channel);
      }
    }

    private PeerConnection peer() throws OpeningException {
      IntFunction<PeerConnection> peers = links.apply(opening.peerChannel());
      if (peers == null) {
        throw new OpeningException(
            Reason.BAD_LINK,
            "rank %d opened a link of channel %d, which is not here"
                .formatted(opening.peerRank(), opening.peerChannel()));
      }
      PeerConnection peer = peers.apply(opening.peerRank());
      if (peer == null) {
        throw new OpeningException(
            Reason.BAD_RANK,
            "rank %d is not a peer of channel %d"
                .formatted(opening.peerRank(), opening.peerChannel()));
      }
      return peer;
    }

    void refuse(Reason reason, String message) {
      link.rejections().add(reason, message);
      drop();
    }

    void drop() {
      unproven.remove(this);
      Sockets.closeQuietly(channel);
    }
  }
}
