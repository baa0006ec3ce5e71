package org.ob1j.runtime.control.handshake;

import java.util.Arrays;

/** HMAC-SHA256 (RFC 2104). */
public final class HmacSha256 {
  public static final int BYTES = Sha256.BYTES;
  private static final byte INNER_PAD = 0x36;
  private static final byte OUTER_PAD = 0x5c;

  private HmacSha256() {}

  public static byte[] of(byte[] key, byte[]... parts) {
    byte[] block =
        Arrays.copyOf(key.length > Sha256.BLOCK_BYTES ? Sha256.of(key) : key, Sha256.BLOCK_BYTES);
    byte[][] message = new byte[parts.length + 1][];
    message[0] = padded(block, INNER_PAD);
    System.arraycopy(parts, 0, message, 1, parts.length);
    return Sha256.of(padded(block, OUTER_PAD), Sha256.of(message));
  }

  private static byte[] padded(byte[] block, byte pad) {
    byte[] result = new byte[block.length];
    for (int i = 0; i < block.length; i++) {
      result[i] = (byte) (block[i] ^ pad);
    }
    return result;
  }
}
