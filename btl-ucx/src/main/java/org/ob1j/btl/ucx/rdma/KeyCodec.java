package org.ob1j.btl.ucx.rdma;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.runtime.control.handshake.HmacSha256;

/**
 * The keys of registered memory, little-endian:
 *
 * <pre>
 *    0  address (8)
 *    8  length (8)         in bytes
 *   16  rank (4) | length of what UCX has packed (4)
 *   24  what UCX has packed, padded to 8 bytes
 *    …  seal (8)           of all before, by the job's secret
 * </pre>
 *
 * With a wrong address UCX would write to whatever memory of the peer is there, so the seal is
 * checked before a key is used.
 */
public final class KeyCodec {
  private static final int LENGTH = 8;
  private static final int RANK = 16;
  private static final int PACKED_BYTES = 20;
  private static final int PACKED = 24;
  private static final int MIN_BYTES = PACKED + Long.BYTES;

  private final byte[] secret;

  public KeyCodec(byte[] secret) {
    this.secret = secret;
  }

  byte[] encode(long address, long lengthBytes, int rank, byte[] packed) {
    int sealed = PACKED + (packed.length + Long.BYTES - 1 & -Long.BYTES);
    ByteBuffer key = ByteBuffer.allocate(sealed + Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    key.putLong(0, address).putLong(LENGTH, lengthBytes);
    key.putInt(RANK, rank).putInt(PACKED_BYTES, packed.length);
    key.put(PACKED, packed);
    return key.putLong(sealed, seal(key.array(), sealed)).array();
  }

  private long seal(byte[] key, int sealedBytes) {
    byte[] hash = HmacSha256.of(secret, Arrays.copyOf(key, sealedBytes));
    return ByteBuffer.wrap(hash).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  private static ByteBuffer words(byte[] key) {
    return ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Checks a key.
   *
   * @throws FrameRejectedException if it is none of a rank's for these bytes
   */
  public void check(byte[] key, int peer, long offset, long lengthBytes) {
    if (key.length < MIN_BYTES
        || key.length % Long.BYTES != 0
        || words(key).getLong(key.length - Long.BYTES) != seal(key, key.length - Long.BYTES)
        || words(key).getInt(RANK) != peer) {
      throw new FrameRejectedException(Rejection.BAD_KEY, "no key of rank " + peer);
    }
    long registeredBytes = words(key).getLong(LENGTH);
    if (offset < 0 || lengthBytes < 0 || lengthBytes > registeredBytes - offset) {
      throw new FrameRejectedException(
          Rejection.BAD_KEY,
          "%d bytes at %d of %d of rank %d".formatted(lengthBytes, offset, registeredBytes, peer));
    }
  }

  /** Where the memory of a key that has been checked begins. */
  static long address(byte[] key) {
    return words(key).getLong(0);
  }

  /** What UCX has packed, in a buffer for it. */
  static ByteBuffer packed(byte[] key) {
    int length = words(key).getInt(PACKED_BYTES);
    return ByteBuffer.allocateDirect(length).put(0, key, PACKED, length);
  }
}
