package org.ob1j.btl.tcp.connection;

import java.io.IOException;
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
 * One link of this process: what its connections are made with. A link connects to the links of the
 * same number at peers.
 */
public final class Link {
  private final int number;
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
   * @param number from 0
   * @param identity this process
   * @param secret the job's
   * @param selector looks after the connections
   * @param clock in nanoseconds
   */
  public Link(
      int number,
      JobIdentity identity,
      byte[] secret,
      TcpSettings settings,
      Selector selector,
      LongSupplier clock) {
    this.number = number;
    this.identity = identity;
    this.secret = secret;
    this.settings = settings;
    this.selector = selector;
    this.clock = clock;
  }

  public int number() {
    return number;
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

  /** For a connection that somebody opens who says then who it is. */
  Handshake acceptorHandshake() {
    return Handshake.acceptor(party(Handshake.ANY_RANK), secret, random);
  }

  /** For a connection that is opened to a peer. */
  Handshake connectorHandshake(int peer) {
    return Handshake.connector(party(peer), secret, random);
  }

  private Party party(int peer) {
    return new Party(Purpose.DATA, identity.jobId(), identity.rank(), peer, number);
  }
}
