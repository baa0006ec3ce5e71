package osu.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The bytes that {@code --validate} sends and looks for. */
class PayloadTest {
  private static final int BYTES = 5000;

  static Stream<Payload> payloads() {
    ByteBuffer direct = ByteBuffer.allocateDirect(BYTES);
    return Stream.of(
        BufferKind.ARRAY.allocate(BYTES),
        BufferKind.HEAP.allocate(BYTES),
        BufferKind.ORDINARY.allocate(BYTES),
        new Payload(direct, direct));
  }

  @ParameterizedTest
  @MethodSource("payloads")
  void shouldFindWhatWasFilledIn(Payload payload) {
    payload.fill(7, BYTES);
    assertThat(payload.mismatches(7, BYTES)).isZero();
  }

  @ParameterizedTest
  @MethodSource("payloads")
  void shouldFindNothingRightInWhatWasSpoiled(Payload payload) {
    payload.spoil(7, BYTES);
    assertThat(payload.mismatches(7, BYTES)).isEqualTo(BYTES);
  }

  @Test
  void shouldCountEveryWrongByte() {
    Payload payload = BufferKind.ARRAY.allocate(BYTES);
    payload.fill(7, BYTES);
    for (int place : new int[] {0, 1234, BYTES - 1}) {
      payload.bytes().put(place, (byte) (payload.bytes().get(place) + 1));
    }
    assertThat(payload.mismatches(7, BYTES)).isEqualTo(3);
    assertThat(payload.mismatches(7, BYTES - 1)).isEqualTo(2);
  }

  @Test
  void shouldNoticeAnotherMessageAndAShiftedOne() {
    byte[] array = new byte[BYTES];
    Payload payload = new Payload(array, ByteBuffer.wrap(array));
    payload.fill(7, BYTES);
    assertThat(payload.mismatches(8, BYTES)).isGreaterThan(BYTES / 2);
    assertThat(payload.mismatches(65_537 + 7, BYTES)).isGreaterThan(BYTES / 2);
    for (int shift : new int[] {1, 8, 64, 4096}) {
      payload.fill(7, BYTES);
      System.arraycopy(array, 0, array, shift, BYTES - shift);
      assertThat(payload.mismatches(7, BYTES)).isGreaterThan((BYTES - shift) / 2);
    }
  }

  @Test
  void shouldHandTheArrayItselfToMpi() {
    assertThat(BufferKind.ARRAY.allocate(3).buffer()).isInstanceOf(byte[].class);
    assertThat(BufferKind.HEAP.allocate(3).buffer()).isInstanceOf(ByteBuffer.class);
  }
}
