package org.ob1j.btl.ucx;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.ob1j.btl.tag.TagMatching;

/**
 * What a module publishes of itself. Little-endian: longest frame (4), whether it shares memory
 * (4), longest tagged message (4), length of the host's name (4), the name, UCX's worker address.
 *
 * @param maxSendSize the longest frame, which must be the same on all ranks
 * @param sharesMemory whether UCX may use shared memory to reach processes of this host
 * @param tagMessageBytes the longest tagged message; 0 if UCX does not match tags here
 * @param hostId the same for processes that can share memory
 * @param worker what UCX calls the address of a worker
 */
record UcxAddress(
    int maxSendSize, boolean sharesMemory, int tagMessageBytes, String hostId, byte[] worker) {
  static final String MODEX_KEY = "btl.ucx";

  private static final int FIXED_BYTES = 4 * Integer.BYTES;

  byte[] encode() {
    byte[] host = hostId.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(FIXED_BYTES + host.length + worker.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(maxSendSize)
        .putInt(sharesMemory ? 1 : 0)
        .putInt(tagMessageBytes)
        .putInt(host.length)
        .put(host)
        .put(worker)
        .array();
  }

  /**
   * Reads what a peer has published.
   *
   * @throws IllegalArgumentException if it cannot be right
   */
  static UcxAddress decode(byte[] value) {
    ByteBuffer in = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    if (value.length < FIXED_BYTES) {
      throw new IllegalArgumentException("an address of " + value.length + " bytes");
    }
    int maxSendSize = in.getInt();
    boolean sharesMemory = in.getInt() != 0;
    int tagMessageBytes = in.getInt();
    int hostBytes = in.getInt();
    if (tagMessageBytes != 0 && tagMessageBytes < TagMatching.LEAST_MAX_MESSAGE_BYTES) {
      throw new IllegalArgumentException("tagged messages of " + tagMessageBytes + " bytes");
    }
    if (hostBytes < 0 || hostBytes >= in.remaining()) {
      throw new IllegalArgumentException(
          "an address of " + value.length + " bytes with a host's name of " + hostBytes);
    }
    byte[] host = new byte[hostBytes];
    in.get(host);
    byte[] worker = new byte[in.remaining()];
    in.get(worker);
    return new UcxAddress(
        maxSendSize,
        sharesMemory,
        tagMessageBytes,
        new String(host, StandardCharsets.UTF_8),
        worker);
  }
}
