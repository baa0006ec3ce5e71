package org.ob1j.btl.tcp.connection;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.ob1j.btl.BtlUnavailableException;
import org.ob1j.btl.tcp.address.InterfaceSelection.LocalAddress;
import org.ob1j.btl.tcp.address.TcpAddresses;
import org.ob1j.btl.tcp.parameter.TcpSettings;
import org.ob1j.btl.tcp.parameter.TcpSettings.PortRange;

/** The listening sockets of a process: at most one for each family. */
public final class Listeners {
  private static final int BACKLOG = 1024;

  private final List<ServerSocketChannel> channels = new ArrayList<>();
  private int portV4;
  private int portV6;

  /**
   * Listens for each family among the addresses.
   *
   * @param firstTry which port of a range to try first, so that ranks of a host do not collide
   * @throws BtlUnavailableException if no port can be had; nothing stays open then
   */
  public static Listeners open(List<LocalAddress> addresses, TcpSettings settings, int firstTry) {
    Listeners listeners = new Listeners();
    try {
      listeners.portV4 =
          listeners.openFamily(addresses, true, settings.portsV4(), settings, firstTry);
      listeners.portV6 =
          listeners.openFamily(addresses, false, settings.portsV6(), settings, firstTry);
      return listeners;
    } catch (IOException failed) {
      listeners.close();
      throw new BtlUnavailableException(
          "tcp cannot open a listening socket: " + failed.getMessage(), failed);
    } catch (BtlUnavailableException noPort) {
      listeners.close();
      throw noPort;
    }
  }

  List<ServerSocketChannel> channels() {
    return channels;
  }

  /** What to publish. */
  public TcpAddresses.Ports ports() {
    return new TcpAddresses.Ports(portV4, portV6);
  }

  public void close() {
    for (ServerSocketChannel channel : channels) {
      Sockets.closeQuietly(channel);
    }
  }

  /** Returns the port; 0 if there is no address of the family. */
  private int openFamily(
      List<LocalAddress> addresses, boolean v4, PortRange ports, TcpSettings settings, int firstTry)
      throws IOException {
    List<InetAddress> ours = new ArrayList<>();
    for (LocalAddress each : addresses) {
      if (each.isIpv4() == v4) {
        ours.add(each.withoutScope());
      }
    }
    if (ours.isEmpty()) {
      return 0;
    }
    ServerSocketChannel channel =
        ServerSocketChannel.open(v4 ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6);
    channels.add(channel);
    channel.configureBlocking(false);
    if (settings.receiveBufferBytes() > 0) {
      channel.setOption(StandardSocketOptions.SO_RCVBUF, settings.receiveBufferBytes());
    }
    // One address alone is listened on alone: no other network can reach the socket.
    InetAddress bound =
        ours.size() == 1 ? ours.get(0) : InetAddress.getByAddress(new byte[v4 ? 4 : 16]);
    bind(channel, bound, ports, firstTry);
    return ((InetSocketAddress) channel.getLocalAddress()).getPort();
  }

  private static void bind(
      ServerSocketChannel channel, InetAddress address, PortRange ports, int firstTry)
      throws IOException {
    if (ports.first() == PortRange.KERNEL_CHOOSES) {
      channel.bind(new InetSocketAddress(address, 0), BACKLOG);
      return;
    }
    IOException last = null;
    for (int i = 0; i < ports.count(); i++) {
      int port = ports.first() + (firstTry + i) % ports.count();
      try {
        channel.bind(new InetSocketAddress(address, port), BACKLOG);
        return;
      } catch (IOException taken) {
        last = taken;
      }
    }
    throw new BtlUnavailableException(
        "tcp cannot listen on %s: each of the %d ports from %d on fails, the last with '%s'; see"
                .formatted(
                    address.getHostAddress(),
                    ports.count(),
                    ports.first(),
                    last == null ? "" : last.getMessage())
            + " btl_tcp_port_min_v%d and btl_tcp_port_range_v%d"
                .formatted(ports.family(), ports.family()));
  }
}
