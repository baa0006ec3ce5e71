package org.ob1j.btl.ucx;

import java.net.Inet4Address;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A network interface by whose address processes of one host may reach each other.
 *
 * @param index the kernel's number of it
 * @param isLoopback whether it is the host's own
 * @param isUsable whether it is up and has an address that UCX takes
 */
record SocketDevice(String name, int index, boolean isLoopback, boolean isUsable) {
  private static final String VARIABLE = "UCX_NET_DEVICES";
  private static final String TRANSPORTS_VARIABLE = "UCX_TLS";
  private static final Set<String> SOCKETS_ALONE = Set.of("tcp", "self");

  /**
   * The one device for UCX to use, so that it asks one event set of the kernel's for messages
   * instead of one for each device. Rather another interface than loopback: Linux lets all
   * connections over loopback share a route, whose count of users goes from core to core with each
   * message.
   *
   * @param environment of the process, which UCX reads
   * @param isOneHost whether all ranks are on this host
   * @param found the devices of this host, which take milliseconds to find
   * @return what the user has said, or empty for all, if not every byte goes over sockets of this
   *     host
   */
  static String choose(
      UcxSettings settings,
      Map<String, String> environment,
      boolean isOneHost,
      Supplier<List<SocketDevice>> found) {
    if (!settings.devices().isEmpty() || environment.containsKey(VARIABLE)) {
      return settings.devices();
    }
    String transports =
        settings.transports().isEmpty()
            ? environment.getOrDefault(TRANSPORTS_VARIABLE, "")
            : settings.transports();
    Set<String> names = Set.copyOf(List.of(transports.strip().split(" *, *")));
    if (!isOneHost || !names.contains("tcp") || !SOCKETS_ALONE.containsAll(names)) {
      return "";
    }
    return found.get().stream()
        .filter(SocketDevice::isUsable)
        .min(Comparator.comparing(SocketDevice::isLoopback).thenComparing(SocketDevice::index))
        .map(SocketDevice::name)
        .orElse("");
  }

  /** Those of this host; none if it does not tell. */
  static List<SocketDevice> ofThisHost() {
    try {
      return NetworkInterface.networkInterfaces().map(SocketDevice::of).toList();
    } catch (SocketException hidden) {
      return List.of();
    }
  }

  private static SocketDevice of(NetworkInterface device) {
    try {
      boolean hasAddress =
          device.inetAddresses().anyMatch(address -> address instanceof Inet4Address);
      return new SocketDevice(
          device.getName(),
          device.getIndex(),
          device.isLoopback(),
          hasAddress && device.isUp() && !device.isPointToPoint());
    } catch (SocketException gone) {
      return new SocketDevice(device.getName(), device.getIndex(), false, false);
    }
  }
}
