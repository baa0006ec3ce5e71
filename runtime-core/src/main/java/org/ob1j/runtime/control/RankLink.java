package org.ob1j.runtime.control;

import java.io.IOException;
import java.util.function.Supplier;
import org.ob1j.runtime.control.handshake.Handshake;
import org.ob1j.runtime.control.handshake.HandshakeException;
import org.ob1j.runtime.control.message.ControlMessage;
import org.ob1j.runtime.control.message.ControlProtocolException;

/**
 * One connection of a host's server, served by a thread of its own: a stranger until it has
 * registered, then a rank.
 */
final class RankLink implements Runnable {
  /**
   * What all connections of a server are served with.
   *
   * @param handshakes the accepting side of one, for each connection
   * @param heartbeatMillis told to ranks; 0: no heartbeats
   * @param messages where what ranks say goes
   */
  record Service(
      Supplier<Handshake> handshakes,
      int heartbeatMillis,
      RankLinks links,
      RankMessages messages) {}

  private final ControlConnection connection;
  private final Service service;
  private final RankLinks links;
  private final RankMessages messages;
  private volatile long heardNanos = System.nanoTime();

  /** Changed under the lock of the links. */
  private int rank = Handshake.ANY_RANK;

  /** Under the lock of the links. */
  private boolean givenUp;

  RankLink(ControlConnection connection, Service service) {
    this.connection = connection;
    this.service = service;
    links = service.links();
    messages = service.messages();
  }

  /** Whose connection it is; negative while it is a stranger's. */
  int rank() {
    return rank;
  }

  /** Called by the links, under their lock. */
  void becomes(int newRank) {
    rank = newRank;
  }

  /** Called by the links, under their lock; true at the first call. */
  boolean markGivenUp() {
    boolean first = !givenUp;
    givenUp = true;
    return first;
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

  private void admit() throws IOException, HandshakeException, ControlProtocolException {
    Handshake handshake = service.handshakes().get();
    links.requireOpen();
    connection.accept(handshake);
    if (!(connection.read() instanceof ControlMessage.Register register)) {
      throw new ControlProtocolException("the first message must be REGISTER");
    }
    String objection = links.register(this, handshake.peerRank(), register.size());
    if (objection == null) {
      objection = messages.register(rank, register);
    }
    if (objection != null) {
      trySend(new ControlMessage.Abort(1, Handshake.LAUNCHER, objection));
      throw new ControlProtocolException(objection);
    }
    heard();
    links.welcome(this, new ControlMessage.Registered(service.heartbeatMillis()));
    messages.joined(rank, register, this::trySend);
  }

  /** The rank closes the connection when it has been answered that it may. */
  private void serve() throws IOException, ControlProtocolException {
    boolean left = false;
    for (ControlMessage message = next(); message != null; message = next()) {
      heard();
      if (message instanceof ControlMessage.Heartbeat
          || left && message instanceof ControlMessage.ReportAnswer) {
        // The answer to one that was on its way when the rank said BYE may come behind that, and so
        // may its answer to who asked for a report; nobody waits for one of a rank that has left.
        continue;
      }
      if (left) {
        throw new ControlProtocolException("it sent a message after BYE");
      }
      left = message instanceof ControlMessage.Bye;
      if (left) {
        links.leave(rank);
      }
      messages.handle(rank, message);
    }
    lose("its control connection closed");
  }

  private ControlMessage next() throws IOException, ControlProtocolException {
    return connection.read();
  }

  void send(ControlMessage message) throws IOException {
    connection.send(message);
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
    RankLinks.Standing standing = links.giveUp(this);
    if (standing == RankLinks.Standing.OF_NO_INTEREST) {
      return;
    }
    if (standing == RankLinks.Standing.MEMBER) {
      messages.lost(rank, reason);
    } else if (standing == RankLinks.Standing.STRANGER) {
      messages.refused(connection.remoteAddress(), reason);
    }
    closeQuietly();
  }

  void closeQuietly() {
    try {
      connection.close();
    } catch (IOException useless) {
      messages.refused(connection.remoteAddress(), "closing it: " + useless);
    }
  }
}
