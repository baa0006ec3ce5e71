package org.ob1j.launcher.agent.link;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.ob1j.launcher.agent.message.AgentFrame;
import org.ob1j.runtime.control.handshake.BlockingHandshake;
import org.ob1j.runtime.control.handshake.Handshake;
import org.ob1j.runtime.control.handshake.HandshakeException;
import org.ob1j.runtime.control.handshake.SystemRandom;
import org.ob1j.runtime.control.message.ControlProtocolException;

/**
 * The upper end of the connections of agents: in mpirun, and in an agent that has children. It lets
 * in who knows the job's secret and is a child of this one, and passes on what comes from below.
 *
 * <p>One thread accepts, and two serve each child: one reads what it says, one watches its
 * lifeline.
 */
public final class AgentParent implements Closeable {
  /** The channel of the handshake that stands for a lifeline; 0 is that of frames. */
  public static final int LIFELINE_CHANNEL = 1;

  private static final int BACKLOG = 512;
  private static final int HANDSHAKE_MILLIS = 10_000;

  /** Told what comes from below, on many threads. */
  public interface Listener {
    /** A frame on its way to mpirun. */
    void received(AgentFrame frame);

    /** A child is gone, and with it all below it. Told once. */
    void gone(int child, String reason);

    /** Something connected that is no child, and was refused. */
    void refused(String address, String reason);
  }

  private final AgentIdentity identity;
  private final AgentTree tree;
  private final Listener listener;
  private final ServerSocket acceptor;
  private final Map<Integer, AgentConnection> children = new ConcurrentHashMap<>();
  private final Map<Integer, Lifeline> lifelines = new ConcurrentHashMap<>();
  private final Set<Integer> gone = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * Listens on a free port of all addresses.
   *
   * @param identity who this parent is
   */
  public AgentParent(AgentIdentity identity, AgentTree tree, Listener listener) throws IOException {
    this.identity = identity;
    this.tree = tree;
    this.listener = listener;
    acceptor = new ServerSocket();
    acceptor.bind(new InetSocketAddress(0), BACKLOG);
    daemon("agents", this::acceptChildren);
  }

  public int port() {
    return acceptor.getLocalPort();
  }

  /** Sends a frame down, through the child that leads to its host; nothing if that is gone. */
  public void send(AgentFrame frame) {
    int child = tree.nextHop(identity.host(), frame.host());
    AgentConnection connection = children.get(child);
    if (connection == null) {
      return;
    }
    try {
      connection.send(frame);
    } catch (IOException broken) {
      lose(child, "sending to its agent failed: " + broken.getMessage());
    }
  }

  private static void daemon(String name, Runnable body) {
    Thread thread = new Thread(null, body, name, 256 << 10);
    thread.setDaemon(true);
    thread.start();
  }

  private void acceptChildren() {
    while (!closed) {
      try {
        Socket socket = acceptor.accept();
        daemon("agent", () -> admit(socket));
      } catch (IOException failed) {
        if (!closed) {
          listener.refused("?", "accepting an agent's connection: " + failed);
          closed = acceptor.isClosed();
        }
      }
    }
  }

  private void admit(Socket socket) {
    String address = String.valueOf(socket.getRemoteSocketAddress());
    try {
      socket.setSoTimeout(HANDSHAKE_MILLIS);
      SecureRandom random = SystemRandom.open();
      Handshake handshake =
          Handshake.acceptor(identity.party(Handshake.ANY_RANK, 0), identity.secret(), random);
      BlockingHandshake.accept(handshake, socket.getInputStream(), socket.getOutputStream());
      int child = handshake.peerRank();
      if (child < 0 || child >= tree.hosts() || tree.parentOf(child) != identity.host()) {
        throw new HandshakeException("host " + child + " has another parent");
      }
      if (handshake.peerChannel() == LIFELINE_CHANNEL) {
        hold(child, socket);
      } else {
        serve(child, new AgentConnection(socket));
      }
    } catch (IOException | HandshakeException wrong) {
      listener.refused(address, wrong.getMessage() == null ? wrong.toString() : wrong.getMessage());
      closeQuietly(socket, address);
    }
  }

  private void hold(int child, Socket socket) throws IOException {
    Lifeline lifeline =
        new Lifeline(socket, identity.intervalSeconds(), end -> lose(child, ofHost(end)));
    lifelines.put(child, lifeline);
    lifeline.watch("host " + child);
  }

  /** The end of a lifeline, behind the host whose agent is at its other end. */
  static String ofHost(Lifeline.End end) {
    return (end.ofHost() ? "it " : "its agent ") + end.words();
  }

  private void serve(int child, AgentConnection connection) throws HandshakeException {
    if (children.putIfAbsent(child, connection) != null) {
      throw new HandshakeException("host " + child + " has an agent already");
    }
    try {
      for (AgentFrame frame = connection.read(); frame != null; frame = connection.read()) {
        if (frame.host() < 0 || !tree.isBelow(frame.host(), child)) {
          throw new ControlProtocolException("it speaks for host " + frame.host());
        }
        listener.received(frame);
      }
      lose(child, "its agent has ended");
    } catch (IOException | ControlProtocolException broken) {
      lose(child, "the connection to its agent broke: " + broken.getMessage());
    }
  }

  /** Gives a child up, once. */
  private void lose(int child, String reason) {
    if (closed || !gone.add(child)) {
      return;
    }
    closeChild(child);
    listener.gone(child, reason);
  }

  private void closeChild(int child) {
    AgentConnection connection = children.get(child);
    Lifeline lifeline = lifelines.get(child);
    try {
      if (connection != null) {
        connection.close();
      }
      if (lifeline != null) {
        lifeline.close();
      }
    } catch (IOException useless) {
      listener.refused("host " + child, "closing its connections: " + useless);
    }
  }

  private void closeQuietly(Socket socket, String address) {
    try {
      socket.close();
    } catch (IOException useless) {
      listener.refused(address, "closing it: " + useless);
    }
  }

  /** Closes every connection: agents below that are still there end. */
  @Override
  public void close() throws IOException {
    closed = true;
    acceptor.close();
    Set.copyOf(children.keySet()).forEach(this::closeChild);
  }
}
