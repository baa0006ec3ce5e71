package org.ob1j.pml.header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.pml.select.SendProtocol;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.pml.SendMode;

/** The bytes of the headers, as docs/protocol.md has them. */
class HeaderTest {
  private final Memory memory = Memory.allocate(256);

  private byte[] bytes(int from, int count) {
    byte[] bytes = new byte[count];
    memory.bytes().get(from, bytes);
    return bytes;
  }

  /** The header in literal bytes where it can be read. */
  private void place(int offset, int... header) {
    for (int i = 0; i < header.length; i++) {
      memory.bytes().put(offset + i, (byte) header[i]);
    }
  }

  private void assertBytes(int offset, int... header) {
    byte[] expected = new byte[header.length];
    for (int i = 0; i < header.length; i++) {
      expected[i] = (byte) header[i];
    }
    assertThat(bytes(offset, header.length)).isEqualTo(expected);
  }

  private static final int[] MATCH = {
    0x41, 0x04, 0, 0, 0x21, 0x22, 0x23, 0x24,
    0x31, 0x32, 0x33, 0x34, 0x41, 0x42, 0x43, 0x44,
    0x51, 0x52, 0x53, 0xF4, 0x61, 0x62, 0x63, 0x64
  };

  @Test
  void shouldWriteMatchAsTheProtocolSays() {
    // Standard mode 0, prepared 1: mode in bits 0 and 1, protocol in bits 2 to 5.
    int flags = MessageFlags.of(SendMode.STANDARD, SendProtocol.EAGER_PREPARED);
    MatchHeader.write(
        memory,
        8,
        HeaderType.MATCH,
        flags,
        0x2423_2221,
        0x3433_3231,
        0x4443_4241,
        0xF453_5251,
        0x6463_6261);
    assertBytes(8, MATCH);
    assertBytes(8 + MATCH.length, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  @Test
  void shouldReadMatchAsTheProtocolSays() {
    place(16, MATCH);
    long first = memory.getLong(16);
    assertThat(HeaderType.of(first)).isEqualTo(HeaderType.MATCH);
    assertThat(HeaderType.flagsOf(first)).isEqualTo(4);
    assertThat(MatchHeader.contextOf(first)).isEqualTo(0x2423_2221);
    long second = memory.getLong(16 + MatchHeader.SECOND_WORD_OFFSET);
    assertThat(MatchHeader.sourceOf(second)).isEqualTo(0x3433_3231);
    assertThat(MatchHeader.tagOf(second)).isEqualTo(0x4443_4241);
    long third = memory.getLong(16 + MatchHeader.THIRD_WORD_OFFSET);
    assertThat(MatchHeader.sequenceOf(third)).isEqualTo(0xF453_5251);
    assertThat(MatchHeader.lengthBytesOf(third)).isEqualTo(0x6463_6261);
    assertThat(HeaderType.headerBytes(HeaderType.MATCH)).isEqualTo(24);
  }

  @ParameterizedTest
  @CsvSource({
    "0x42, RDMA_PIPELINE, BUFFERED, 0x19",
    "0x43, RDMA_DIRECT_GET, SYNCHRONOUS, 0x22",
    "0x43, RDMA_BLOCK_GET, READY, 0x27"
  })
  void shouldWriteTheBeginningOfARendezvousAsTheProtocolSays(
      int type, SendProtocol protocol, SendMode mode, int flags) {
    int[] header = {
      type, flags, 0, 0, 6, 0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0, 9, 0, 0, 0, 0xE8, 0x03, 0, 0, 0x11,
      0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x21, 0x22, 0x23, 0x24, 0x31, 0x32, 0x33, 0x34
    };
    MatchHeader.write(memory, 8, type, MessageFlags.of(mode, protocol), 6, 1, 7, 9, 1000);
    RendezvousHeader.writeRest(memory, 8, 0x1817_1615_1413_1211L, 0x2423_2221, 0x3433_3231);
    assertBytes(8, header);
    assertBytes(8 + header.length, 0, 0, 0, 0, 0, 0, 0, 0);

    place(64, header);
    assertThat(HeaderType.headerBytes(HeaderType.of(memory.getLong(64)))).isEqualTo(40);
    assertThat(MessageFlags.protocol(flags)).isEqualTo(protocol);
    assertThat(MessageFlags.mode(flags)).isEqualTo(mode);
    assertThat(RendezvousHeader.messageBytes(memory, 64)).isEqualTo(0x1817_1615_1413_1211L);
    assertThat(RequestName.slotOf(RendezvousHeader.sendName(memory, 64))).isEqualTo(0x2423_2221);
    assertThat(RequestName.generationOf(RendezvousHeader.sendName(memory, 64)))
        .isEqualTo(0x3433_3231);
  }

  @Test
  void shouldWriteAckAsTheProtocolSays() {
    int[] header = {
      0x44, 0, 0, 0, 0, 0, 0, 0,
      0x11, 0x12, 0x13, 0x14, 0x21, 0x22, 0x23, 0x24,
      0x31, 0x32, 0x33, 0x34, 0x41, 0x42, 0x43, 0x44,
      0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58,
      0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68,
      0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78
    };
    AckHeader.write(
        memory,
        8,
        0x2423_2221_1413_1211L,
        0x3433_3231,
        0x4443_4241,
        0x5857_5655_5453_5251L,
        0x6867_6665_6463_6261L,
        0x7877_7675_7473_7271L);
    assertBytes(8, header);

    place(72, header);
    assertThat(HeaderType.headerBytes(HeaderType.of(memory.getLong(72)))).isEqualTo(48);
    assertThat(AckHeader.sendName(memory, 72)).isEqualTo(0x2423_2221_1413_1211L);
    assertThat(AckHeader.receiveSlot(memory, 72)).isEqualTo(0x3433_3231);
    assertThat(AckHeader.receiveGeneration(memory, 72)).isEqualTo(0x4443_4241);
    assertThat(AckHeader.firstByte(memory, 72)).isEqualTo(0x5857_5655_5453_5251L);
    assertThat(AckHeader.wantedBytes(memory, 72)).isEqualTo(0x6867_6665_6463_6261L);
    assertThat(AckHeader.takenBytes(memory, 72)).isEqualTo(0x7877_7675_7473_7271L);
  }

  @Test
  void shouldWriteFragAsTheProtocolSays() {
    int[] header = {
      0x46, 0, 0, 0, 0x11, 0x12, 0x13, 0x14,
      0x21, 0x22, 0x23, 0x24, 0x31, 0x32, 0x33, 0x34,
      0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48
    };
    FragmentHeader.write(memory, 8, 0x2423_2221, 0x3433_3231, 0x4847_4645_4443_4241L, 0x1413_1211);
    assertBytes(8, header);

    place(40, header);
    assertThat(HeaderType.headerBytes(HeaderType.of(memory.getLong(40)))).isEqualTo(24);
    assertThat(FragmentHeader.lengthBytesOf(memory.getLong(40))).isEqualTo(0x1413_1211);
    assertThat(FragmentHeader.receiveName(memory, 40)).isEqualTo(0x3433_3231_2423_2221L);
    assertThat(FragmentHeader.messageOffset(memory, 40)).isEqualTo(0x4847_4645_4443_4241L);
  }

  @Test
  void shouldWriteCreditAndDiscardAsTheProtocolSays() {
    int[] credit = {0x4B, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18};
    CreditHeader.write(memory, 8, 0x1817_1615_1413_1211L);
    assertBytes(8, credit);
    place(32, credit);
    assertThat(HeaderType.headerBytes(HeaderType.of(memory.getLong(32)))).isEqualTo(16);
    assertThat(CreditHeader.consumedBytes(memory, 32)).isEqualTo(0x1817_1615_1413_1211L);

    int[] discard = {0x4D, 0, 0, 0, 0, 0, 0, 0, 0x21, 0x22, 0x23, 0x24, 0x31, 0x32, 0x33, 0x34};
    DiscardHeader.write(memory, 64, 0x3433_3231_2423_2221L);
    assertBytes(64, discard);
    place(96, discard);
    assertThat(HeaderType.headerBytes(HeaderType.of(memory.getLong(96)))).isEqualTo(16);
    assertThat(DiscardHeader.sendName(memory, 96)).isEqualTo(0x3433_3231_2423_2221L);
  }

  @Test
  void shouldReadPutAndFinAsTheProtocolSays() {
    place(
        8, 0x48, 0, 0, 0, 16, 0, 0, 0, 0x11, 0x12, 0x13, 0x14, 0x21, 0x22, 0x23, 0x24, 0x31, 0x32,
        0x33, 0x34, 0x41, 0x42, 0x43, 0x44, 5, 0, 0, 0, 0, 0, 0, 1, 6, 0, 0, 0, 0, 0, 0, 2, 7, 0, 0,
        0, 0, 0, 0, 3, 8, 0, 0, 0, 0, 0, 0, 4, 9, 0, 0, 0, 0, 0, 0, 0);
    assertThat(HeaderType.headerBytes(HeaderType.of(memory.getLong(8)))).isEqualTo(64);
    assertThat(PutHeader.keyBytesOf(memory.getLong(8))).isEqualTo(16);
    assertThat(PutHeader.read(memory, 8))
        .isEqualTo(
            new PutHeader(
                0x2423_2221_1413_1211L,
                0x4443_4241_3433_3231L,
                0x0100_0000_0000_0005L,
                0x0200_0000_0000_0006L,
                0x0300_0000_0000_0007L,
                0x0400_0000_0000_0008L,
                9));
    place(
        80, 0x49, 1, 0, 0, 2, 0, 0, 1, 3, 0, 0, 1, 4, 0, 0, 1, 0x11, 0x12, 0x13, 0x14, 0x21, 0x22,
        0x23, 0x24, 5, 0, 0, 0, 0, 0, 0, 1, 6, 0, 0, 0, 0, 0, 0, 2, 7, 0, 0, 0, 0, 0, 0, 3, 8, 0, 0,
        0, 0, 0, 0, 0);
    assertThat(HeaderType.headerBytes(HeaderType.of(memory.getLong(80)))).isEqualTo(56);
    assertThat(FinishHeader.read(memory, 80))
        .isEqualTo(
            new FinishHeader(
                FinishHeader.OF_GET,
                0x0100_0002,
                0x0100_0003,
                0x0100_0004,
                0x2423_2221_1413_1211L,
                0x0100_0000_0000_0005L,
                0x0200_0000_0000_0006L,
                0x0300_0000_0000_0007L,
                8));
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
    memory.putShort(0, (short) (BtlRegistration.MAX_KEY_BYTES + Long.BYTES));
    assertThatThrownBy(() -> RegistrationEntry.read(memory, 0, 2 * BtlRegistration.MAX_KEY_BYTES))
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
