package org.ob1j.runtime.control;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * HMAC-SHA256 (RFC 2104) over the JDK's digest.
 *
 * <p>javax.crypto.Mac computes the same, but loading that framework costs every rank about 30 ms of
 * its start, to authenticate a few hundred bytes.
 */
final class HmacSha256 {
  static final int BYTES = 32;
  private static final int BLOCK_BYTES = 64;
  private static final byte INNER_PAD = 0x36;
  private static final byte OUTER_PAD = 0x5c;

  private HmacSha256() {}

  static byte[] of(byte[] key, byte[]... parts) {
    byte[] block =
        Arrays.copyOf(key.length > BLOCK_BYTES ? sha256().digest(key) : key, BLOCK_BYTES);
    MessageDigest inner = sha256();
    inner.update(padded(block, INNER_PAD));
    for (byte[] part : parts) {
      inner.update(part);
    }
    MessageDigest outer = sha256();
    outer.update(padded(block, OUTER_PAD));
    return outer.digest(inner.digest());
  }

  private static byte[] padded(byte[] block, byte pad) {
    byte[] result = new byte[BLOCK_BYTES];
    for (int i = 0; i < BLOCK_BYTES; i++) {
      result[i] = (byte) (block[i] ^ pad);
    }
    return result;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }
}
