package org.ob1j.runtime.control;

import java.io.IOException;
import java.util.function.Supplier;
import org.ob1j.runtime.control.handshake.Handshake;
import org.ob1j.runtime.control.handshake.HandshakeException;
import org.ob1j.runtime.control.ledger.ReportCollection;
import org.ob1j.runtime.control.message.ControlMessage;
import org.ob1j.runtime.control.message.ControlProtocolException;

/**
 * One connection at mpirun's end, served by a thread of its own: a stranger until it has
 * registered, then a rank.
 */
final class RankLink implements Runnable {
  /**
   * What all connections of a server are served with.
   *
   * @param handshakes the accepting side of one, for each connection
   * @param heartbeatMillis told to ranks; 0: no heartbeats
   */
  record Service(
      Supplier<Handshake> handshakes,
      int heartbeatMillis,
      RankLinks links,
      ReportCollection reports,
      ControlListener listener) {

    /** Tells the listener if ranks wait for one that has ended or left. */
    void checkWaits() {
      String hopeless = links.hopelessWait();
      if (hopeless != null) {
        listener.hopeless(hopeless);
      }
    }
  }

  private final ControlConnection connection;
  private final Service service;
  private final RankLinks links;
  private final ControlListener listener;
  private volatile long heardNanos = System.nanoTime();

  /** Changed under the lock of the links. */
  private int rank = Handshake.ANY_RANK;

  /** Under the lock of the links. */
  private boolean givenUp;

  RankLink(ControlConnection connection, Service service) {
    this.connection = connection;
    this.service = service;
    links = service.links();
    listener = service.listener();
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
    if (objection != null) {
      trySend(new ControlMessage.Abort(1, Handshake.LAUNCHER, objection));
      throw new ControlProtocolException(objection);
    }
    heard();
    listener.registered(rank, register.processId());
    links.welcome(this, new ControlMessage.Registered(service.heartbeatMillis()));
  }

  private void serve() throws IOException, ControlProtocolException {
    boolean serving = true;
    while (serving) {
      ControlMessage message = connection.read();
      if (message == null) {
        throw new IOException("its control connection closed");
      }
      heard();
      serving = handle(message);
    }
  }

  private boolean handle(ControlMessage message) throws IOException, ControlProtocolException {
    if (message instanceof ControlMessage.Put put) {
      links.put(rank, put);
    } else if (message instanceof ControlMessage.Get get) {
      connection.send(links.values(get));
    } else if (message instanceof ControlMessage.Arrive
        || message instanceof ControlMessage.ArriveInGroup) {
      links.arrive(rank, message).forEach(RankLink::trySend);
      service.checkWaits();
    } else if (message instanceof ControlMessage.Abort abort) {
      listener.aborted(rank, abort.code(), abort.reason());
      // The echo lets the rank end only after the launcher knows why.
      connection.send(abort);
    } else if (message instanceof ControlMessage.ReportAnswer answer) {
      service.reports().answer(rank, answer);
    } else if (message instanceof ControlMessage.Bye) {
      leave();
      return false;
    } else if (!(message instanceof ControlMessage.Heartbeat)) {
      throw new ControlProtocolException(
          "it sent " + message.getClass().getSimpleName() + ", which is mpirun's to send");
    }
    return true;
  }

  private void leave() throws IOException {
    links.leave(rank);
    listener.left(rank);
    connection.send(new ControlMessage.ByeDone());
    service.checkWaits();
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
      listener.lost(rank, reason);
    } else if (standing == RankLinks.Standing.STRANGER) {
      listener.refused(connection.remoteAddress(), reason);
    }
    closeQuietly();
  }

  void closeQuietly() {
    try {
      connection.close();
    } catch (IOException useless) {
      listener.refused(connection.remoteAddress(), "closing it: " + useless);
    }
  }
}
