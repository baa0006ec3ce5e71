package org.ob1j.pml.header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.runtime.memory.Memory;

/** The bytes of the headers that RDMA needs, as docs/protocol.md has them. */
class HeaderTest {
  private final Memory memory = Memory.allocate(256);

  private byte[] bytes(int from, int count) {
    byte[] bytes = new byte[count];
    memory.bytes().get(from, bytes);
    return bytes;
  }

  @Test
  void shouldWritePutAsTheProtocolSays() {
    PutHeader put =
        new PutHeader(
            0x0403_0201_0807_0605L,
            0x1413_1211_1817_1615L,
            0x2827_2625_2423_2221L,
            0x3837_3635_3433_3231L,
            0x4847_4645_4443_4241L,
            0x5857_5655_5453_5251L,
            0x6463_6261);
    put.write(memory, 8, 24);
    assertThat(bytes(8, 8)).containsExactly(0x48, 0, 0, 0, 24, 0, 0, 0);
    assertThat(bytes(16, 8)).containsExactly(5, 6, 7, 8, 1, 2, 3, 4);
    assertThat(bytes(24, 4)).containsExactly(0x15, 0x16, 0x17, 0x18);
    assertThat(bytes(32, 2)).containsExactly(0x21, 0x22);
    assertThat(bytes(40, 2)).containsExactly(0x31, 0x32);
    assertThat(bytes(48, 2)).containsExactly(0x41, 0x42);
    assertThat(bytes(56, 2)).containsExactly(0x51, 0x52);
    assertThat(bytes(64, 8)).containsExactly(0x61, 0x62, 0x63, 0x64, 0, 0, 0, 0);
    assertThat(PutHeader.read(memory, 8)).isEqualTo(put);
    assertThat(PutHeader.keyBytesOf(memory.getLong(8))).isEqualTo(24);
  }

  @Test
  void shouldWriteFinAsTheProtocolSays() {
    FinishHeader finish =
        new FinishHeader(
            FinishHeader.REFUSED,
            0x0403_0201,
            0x1413_1211,
            0xF423_2221,
            0x3837_3635_3433_3231L,
            0x4847_4645_4443_4241L,
            0x5857_5655_5453_5251L,
            0x6867_6665_6463_6261L,
            0x7473_7271);
    finish.write(memory, 0);
    assertThat(bytes(0, 8)).containsExactly(0x49, 2, 0, 0, 1, 2, 3, 4);
    assertThat(bytes(8, 8)).containsExactly(0x11, 0x12, 0x13, 0x14, 0x21, 0x22, 0x23, 0xF4);
    assertThat(bytes(16, 2)).containsExactly(0x31, 0x32);
    assertThat(bytes(24, 2)).containsExactly(0x41, 0x42);
    assertThat(bytes(32, 2)).containsExactly(0x51, 0x52);
    assertThat(bytes(40, 2)).containsExactly(0x61, 0x62);
    assertThat(bytes(48, 8)).containsExactly(0x71, 0x72, 0x73, 0x74, 0, 0, 0, 0);
    assertThat(FinishHeader.read(memory, 0)).isEqualTo(finish);
  }

  @Test
  void shouldWriteARegistrationAsTheProtocolSays() {
    byte[] key = {1, 2, 3, 4, 5, 6, 7, 8};
    RegistrationEntry entry = new RegistrationEntry(3, 0x1817_1615_1413_1211L, key);
    entry.write(memory, 0);
    assertThat(bytes(0, 8)).containsExactly(8, 0, 3, 0, 0, 0, 0, 0);
    assertThat(bytes(8, 2)).containsExactly(0x11, 0x12);
    assertThat(bytes(16, 8)).isEqualTo(key);
    RegistrationEntry read = RegistrationEntry.read(memory, 0, 24);
    assertThat(read.rail()).isEqualTo(3);
    assertThat(read.memoryOffset()).isEqualTo(entry.memoryOffset());
    assertThat(read.key()).isEqualTo(key);
  }

  @Test
  void shouldRefuseARegistrationThatDoesNotFitItsPayload() {
    new RegistrationEntry(0, 0, new byte[16]).write(memory, 0);
    assertThat(RegistrationEntry.read(memory, 0, 32).key()).hasSize(16);
    for (int payloadBytes : new int[] {0, 8, 15, 16, 31}) {
      assertThatThrownBy(() -> RegistrationEntry.read(memory, 0, payloadBytes))
          .isInstanceOf(FrameRejectedException.class)
          .hasMessageContaining("BAD_LENGTH");
    }
    memory.putShort(0, (short) 12);
    assertThatThrownBy(() -> RegistrationEntry.read(memory, 0, 64))
        .isInstanceOf(FrameRejectedException.class);
    memory.putShort(0, (short) 72);
    assertThatThrownBy(() -> RegistrationEntry.read(memory, 0, 256))
        .isInstanceOf(FrameRejectedException.class);
  }

  @Test
  void shouldDescribeHeadersForPeople() {
    new FinishHeader(FinishHeader.OF_GET, 6, 1, 9, 3L << 32 | 2, 0, 5000, 5000, 0).write(memory, 0);
    assertThat(HeaderText.of(memory, 0, FinishHeader.BYTES, 0))
        .isEqualTo(
            "FIN GET context=6 source=1 sequence=9 send=2.3 offset=0 bytes=5000 taken=5000"
                + " number=0");
    assertThat(HeaderText.of(memory, 0, 16, 0)).isEqualTo("FIN header of 16 bytes");
    memory.putLong(0, 0x4A);
    assertThat(HeaderText.of(memory, 0, 24, 7)).isEqualTo("0x4a header of 24 bytes payload=7");
    assertThat(HeaderText.of(memory, 0, 0, 0)).isEqualTo("header of 0 bytes");
  }
}
