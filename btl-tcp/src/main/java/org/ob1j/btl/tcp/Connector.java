package org.ob1j.btl.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.tcp.Opening.OpeningException;
import org.ob1j.btl.tcp.RejectionCounts.Reason;
import org.ob1j.runtime.control.handshake.Handshake;
import org.ob1j.runtime.control.handshake.Handshake.Party;
import org.ob1j.runtime.control.handshake.Handshake.Purpose;

/**
 * Makes the connection to one peer: tries its addresses one after another.
 *
 * <p>A peer that computes for a long time between two calls of MPI answers late, and its kernel
 * accepts for it meanwhile. So silence is never a failure: it makes the connector look at the next
 * address, and come back with more patience.
 */
final class Connector implements ReadyHandler {
  private static final long CONNECT_NANOS = 10_000_000_000L;
  private static final long FIRST_PATIENCE_NANOS = 10_000_000_000L;
  private static final long PAUSE_NANOS = 50_000_000L;

  /** How often all addresses are tried again because a connection was closed while opening. */
  private static final int MAX_ROUNDS = 5;

  private final TcpModule module;
  private final TcpEndpoint endpoint;
  private final List<InetSocketAddress> addresses;
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

  Connector(TcpModule module, TcpEndpoint endpoint, List<InetSocketAddress> addresses) {
    this.module = module;
    this.endpoint = endpoint;
    this.addresses = addresses;
  }

  /** Begins, or goes on with the next address. */
  void tryNext() {
    while (channel == null && next < addresses.size()) {
      address = addresses.get(next++);
      try {
        channel = SocketChannel.open();
        Sockets.configure(channel, module.settings());
        deadlineNanos = module.nowNanos() + CONNECT_NANOS;
        boolean connected = channel.connect(address);
        key = channel.register(module.selector(), SelectionKey.OP_CONNECT, this);
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

  /** Looks at the clock. */
  void expire(long nowNanos) {
    if (nowNanos - deadlineNanos < 0) {
      return;
    }
    if (channel == null) {
      tryNext();
    } else if (opening == null) {
      giveUpAddress("no answer within " + CONNECT_NANOS / 1_000_000_000L + " s");
      tryNext();
    } else if (addresses.size() > 1 && opening.stage() == Opening.Stage.AWAITING_HELLO) {
      patienceNanos *= 2;
      round = 0;
      worthAnotherRound = true;
      giveUpAddress("it accepts and says nothing");
      tryNext();
    } else {
      deadlineNanos = nowNanos + patienceNanos;
    }
  }

  void close() {
    if (channel != null) {
      Sockets.closeQuietly(channel);
      channel = null;
      opening = null;
    }
  }

  private void beginOpening() throws OpeningException {
    Party ours =
        new Party(
            Purpose.DATA,
            module.identity().jobId(),
            module.identity().rank(),
            endpoint.peer(),
            module.link());
    opening =
        Opening.connector(channel, Handshake.connector(ours, module.secret(), module.random()));
    deadlineNanos = module.nowNanos() + patienceNanos;
    key.interestOps(SelectionKey.OP_READ);
    opening.advance();
  }

  private void conclude() {
    SocketChannel opened = channel;
    switch (opening.verdict()) {
      case ACCEPTED -> {
        channel = null;
        endpoint.opened(opened, key);
      }
      case DUPLICATE -> {
        close();
        endpoint.awaitPeer();
      }
      default -> {
        giveUpAddress("the peer has given this rank up");
        endpoint.unreachable(failure());
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
      deadlineNanos = module.nowNanos() + (PAUSE_NANOS << round);
    } else {
      endpoint.unreachable(failure());
    }
  }

  private BtlException failure() {
    return new BtlException(
        "%s: rank %d cannot be reached; tried %s; see %s and %s"
            .formatted(
                module.name(),
                endpoint.peer(),
                failures,
                TcpParameters.IF_INCLUDE.name(),
                TcpParameters.IF_EXCLUDE.name()));
  }
}
