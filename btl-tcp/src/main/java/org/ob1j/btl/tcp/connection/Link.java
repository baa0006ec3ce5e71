package org.ob1j.btl.tcp.connection;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.util.function.LongSupplier;
import org.ob1j.btl.tcp.parameter.TcpSettings;
import org.ob1j.runtime.control.handshake.Handshake;
import org.ob1j.runtime.control.handshake.Handshake.Party;
import org.ob1j.runtime.control.handshake.Handshake.Purpose;
import org.ob1j.runtime.control.handshake.SystemRandom;
import org.ob1j.runtime.job.JobIdentity;

/**
 * One link of this process: what its connections are made with. It connects to the links of peers
 * that have the same channel.
 */
public final class Link {
  private static final int COPY_SHIFT = 8;

  private final int number;
  private final int network;
  private final int copy;
  private final JobIdentity identity;
  private final byte[] secret;
  private final TcpSettings settings;
  private final Selector selector;
  private final LongSupplier clock;
  private final SecureRandom random = SystemRandom.open();
  private final RejectionCounts rejections = new RejectionCounts();

  /**
   * A link.
   *
   * @param number from 0, for its name
   * @param network it goes by the pair of networks of this number that the two hosts have
   * @param copy which of the links of one network it is
   * @param identity this process
   * @param secret the job's
   * @param selector looks after the connections
   * @param clock in nanoseconds
   */
  public Link(
      int number,
      int network,
      int copy,
      JobIdentity identity,
      byte[] secret,
      TcpSettings settings,
      Selector selector,
      LongSupplier clock) {
    this.number = number;
    this.network = network;
    this.copy = copy;
    this.identity = identity;
    this.secret = secret;
    this.settings = settings;
    this.selector = selector;
    this.clock = clock;
  }

  /** Which of the networks that two hosts have in common. */
  public int network() {
    return network;
  }

  /** Which of the links of one network. */
  public int copy() {
    return copy;
  }

  /** What tells it from other links in a handshake: the same on both sides. */
  public int channel() {
    return copy << COPY_SHIFT | network;
  }

  /** The name of the link's module. */
  public String name() {
    return "tcp." + number;
  }

  /** How many ranks the job has. */
  int jobSize() {
    return identity.size();
  }

  public Selector selector() {
    return selector;
  }

  public long nowNanos() {
    return clock.getAsLong();
  }

  /** The connections that were refused. */
  public RejectionCounts rejections() {
    return rejections;
  }

  /** Sets up a socket before it is connected or used. */
  void configure(SocketChannel channel) throws IOException {
    Sockets.configure(channel, settings);
  }

  /**
   * A connection that another link of this process has accepted is watched by this link's selector
   * from now on.
   */
  SelectionKey adopt(SocketChannel accepted, SelectionKey key) throws IOException {
    if (key.selector() == selector) {
      return key;
    }
    key.cancel();
    return accepted.register(selector, 0);
  }

  /** For a connection that somebody opens who says then who it is. */
  Handshake acceptorHandshake() {
    return Handshake.acceptor(party(Handshake.ANY_RANK), secret, random);
  }

  /** For a connection that is opened to a peer. */
  Handshake connectorHandshake(int peer) {
    return Handshake.connector(party(peer), secret, random);
  }

  private Party party(int peer) {
    return new Party(Purpose.DATA, identity.jobId(), identity.rank(), peer, channel());
  }
}
