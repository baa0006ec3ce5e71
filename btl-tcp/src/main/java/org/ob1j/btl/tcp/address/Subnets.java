package org.ob1j.btl.tcp.address;

import java.net.Inet6Address;
import java.net.InetAddress;

/** What an address tells about the network that it is of. */
final class Subnets {
  private static final int UNIQUE_LOCAL = 0xfc;
  private static final int UNIQUE_LOCAL_MASK = 0xfe;

  private Subnets() {}

  /** Whether two addresses are of one family and have the first so many bits in common. */
  static boolean sharePrefix(InetAddress one, InetAddress other, int bits) {
    byte[] a = one.getAddress();
    byte[] b = other.getAddress();
    if (a.length != b.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit += 8) {
      int mask = bits - bit >= 8 ? 0xff : 0xff << 8 - (bits - bit) & 0xff;
      if (((a[bit / 8] ^ b[bit / 8]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether an address means something in its owner's networks only: no router elsewhere has it.
   */
  static boolean isPrivate(InetAddress address) {
    boolean uniqueLocal =
        address instanceof Inet6Address
            && (address.getAddress()[0] & UNIQUE_LOCAL_MASK) == UNIQUE_LOCAL;
    return uniqueLocal || address.isSiteLocalAddress() || address.isLinkLocalAddress();
  }
}
