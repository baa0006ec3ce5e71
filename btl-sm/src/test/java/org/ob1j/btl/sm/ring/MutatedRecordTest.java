package org.ob1j.btl.sm.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.Frame;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.PayloadTarget;
import org.ob1j.btl.sm.segment.PeerSegment;
import org.ob1j.btl.sm.segment.PeerSleep;
import org.ob1j.btl.sm.segment.SegmentLayout;
import org.ob1j.btl.sm.segment.SenderPartLayout;
import org.ob1j.runtime.memory.Memory;

/** A million records that another process may have written: none crashes or hangs the reader. */
@Timeout(300)
class MutatedRecordTest {
  private static final int MUTATIONS = 1_000_000;
  private static final long SEED = 20_261_121;
  private static final int LINE = RecordLayout.LINE_BYTES;
  private static final int LINES = SenderPartLayout.RING_BYTES / LINE;

  /** The word of a record. */
  private record Place(Memory memory, int offset) {}

  private final Map<Rejection, Integer> rejected = new EnumMap<>(Rejection.class);
  private final Memory segment = RingPair.segment(3);
  private final Memory header = segment.slice(0, SegmentLayout.HEADER_BYTES);
  private final Memory part = segment.slice(SegmentLayout.ringOffset(1), SenderPartLayout.BYTES);
  private final int first = SenderPartLayout.RING_OFFSET;
  private final Memory longRing = Memory.allocate(MemoryBudget.MIN_RING_BYTES);
  private final byte[] zeros = new byte[SenderPartLayout.RING_BYTES];
  private final Random random = new Random(SEED);
  private final Frame frame = new Frame();
  private final List<Place> records = new ArrayList<>();
  private int delivered;
  private int changes;

  @Test
  void shouldRejectMutatedRecordsByNameBesideVerifiedTraffic() {
    RingPair beside = new RingPair(segment, 2).withLongRing(64 * 1024);

    for (int mutation = 0; mutation < MUTATIONS; mutation++) {
      mutateAndPoll(mutation);
      if (mutation % 4 == 0) {
        assertThat(beside.send(24, mutation % (mutation % 64 == 0 ? 4_000 : 100))).isTrue();
        beside.deliverAll();
      }
    }

    assertThat(beside.received).isEqualTo(beside.sent);
    assertThat(beside.rejections).hasToString("none");
    assertThat(rejected)
        .as("seed " + SEED + ", delivered " + delivered + ", changes " + changes)
        .containsKeys(
            Rejection.BAD_LENGTH,
            Rejection.BAD_FRAMING,
            Rejection.BAD_SEQUENCE,
            Rejection.UNKNOWN_TYPE);
    assertThat(rejected.values().stream().mapToInt(count -> count).sum())
        .isGreaterThan(MUTATIONS / 4);
    assertThat(changes).as("how often the reader was sent to the long ring").isPositive();
  }

  private void mutateAndPoll(int mutation) {
    part.bytes().put(first, zeros);
    longRing.bytes().put(0, zeros);
    part.putLong(SenderPartLayout.CONSUMED_OFFSET, 0);
    OutgoingRing outgoing =
        new OutgoingRing(new PeerSegment(header, 1, part), new PeerSleep(header, 0));
    IncomingRing incoming = newIncoming();
    boolean agreed = mutation % 3 != 0;
    if (agreed) {
      incoming.acceptLongRing(longRing);
    }
    goAround(outgoing, incoming, random.nextInt(4) == 0 ? random.nextInt(2 * LINES) : 0);
    records.clear();
    for (int i = 0; i < 3; i++) {
      send(outgoing, 8 * (1 + random.nextInt(31)), random.nextInt(400));
      if (agreed && random.nextInt(6) == 0) {
        outgoing.switchTo(longRing);
        changes++;
        agreed = false;
      }
    }
    if (random.nextInt(8) == 0) {
      outgoing.sendControl(random.nextLong(), 1, 2, 3);
    }
    mutate(outgoing);
    try {
      incoming.poll(16);
      incoming.poll(16);
    } catch (FrameRejectedException expected) {
      rejected.merge(expected.rejection(), 1, Integer::sum);
    }
  }

