package org.ob1j.btl.tcp;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import org.ob1j.btl.tcp.Opening.OpeningException;
import org.ob1j.btl.tcp.Opening.Verdict;
import org.ob1j.btl.tcp.RejectionCounts.Reason;
import org.ob1j.runtime.control.handshake.Handshake;
import org.ob1j.runtime.control.handshake.Handshake.Party;
import org.ob1j.runtime.control.handshake.Handshake.Purpose;

/**
 * Accepts connections and lets in those that prove themselves. Others cost a bounded amount of
 * memory for a bounded time: when too many are unproven, the oldest has to go, so that a flood
 * cannot keep a peer out for long.
 */
final class Acceptor {
  /** How long a connection may take to prove itself while this process makes progress. */
  static final long PROOF_NANOS = 10_000_000_000L;

  private static final int MAX_ACCEPTS_PER_LOOK = 16;
  private static final int MIN_UNPROVEN = 64;

  private final TcpModule module;
  private final int maxUnproven;

  /** In the order in which they came, and so of their deadlines. */
  private final ArrayDeque<Unproven> unproven = new ArrayDeque<>();

  private long acceptedCount;

  Acceptor(TcpModule module) {
    this.module = module;
    this.maxUnproven = MIN_UNPROVEN + 2 * module.identity().size();
  }

  void listen(Listeners listeners) throws IOException {
    for (ServerSocketChannel channel : listeners.channels()) {
      ReadyHandler accepting = () -> accept(channel);
      channel.register(module.selector(), SelectionKey.OP_ACCEPT, accepting);
    }
  }

  int unprovenCount() {
    return unproven.size();
  }

  long acceptedCount() {
    return acceptedCount;
  }

  /** Gives up those that take too long. Each has been looked at since its last bytes came. */
  void expire(long nowNanos) {
    while (!unproven.isEmpty() && nowNanos - unproven.peek().deadlineNanos >= 0) {
      unproven.peek().refuse(Reason.TOO_SLOW, "it did not prove itself in time");
    }
  }

  void close() {
    while (!unproven.isEmpty()) {
      unproven.peek().drop();
    }
  }

  private void accept(ServerSocketChannel listener) {
    for (int i = 0; i < MAX_ACCEPTS_PER_LOOK; i++) {
      SocketChannel channel = null;
      try {
        channel = listener.accept();
        if (channel == null) {
          return;
        }
        Sockets.configure(channel, module.settings());
        begin(channel);
      } catch (IOException noDescriptorOrGone) {
        module.rejections().add(Reason.ENDED_EARLY, "accept: " + noDescriptorOrGone.getMessage());
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
    Party ours =
        new Party(
            Purpose.DATA,
            module.identity().jobId(),
            module.identity().rank(),
            Handshake.ANY_RANK,
            module.link());
    Handshake handshake = Handshake.acceptor(ours, module.secret(), module.random());
    Unproven connection = new Unproven(channel, Opening.acceptor(channel, handshake));
    connection.key = channel.register(module.selector(), SelectionKey.OP_READ, connection);
    unproven.add(connection);
    connection.ready();
  }

  /** A connection whose other side may be anybody. */
  private final class Unproven implements ReadyHandler {
    private final SocketChannel channel;
    private final Opening opening;
    private final long deadlineNanos = module.nowNanos() + PROOF_NANOS;
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
      if (opening.peerChannel() != module.link()) {
        throw new OpeningException(
            Reason.BAD_LINK,
            "link " + opening.peerChannel() + " of a peer came to link " + module.link());
      }
      TcpEndpoint endpoint = module.endpointOfProven(opening.peerRank());
      if (endpoint == null) {
        throw new OpeningException(
            Reason.BAD_RANK, "rank " + opening.peerRank() + " is not a peer of this transport");
      }
      Verdict verdict = endpoint.verdictOnIncoming();
      opening.conclude(verdict);
      unproven.remove(this);
      if (verdict == Verdict.ACCEPTED) {
        acceptedCount++;
        endpoint.opened(channel, key);
      } else {
        Sockets.closeQuietly(channel);
      }
    }

    void refuse(Reason reason, String message) {
      module.rejections().add(reason, message);
      drop();
    }

    void drop() {
      unproven.remove(this);
      Sockets.closeQuietly(channel);
    }
  }
}
