package org.ob1j.btl.tcp.address;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a rank listens, as it publishes it in the modex, for each link under a {@link #modexKey} of
 * its own, little-endian:
 *
 * <pre>
 *   0       1       2       3       4       5       6       7
 *  +-------+-------+-------+-------+-------+-------+-------+-------+
 *  |  format = 1   | count |host id|         max send size         |
 *  +-------+-------+-------+-------+-------+-------+-------+-------+
 *  |  host id (its length is the byte above)                       |
 *  +-------+-------+-------+-------+-------+-------+-------+-------+
 *  |family |  loop |     port      |  address (4 or 16 bytes), …   |
 *  +-------+-------+-------+-------+-------+-------+-------+-------+
 * </pre>
 *
 * @param hostId the same for processes that reach each other over loopback
 * @param maxSendSize the longest frame this rank takes, in bytes
 * @param addresses in the order of preference
 */
public record TcpAddresses(String hostId, int maxSendSize, List<Entry> addresses) {
  private static final String MODEX_KEY = "btl.tcp";
  private static final int FORMAT = 1;
  private static final int MAX_ENTRIES = 64;
  private static final int MAX_HOST_ID_BYTES = 200;
  private static final int MAX_ENTRY_BYTES = 20;
  private static final int FIXED_BYTES = 8;

  /**
   * One address.
   *
   * @param loopback true if it is of use on its own host only
   */
  public record Entry(InetSocketAddress address, boolean loopback) {}

  public TcpAddresses {
    addresses = List.copyOf(addresses.subList(0, Math.min(MAX_ENTRIES, addresses.size())));
  }

  /** Under which a rank publishes where one of its links listens. */
  public static String modexKey(int link) {
    return link == 0 ? MODEX_KEY : MODEX_KEY + "." + link;
  }

  public byte[] encode() {
    byte[] host = hostId.getBytes(StandardCharsets.UTF_8);
    if (host.length > MAX_HOST_ID_BYTES) {
      throw new IllegalArgumentException("the host id has " + host.length + " bytes");
    }
    ByteBuffer out =
        ByteBuffer.allocate(FIXED_BYTES + host.length + MAX_ENTRY_BYTES * addresses.size())
            .order(ByteOrder.LITTLE_ENDIAN);
    out.putShort((short) FORMAT).put((byte) addresses.size()).put((byte) host.length);
    out.putInt(maxSendSize).put(host);
    for (Entry entry : addresses) {
      byte[] address = entry.address().getAddress().getAddress();
      out.put((byte) (address.length == 4 ? 4 : 6)).put((byte) (entry.loopback() ? 1 : 0));
      out.putShort((short) entry.address().getPort()).put(address);
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
      in.get(host);
      List<Entry> entries = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        entries.add(decodeEntry(in));
      }
      return new TcpAddresses(new String(host, StandardCharsets.UTF_8), maxSendSize, entries);
    } catch (BufferUnderflowException tooShort) {
      throw new IllegalArgumentException(
          "tcp addresses end within an entry, after " + value.length + " bytes", tooShort);
    }
  }

  private static Entry decodeEntry(ByteBuffer in) {
    int family = in.get();
    boolean loopback = in.get() != 0;
    int port = Short.toUnsignedInt(in.getShort());
    if (family != 4 && family != 6) {
      throw new IllegalArgumentException("a tcp address has family " + family + ", not 4 or 6");
    }
    byte[] address = new byte[family == 4 ? 4 : 16];
    in.get(address);
    try {
      return new Entry(new InetSocketAddress(InetAddress.getByAddress(address), port), loopback);
    } catch (UnknownHostException cannotBe) {
      throw new IllegalArgumentException("a tcp address has a wrong length", cannotBe);
    }
  }
}