  /** So that records are mutated at the ring's end, too. */
  private void goAround(OutgoingRing outgoing, IncomingRing incoming, int lines) {
    for (int i = 0; i < lines; i++) {
      send(outgoing, 8, 0);
      incoming.poll(1);
    }
  }

  /** What is in a frame might be taken for a word by a reader that has been misled. */
  private void send(OutgoingRing outgoing, int headerBytes, int payloadBytes) {
    if (outgoing.reserve(frame, headerBytes, payloadBytes)) {
      int word = frame.headerOffset() - RecordLayout.BODY_OFFSET;
      for (int line = LINE; line < RecordLayout.recordBytes(headerBytes + payloadBytes); ) {
        frame.headerMemory().putLong(word + line, madeUp(outgoing.position() + line));
        line += LINE;
      }
      records.add(new Place(frame.headerMemory(), word));
      outgoing.send(frame);
    }
  }

  /** A word that could be one but for its lengths. */
  private long madeUp(long position) {
    boolean empty = random.nextBoolean();
    int headerBytes = empty ? 0 : random.nextInt(256);
    int payloadBytes = empty ? random.nextInt(3) * 16 : random.nextInt(1 << 1 + random.nextInt(24));
    return RecordLayout.word(position, random.nextInt(4), headerBytes, payloadBytes);
  }

  /** Changes a record's word, or makes one up where the next would be. */
  private void mutate(OutgoingRing outgoing) {
    if (random.nextInt(4) == 0) {
      if (outgoing.reserve(frame, 8, 0)) {
        int next = frame.headerOffset() - RecordLayout.BODY_OFFSET;
        outgoing.cancel();
        frame.headerMemory().putLong(next, madeUp(outgoing.position()));
      }
      return;
    }
    Place place = records.get(random.nextInt(records.size()));
    long word = place.memory().getLong(place.offset());
    place.memory().putLong(place.offset(), mutated(word));
  }

  /** Changes one bit, one byte, all, only the lengths, or only the kind. */
  private long mutated(long word) {
    return switch (random.nextInt(5)) {
      case 0 -> word ^ 1L << random.nextInt(64);
      case 1 -> word ^ (long) random.nextInt(256) << 8 * random.nextInt(8);
      case 2 -> random.nextLong();
      case 3 -> word & -1L << Integer.SIZE | random.nextInt() & 0xFFFF_FFFFL;
      default -> word ^ (1L + random.nextInt(3)) << Integer.SIZE;
    };
  }

  private IncomingRing newIncoming() {
    return new IncomingRing(
        part,
        1,
        RingPair.MAX_FRAME_BYTES,
        new Reader(),
        (ring, type, first, second, third) -> {
          throw new FrameRejectedException(Rejection.UNKNOWN_TYPE, "control message " + type);
        },
        new RejectionCounts());
  }

  @ParameterizedTest
  @CsvSource({
    // kind, header, payload, rejection: frames
    "0,   0,       8, BAD_LENGTH",
    "0,   0,       0, BAD_LENGTH",
    "0,   4,       8, BAD_LENGTH",
    "0, 255,       8, BAD_LENGTH",
    "0,   8,   32761, BAD_LENGTH",
    "0,   8, 16777215, BAD_LENGTH",
    "0,   8,    4081, BAD_LENGTH",
    // control messages
    "1,   0,       0, BAD_LENGTH",
    "1,   0,      31, BAD_LENGTH",
    "1,   8,      32, BAD_LENGTH",
    // nothing until the ring's end
    "2,   0,       1, BAD_LENGTH",
    "2,   8,       0, BAD_LENGTH",
    // a change to another ring
    "3,   0,       1, BAD_LENGTH",
    "3,   8,       0, BAD_LENGTH",
    "3,   0,       0, BAD_FRAMING",
  })
  void shouldRejectAWordThatCannotBe(
      int kind, int headerBytes, int payloadBytes, Rejection rejection) {
    part.putLong(first, RecordLayout.word(0, kind, headerBytes, payloadBytes));
    assertThat(rejectionOf(newIncoming())).isEqualTo(rejection);
  }

