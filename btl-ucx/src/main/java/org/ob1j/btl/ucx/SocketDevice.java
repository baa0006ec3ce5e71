package org.ob1j.btl.ucx;

import java.util.List;
import java.util.Map;

/** Chooses the network device of sockets by which processes of one host reach each other. */
final class SocketDevice {
  private static final String VARIABLE = "UCX_NET_DEVICES";
  private static final String LOOPBACK = "lo";

  private SocketDevice() {}

  /**
   * The one device for UCX to use where every byte goes over sockets of this host, so that it asks
   * one event set of the kernel's for messages instead of one for each device. Rather another than
   * loopback: Linux lets all connections over loopback share a route, whose count of users goes
   * from core to core with each message.
   *
   * @param environment of the process, which UCX reads
   * @param isOneHost whether all ranks are on this host
   * @param found what UCX has if it is not told
   * @return empty to leave it so
   */
  static String choose(
      UcxSettings settings,
      Map<String, String> environment,
      boolean isOneHost,
      UcxTransports found) {
    List<String> devices = found.devicesOfSocketsAlone();
    boolean isUsersChoice = !settings.devices().isEmpty() || environment.containsKey(VARIABLE);
    if (isUsersChoice || !isOneHost || devices.size() < 2) {
      return "";
    }
    return devices.stream().filter(device -> !device.equals(LOOPBACK)).findFirst().orElse("");
  }
}
