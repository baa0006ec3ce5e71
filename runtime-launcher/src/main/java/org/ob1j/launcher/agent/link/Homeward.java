package org.ob1j.launcher.agent.link;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.Socket;
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

  private static final int HANDSHAKE_MILLIS = 10_000;

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
   * Connects to the parent. Of the addresses in the order those on a network of this host are tried
   * first.
   *
   * @throws IOException naming each address that was tried, and why it was no use
   */
  public static Socket connect(AgentIdentity identity, AgentOrder order, int channel)
      throws IOException {
    List<String> failures = new ArrayList<>();
    List<InetSocketAddress> addresses = inOrder(order.homes());
    for (int round = 0; round < ROUNDS; round++) {
      failures.clear();
      for (InetSocketAddress address : addresses) {
        Socket socket = new Socket();
        try {
          socket.connect(address, CONNECT_MILLIS);
          open(socket, identity, order.parent(), channel);
          return socket;
        } catch (IOException | HandshakeException failed) {
          socket.close();
          failures.add(address + " (" + failed.getMessage() + ")");
        }
      }
    }
    throw new IOException("it cannot be reached at " + String.join(", ", failures));
  }

  private static void open(Socket socket, AgentIdentity identity, int parent, int channel)
      throws IOException, HandshakeException {
    socket.setSoTimeout(HANDSHAKE_MILLIS);
    Handshake handshake =
        Handshake.connector(
            identity.party(parent, channel), identity.secret(), SystemRandom.open());
    BlockingHandshake.connect(handshake, socket.getInputStream(), socket.getOutputStream());
  }

  private static List<InetSocketAddress> inOrder(List<String> homes) throws IOException {
    List<InterfaceAddress> own = new ArrayList<>();
    for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      own.addAll(each.getInterfaceAddresses());
    }
    List<InetSocketAddress> near = new ArrayList<>();
    List<InetSocketAddress> far = new ArrayList<>();
    for (String home : homes) {
      int colon = home.lastIndexOf(':');
      InetAddress address = InetAddress.getByName(home.substring(0, colon));
      int port = Integer.parseInt(home.substring(colon + 1));
      boolean shared = own.stream().anyMatch(each -> isOnNetworkOf(address, each));
      (shared ? near : far).add(new InetSocketAddress(address, port));
    }
    near.addAll(far);
    return near;
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
