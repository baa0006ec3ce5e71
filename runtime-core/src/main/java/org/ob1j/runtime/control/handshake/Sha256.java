package org.ob1j.runtime.control.handshake;

import java.nio.ByteBuffer;

/**
 * SHA-256 (FIPS 180-4) of a few hundred bytes, for the handshake of a process that starts.
 *
 * <p>java.security.MessageDigest computes the same, and faster; but it loads the JDK's security
 * providers and reads their configuration, which takes each rank and mpirun longer than all the
 * rest of joining a job (decision 18). Nothing here depends on the data but the number of blocks.
 */
final class Sha256 {
  static final int BYTES = 32;
  static final int BLOCK_BYTES = 64;
  private static final int LENGTH_BYTES = 8;
  private static final int ROUNDS = 64;

  /** The first 32 bits of the fractional parts of the square roots of the first 8 primes. */
  private static final int[] FIRST_HASH = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
  };

  /** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
  private static final int[] ROUND_CONSTANTS = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
  };

  private Sha256() {}

  /** The digest of the parts, one behind the other. */
  static byte[] of(byte[]... parts) {
    ByteBuffer message = padded(parts);
    int[] hash = FIRST_HASH.clone();
    int[] schedule = new int[ROUNDS];
    while (message.hasRemaining()) {
      addBlock(message, hash, schedule);
    }
    ByteBuffer digest = ByteBuffer.allocate(BYTES);
    for (int word : hash) {
      digest.putInt(word);
    }
    return digest.array();
  }

  /** The message, a one bit, zeros, and the message's length in bits: whole blocks. */
  private static ByteBuffer padded(byte[]... parts) {
    int lengthBytes = 0;
    for (byte[] part : parts) {
      lengthBytes = Math.addExact(lengthBytes, part.length);
    }
    int blocks = (lengthBytes + LENGTH_BYTES) / BLOCK_BYTES + 1;
    ByteBuffer message = ByteBuffer.allocate(Math.multiplyExact(blocks, BLOCK_BYTES));
    for (byte[] part : parts) {
      message.put(part);
    }
    message.put((byte) 0x80);
    message.putLong(message.capacity() - LENGTH_BYTES, (long) lengthBytes * Byte.SIZE);
    return message.rewind();
  }

  private static void addBlock(ByteBuffer message, int[] hash, int[] schedule) {
    for (int i = 0; i < BLOCK_BYTES / Integer.BYTES; i++) {
      schedule[i] = message.getInt();
    }
    for (int i = BLOCK_BYTES / Integer.BYTES; i < ROUNDS; i++) {
      int early = schedule[i - 15];
      int late = schedule[i - 2];
      schedule[i] =
          schedule[i - 16]
              + (Integer.rotateRight(early, 7) ^ Integer.rotateRight(early, 18) ^ early >>> 3)
              + schedule[i - 7]
              + (Integer.rotateRight(late, 17) ^ Integer.rotateRight(late, 19) ^ late >>> 10);
    }
    // The working variables a to h of the standard; each round moves them on by one.
    int[] v = hash.clone();
    for (int i = 0; i < ROUNDS; i++) {
      int e = v[4];
      int a = v[0];
      int first =
          v[7]
              + (Integer.rotateRight(e, 6)
                  ^ Integer.rotateRight(e, 11)
                  ^ Integer.rotateRight(e, 25))
              + (e & v[5] ^ ~e & v[6])
              + ROUND_CONSTANTS[i]
              + schedule[i];
      int second =
          (Integer.rotateRight(a, 2) ^ Integer.rotateRight(a, 13) ^ Integer.rotateRight(a, 22))
              + (a & v[1] ^ a & v[2] ^ v[1] & v[2]);
      System.arraycopy(v, 0, v, 1, v.length - 1);
      v[4] += first;
      v[0] = first + second;
    }
    for (int i = 0; i < hash.length; i++) {
      hash[i] += v[i];
    }
  }
}
