package org.ob1j.btl.tcp.address;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/** What hosts of tests publish, in short. */
final class Hosts {
  static final int PORT_V4 = 4000;
  static final int PORT_V6 = 6000;

  private Hosts() {}

  /**
   * A host.
   *
   * @param id equal for processes that share loopback
   * @param networks separated by "/", each of addresses such as 10.0.0.1/8@1000: prefix, Mbit/s
   */
  static TcpAddresses host(String id, boolean named, String networks) {
    List<TcpAddresses.Address> addresses = new ArrayList<>();
    int network = 0;
    for (String each : networks.split(" / ")) {
      for (String text : each.trim().split(" +")) {
        addresses.add(address(network, text));
      }
      network++;
    }
    return new TcpAddresses(
        id, 1024, new TcpAddresses.Ports(PORT_V4, PORT_V6), 1, named, addresses);
  }

  static TcpAddresses.Address address(int network, String text) {
    String[] parts = text.split("[/@]");
    int megabits = parts.length > 2 ? Integer.parseInt(parts[2]) : 0;
    return new TcpAddresses.Address(network, inet(parts[0]), Integer.parseInt(parts[1]), megabits);
  }

  static InetAddress inet(String numeric) {
    try {
      return InetAddress.getByName(numeric);
    } catch (UnknownHostException cannotBe) {
      throw new AssertionError(cannotBe);
    }
  }
}
