package org.ob1j.btl.ucx;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * What a module publishes of itself. Little-endian: longest frame (4), flags (4), length of the
 * host's name (4), the name, UCX's worker address.
 *
 * @param maxSendSize the longest frame, which must be the same on all ranks
 * @param sharesMemory whether UCX may use shared memory to reach processes of this host
 * @param hostId the same for processes that can share memory
 * @param worker what UCX calls the address of a worker
 */
record UcxAddress(int maxSendSize, boolean sharesMemory, String hostId, byte[] worker) {
  static final String MODEX_KEY = "btl.ucx";

  private static final int FIXED_BYTES = 3 * Integer.BYTES;

  byte[] encode() {
    byte[] host = hostId.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(FIXED_BYTES + host.length + worker.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(maxSendSize)
        .putInt(sharesMemory ? 1 : 0)
        .putInt(host.length)
        .put(host)
        .put(worker)
        .array();
  }

  /**
   * Reads what a peer has published.
   *
   * @throws IllegalArgumentException if it is too short
   */
  static UcxAddress decode(byte[] value) {
    ByteBuffer in = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    if (value.length < FIXED_BYTES) {
      throw new IllegalArgumentException("an address of " + value.length + " bytes");
    }
    int maxSendSize = in.getInt();
    boolean sharesMemory = in.getInt() != 0;
    int hostBytes = in.getInt();
    if (hostBytes < 0 || hostBytes >= in.remaining()) {
      throw new IllegalArgumentException(
          "an address of " + value.length + " bytes with a host's name of " + hostBytes);
    }
    byte[] host = new byte[hostBytes];
    in.get(host);
    byte[] worker = new byte[in.remaining()];
    in.get(worker);
    return new UcxAddress(
        maxSendSize, sharesMemory, new String(host, StandardCharsets.UTF_8), worker);
  }
}
