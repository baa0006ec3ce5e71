package org.ob1j.runtime.control.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Sha256Test {

  /** The examples of FIPS 180-4. */
  @ParameterizedTest
  @CsvSource({
    "'', e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "abc, ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq,"
        + " 248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  })
  void shouldComputeTheStandardsExamples(String message, String digest) {
    assertThat(Sha256.of(message.getBytes(StandardCharsets.US_ASCII)))
        .isEqualTo(HexFormat.of().parseHex(digest));
  }

  @Test
  void shouldComputeWhatTheJdkDoesForEveryLengthUpToFourBlocks() throws NoSuchAlgorithmException {
    MessageDigest jdk = MessageDigest.getInstance("SHA-256");
    for (int length = 0; length <= 4 * Sha256.BLOCK_BYTES; length++) {
      byte[] message = new byte[length];
      Arrays.fill(message, (byte) (0x80 + length));

      assertThat(Sha256.of(message)).as("%d bytes", length).isEqualTo(jdk.digest(message));
    }
  }

  @Property(tries = 300)
  void shouldTakePartsAsOneMessage(
      @ForAll @Size(max = 700) byte[] message, @ForAll @IntRange(max = 700) int cut)
      throws NoSuchAlgorithmException {
    int middle = Math.min(cut, message.length);
    byte[] begin = Arrays.copyOf(message, middle);
    byte[] end = Arrays.copyOfRange(message, middle, message.length);

    assertThat(Sha256.of(begin, new byte[0], end))
        .isEqualTo(MessageDigest.getInstance("SHA-256").digest(message));
  }
}