  @Test
  void shouldRejectAFrameThatGoesBeyondTheEndOfItsRing() {
    OutgoingRing outgoing =
        new OutgoingRing(new PeerSegment(header, 1, part), new PeerSleep(header, 0));
    IncomingRing incoming = newIncoming();
    goAround(outgoing, incoming, LINES - 1);

    int last = first + (LINES - 1) * LINE;
    part.putLong(last, RecordLayout.word(outgoing.position(), RecordLayout.FRAME, 8, 49));
    assertThat(rejectionOf(incoming)).isEqualTo(Rejection.BAD_LENGTH);

    part.putLong(last, RecordLayout.word(outgoing.position(), RecordLayout.FRAME, 8, 48));
    assertThat(incoming.poll(1)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "2", "3"})
  void shouldRejectARecordThatIsNotNext(int kind) {
    for (long position : new long[] {LINE, -LINE, 5L * LINE, 1L << 20}) {
      part.putLong(first, RecordLayout.word(position, kind, 8, 8));
      assertThat(rejectionOf(newIncoming())).isEqualTo(Rejection.BAD_SEQUENCE);
    }
  }

  @Test
  void shouldRejectASecondChangeToTheLongRing() {
    IncomingRing incoming = newIncoming();
    incoming.acceptLongRing(longRing);
    part.putLong(first, RecordLayout.word(0, RecordLayout.SWITCH, 0, 0));
    assertThat(incoming.poll(16)).isEqualTo(1);

    longRing.putLong(0, RecordLayout.word(LINE, RecordLayout.SWITCH, 0, 0));
    assertThat(rejectionOf(incoming)).isEqualTo(Rejection.BAD_FRAMING);
  }

  @Test
  void shouldGoAroundNoMoreOftenThanItIsAskedTo() {
    IncomingRing incoming = newIncoming();
    for (int lap = 0; lap < 100; lap++) {
      part.putLong(first, RecordLayout.word(incoming.position(), RecordLayout.WRAP, 0, 0));
      assertThat(incoming.isReady()).isTrue();
      assertThat(rejectionOf(incoming)).as("the same word again").isEqualTo(Rejection.BAD_SEQUENCE);
      assertThat(incoming.position()).isEqualTo((lap + 1L) * SenderPartLayout.RING_BYTES);
    }
  }

  private static Rejection rejectionOf(IncomingRing incoming) {
    FrameRejectedException thrown =
        catchThrowableOfType(FrameRejectedException.class, () -> incoming.poll(16));
    assertThat(thrown).isNotNull();
    return thrown.rejection();
  }

  /** Reads every byte that it is given. */
  private final class Reader implements BtlReceiver {
    @Override
    public void receive(
        BtlEndpoint from,
        Memory header,
        int headerOffset,
        int headerBytes,
        Memory payload,
        int payloadOffset,
        int payloadBytes) {
      for (int i = 0; i < headerBytes; i += Long.BYTES) {
        header.getLong(headerOffset + i);
      }
      for (int i = 0; i < payloadBytes; i += LINE) {
        payload.getByte(payloadOffset + i);
      }
      int begin = header == part ? first : 0;
      int end = header == part ? first + SenderPartLayout.RING_BYTES : longRing.capacity();
      check(headerOffset > begin && payloadOffset + payloadBytes <= end);
      check(headerBytes >= 8 && headerBytes <= BtlEndpoint.MAX_HEADER_BYTES);
      check(headerBytes % 8 == 0 && headerOffset + headerBytes == payloadOffset);
      check(headerBytes + payloadBytes <= RingPair.MAX_FRAME_BYTES);
      delivered++;
    }

    private void check(boolean right) {
      if (!right) {
        throw new AssertionError("a frame of impossible lengths or places was delivered");
      }
    }

    @Override
    public PayloadTarget place(
        BtlEndpoint from, Memory header, int headerOffset, int headerBytes, int payloadBytes) {
      return null;
    }

    @Override
    public void failed(BtlModule module, int peer, BtlException cause) {
      throw cause;
    }
  }
}
