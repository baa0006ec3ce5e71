package org.ob1j.btl.tcp.address;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Where a rank listens, for all its links, as it publishes it in the modex under {@link
 * #MODEX_KEY}, little-endian:
 *
 * <pre>
 *   0       1       2       3       4       5       6       7
 *  +-------+-------+-------+-------+-------+-------+-------+-------+
 *  |  format = 2   | count |host id|         max send size         |
 *  +-------+-------+-------+-------+-------+-------+-------+-------+
 *  |   port IPv4   |   port IPv6   | links | named |     zero      |
 *  +-------+-------+-------+-------+-------+-------+-------+-------+
 *  |  host id (its length is the byte above)                       |
 *  +-------+-------+-------+-------+-------+-------+-------+-------+
 *  |family |prefix |network| zero  |            Mbit/s             |
 *  +-------+-------+-------+-------+-------+-------+-------+-------+
 *  |  address (4 or 16 bytes)      |  the next one …
 *  +-------+-------+-------+-------+
 * </pre>
 *
 * @param hostId the same for processes that reach each other over loopback
 * @param maxSendSize the longest frame this rank takes, in bytes
 * @param ports of IPv4 and IPv6, 0 where it does not listen
 * @param linksPerNetwork how many connections it makes over each network
 * @param named whether the user has named the networks, and so wants each to be used
 * @param addresses in the order of the host's interfaces, or of the user's list
 */
public record TcpAddresses(
    String hostId,
    int maxSendSize,
    Ports ports,
    int linksPerNetwork,
    boolean named,
    List<Address> addresses) {
  /** Under which a rank publishes this. */
  public static final String MODEX_KEY = "btl.tcp";

  private static final int FORMAT = 2;
  private static final int MAX_ADDRESSES = 64;
  private static final int MAX_HOST_ID_BYTES = 200;
  private static final int MAX_ADDRESS_BYTES = 24;
  private static final int FIXED_BYTES = 16;

  /** Where a process listens; 0 where it does not. */
  public record Ports(int v4, int v6) {
    int of(InetAddress address) {
      return address instanceof Inet4Address ? v4 : v6;
    }
  }

  /**
   * One address.
   *
   * @param network of which of its host's networks it is, from 0
   * @param prefixBits the length of its subnet's prefix
   * @param megabits the speed of its interface in Mbit/s; 0 if that is not known
   */
  public record Address(int network, InetAddress address, int prefixBits, int megabits) {
    boolean isLoopback() {
      return address.isLoopbackAddress();
    }

    boolean isIpv4() {
      return address instanceof Inet4Address;
    }
  }

  public TcpAddresses {
    addresses = List.copyOf(addresses.subList(0, Math.min(MAX_ADDRESSES, addresses.size())));
  }

  /**
   * Over how many networks this rank makes links: all that the user has named, else all that lead
   * to other hosts, but at least one.
   */
  public int networkCount() {
    // No stream, which would be the first in the start of every rank.
    BitSet networks = new BitSet();
    for (Address each : addresses) {
      if (named || !each.isLoopback()) {
        networks.set(each.network());
      }
    }
    return Math.max(1, networks.cardinality());
  }

  boolean has(InetAddress address) {
    for (Address each : addresses) {
      if (each.address().equals(address)) {
        return true;
      }
    }
    return false;
  }

  /** Where the rank listens at one of its addresses. */
  InetSocketAddress listening(Address at) {
    return new InetSocketAddress(at.address(), ports.of(at.address()));
  }

  /** All addresses with their ports, for messages. */
  public List<InetSocketAddress> listening() {
    return addresses.stream().map(this::listening).toList();
  }

  /** The addresses alone, for messages. */
  public String describe() {
    return String.join(
        ", ", addresses.stream().map(each -> each.address().getHostAddress()).toList());
  }

  public byte[] encode() {
    byte[] host = hostId.getBytes(StandardCharsets.UTF_8);
    if (host.length > MAX_HOST_ID_BYTES) {
      throw new IllegalArgumentException("the host id has " + host.length + " bytes");
    }
    ByteBuffer out =
        ByteBuffer.allocate(FIXED_BYTES + host.length + MAX_ADDRESS_BYTES * addresses.size())
            .order(ByteOrder.LITTLE_ENDIAN);
    out.putShort((short) FORMAT).put((byte) addresses.size()).put((byte) host.length);
    out.putInt(maxSendSize).putShort((short) ports.v4()).putShort((short) ports.v6());
    out.put((byte) linksPerNetwork).put((byte) (named ? 1 : 0)).putShort((short) 0).put(host);
    for (Address each : addresses) {
      out.put((byte) (each.isIpv4() ? 4 : 6)).put((byte) each.prefixBits());
      out.put((byte) each.network()).put((byte) 0);
      out.putInt(each.megabits()).put(each.address().getAddress());
    }
    byte[] value = new byte[out.position()];
    out.flip().get(value);
    return value;
  }

  /**
   * Reads what a peer has published.
   *
   * @throws IllegalArgumentException if it cannot be right
   */
  public static TcpAddresses decode(byte[] value) {
    ByteBuffer in = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    try {
      int format = in.getShort();
      if (format != FORMAT) {
        throw new IllegalArgumentException(
            "tcp addresses have format " + format + "; this process knows format " + FORMAT);
      }
      int count = Byte.toUnsignedInt(in.get());
      byte[] host = new byte[Byte.toUnsignedInt(in.get())];
      int maxSendSize = in.getInt();
      Ports ports =
          new Ports(Short.toUnsignedInt(in.getShort()), Short.toUnsignedInt(in.getShort()));
      int linksPerNetwork = Byte.toUnsignedInt(in.get());
      boolean named = in.get() != 0;
      in.getShort();
      in.get(host);
      List<Address> addresses = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        addresses.add(decodeAddress(in));
      }
      String hostId = new String(host, StandardCharsets.UTF_8);
      return new TcpAddresses(hostId, maxSendSize, ports, linksPerNetwork, named, addresses);
    } catch (BufferUnderflowException tooShort) {
      throw new IllegalArgumentException(
          "tcp addresses end within an entry, after " + value.length + " bytes", tooShort);
    }
  }

  private static Address decodeAddress(ByteBuffer in) {
    int family = in.get();
    if (family != 4 && family != 6) {
      throw new IllegalArgumentException("a tcp address has family " + family + ", not 4 or 6");
    }
    int prefixBits = Byte.toUnsignedInt(in.get());
    int network = Byte.toUnsignedInt(in.get());
    in.get();
    int megabits = in.getInt();
    byte[] address = new byte[family == 4 ? 4 : 16];
    in.get(address);
    if (prefixBits > Byte.SIZE * address.length) {
      throw new IllegalArgumentException("a tcp address has a prefix of " + prefixBits + " bits");
    }
    try {
      return new Address(network, InetAddress.getByAddress(address), prefixBits, megabits);
    } catch (UnknownHostException cannotBe) {
      throw new IllegalArgumentException("a tcp address has a wrong length", cannotBe);
    }
  }
}
