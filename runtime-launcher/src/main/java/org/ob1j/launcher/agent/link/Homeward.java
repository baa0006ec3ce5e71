package org.ob1j.launcher.agent.link;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.ob1j.launcher.engine.AgentOrder;
import org.ob1j.runtime.control.handshake.BlockingHandshake;
import org.ob1j.runtime.control.handshake.Handshake;
import org.ob1j.runtime.control.handshake.HandshakeException;
import org.ob1j.runtime.control.handshake.SystemRandom;

/** The way from an agent to its parent. */
public final class Homeward {
  /** How long one address may take to answer. */
  private static final int CONNECT_MILLIS = 3_000;

  /** The same where there are many: mpirun waits for the reason only so long. */
  private static final int LEAST_CONNECT_MILLIS = 1_000;

  /** For all addresses together, as long as none is cut shorter than that. */
  private static final int ROUND_MILLIS = 10_000;

  private static final int HANDSHAKE_MILLIS = 10_000;

  /** The variable of sshd's: both ends of the connection. */
  private static final String SSH_CONNECTION = "SSH_CONNECTION";

  /** A network may just be coming up. */
  private static final int ROUNDS = 2;

  private Homeward() {}

  /**
   * This host's addresses that others may reach, with a port; loopback ones only if there are no
   * others.
   */
  public static List<String> addresses(int port) throws IOException {
    List<String> addresses = new ArrayList<>();
    List<String> loopback = new ArrayList<>();
    for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      if (!each.isUp()) {
        continue;
      }
      for (InterfaceAddress of : each.getInterfaceAddresses()) {
        InetAddress address = of.getAddress();
        // A link-local one means nothing without the name of the other's interface.
        boolean local = address instanceof Inet6Address && address.isLinkLocalAddress();
        if (!local) {
          (address.isLoopbackAddress() ? loopback : addresses).add(text(address, port));
        }
      }
    }
    return addresses.isEmpty() ? loopback : addresses;
  }

  private static String text(InetAddress address, int port) {
    String host = address.getHostAddress().replaceFirst("%.*", "");
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  /**
   * Connects to the parent. Of the addresses in the order that is tried first by which the parent's
   * ssh has come, as the rest of the way to this host may be by a worse network; then those on a
   * network of this host.
   *
   * @throws IOException naming each address that was tried, and why it was no use
   */
  public static Socket connect(AgentIdentity identity, AgentOrder order, int channel)
      throws IOException {
    List<String> failures = new ArrayList<>();
    List<InetSocketAddress> addresses = inOrder(order.homes(), System.getenv(SSH_CONNECTION));
    int limitMillis = connectMillis(addresses.size());
    for (int round = 0; round < ROUNDS; round++) {
      failures.clear();
      for (InetSocketAddress address : addresses) {
        Socket socket = new Socket();
        try {
          socket.connect(address, limitMillis);
          open(socket, identity, order.parent(), channel);
          return socket;
        } catch (IOException | HandshakeException failed) {
          socket.close();
          failures.add(address + " (" + failed.getMessage() + ")");
        }
      }
    }
    String parent = order.parent() < 0 ? "mpirun" : "the agent that has started it";
    throw new IOException(
        parent + " cannot be reached from there at " + String.join(", ", failures));
  }

  /** How long each of so many addresses may take to answer, in milliseconds. */
  static int connectMillis(int addresses) {
    int share = ROUND_MILLIS / Math.max(1, addresses);
    return Math.max(LEAST_CONNECT_MILLIS, Math.min(share, CONNECT_MILLIS));
  }

  private static void open(Socket socket, AgentIdentity identity, int parent, int channel)
      throws IOException, HandshakeException {
    socket.setSoTimeout(HANDSHAKE_MILLIS);
    Handshake handshake =
        Handshake.connector(
            identity.party(parent, channel), identity.secret(), SystemRandom.open());
    BlockingHandshake.connect(handshake, socket.getInputStream(), socket.getOutputStream());
  }

  /**
   * The order in which to try addresses.
   *
   * @param homes addresses, each with a port
   * @param connection what sshd says of the connection that this process was started by, beginning
   *     with the other's address; null if it was not
   */
  static List<InetSocketAddress> inOrder(List<String> homes, String connection) throws IOException {
    InetAddress origin = originOf(connection);
    List<InterfaceAddress> own = new ArrayList<>();
    for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      own.addAll(each.getInterfaceAddresses());
    }
    List<InetSocketAddress> first = new ArrayList<>();
    List<InetSocketAddress> near = new ArrayList<>();
    List<InetSocketAddress> far = new ArrayList<>();
    for (String home : homes) {
      int colon = home.lastIndexOf(':');
      InetAddress address = InetAddress.getByName(home.substring(0, colon));
      int port = Integer.parseInt(home.substring(colon + 1));
      boolean shared = own.stream().anyMatch(each -> isOnNetworkOf(address, each));
      (address.equals(origin) ? first : shared ? near : far)
          .add(new InetSocketAddress(address, port));
    }
    first.addAll(near);
    first.addAll(far);
    return first;
  }

  /** The first word as an address; null if it is none, as sshd says UNKNOWN now and then. */
  private static InetAddress originOf(String connection) {
    String word = connection == null ? "" : connection.replaceFirst("[ %].*", "");
    // Anything else would be looked up as a name.
    if (!word.matches("[0-9]+([.][0-9]+){3}|[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*")) {
      return null;
    }
    try {
      return InetAddress.getByName(word);
    } catch (UnknownHostException noAddress) {
      return null;
    }
  }

  /** Whether an address has the same prefix as one of an interface. */
  static boolean isOnNetworkOf(InetAddress address, InterfaceAddress own) {
    byte[] theirs = address.getAddress();
    byte[] ours = own.getAddress().getAddress();
    int bits = own.getNetworkPrefixLength();
    if (theirs.length != ours.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >> bit % Byte.SIZE;
      if (((theirs[bit / Byte.SIZE] ^ ours[bit / Byte.SIZE]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }
}
