package org.ob1j.runtime.job;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Names the host as far as shared memory goes. The network namespace is part of it because mpirun
 * counts a host's ranks by its address.
 */
public final class HostIdentity {
  private HostIdentity() {}

  /**
   * This process's text; those with the same can open each other's files by process id. Of two user
   * namespaces one at most may look into processes of the other.
   */
  public static String current() {
    return forFilesByName() + "/" + link(Path.of("/proc/self/ns/user"));
  }

  /** This process's text; those with the same share a kernel, and so their CPUs. */
  public static String machine() {
    return read(Path.of("/proc/sys/kernel/random/boot_id"));
  }

  /** This process's text; those with the same can open each other's files by name. */
  public static String forFilesByName() {
    return machine()
        + "/"
        + link(Path.of("/proc/self/ns/pid"))
        + "/"
        + link(Path.of("/proc/self/ns/net"));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).trim();
    } catch (IOException notLinux) {
      return hostName();
    }
  }

  private static String link(Path namespace) {
    try {
      return Files.readSymbolicLink(namespace).toString();
    } catch (IOException notLinux) {
      return "none";
    }
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return "localhost";
    }
  }
}
