package org.ob1j.btl.tcp.address;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How fast an interface is, by what the kernel says. */
final class InterfaceSpeed {
  private static final Path INTERFACES = Path.of("/sys/class/net");

  private InterfaceSpeed() {}

  /** In Mbit/s; 0 if the kernel does not know it. */
  static int megabits(String interfaceName) {
    try {
      Path speed = INTERFACES.resolve(interfaceName).resolve("speed");
      return Math.max(0, Integer.parseInt(Files.readString(speed).trim()));
    } catch (IOException | NumberFormatException unknown) {
      return 0;
    }
  }
}
