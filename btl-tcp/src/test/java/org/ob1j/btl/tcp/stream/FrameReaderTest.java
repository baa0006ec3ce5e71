package org.ob1j.btl.tcp.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.tcp.parameter.TcpSettings;
import org.ob1j.runtime.parameter.ParameterSet;

class FrameReaderTest {
  private static final int MAX_SEND_SIZE = 40_000;
  private static final int MUTATED_FRAMES = 1_000_000;

  private final StagingPool pool = new StagingPool(MAX_SEND_SIZE + 24);
  private final BtlAttributes limits =
      TcpSettings.read(
              ParameterSet.of(
                  Map.of(
                      "btl_tcp_max_send_size", String.valueOf(MAX_SEND_SIZE),
                      "btl_tcp_eager_limit", "4k",
                      "btl_tcp_rndv_eager_limit", "4k")))
          .attributes();
  private final TcpRegistrations registrations = new TcpRegistrations(0);
  private final List<Rejection> rejectedByReceiver = new ArrayList<>();

  @Property(tries = 200)
  void shouldDeliverTheSameFramesHoweverTheStreamIsSplit(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    List<byte[]> frames = new ArrayList<>();
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    for (int i = 0; i < 40; i++) {
      frames.add(appendFrame(stream, random));
    }
    RecordingReceiver receiver = new RecordingReceiver(random.nextInt(3)).inArrays();
    FrameReader reader = reader(receiver);
    SplitChannel channel = new SplitChannel(stream.toByteArray(), random, random.nextInt(60_000));
    ArrayChannel arrays = FakeArraySockets.readingFrom(channel).channel();
    assertThat(arrays.works()).isTrue();

    while (channel.hasMore()) {
      reader.poll(channel, arrays);
    }

    assertThat(receiver.frames()).hasSameSizeAs(frames);
    for (int i = 0; i < frames.size(); i++) {
      assertThat(receiver.frames().get(i)).isEqualTo(frames.get(i));
    }
    assertThat(pool.lentCount()).isZero();
  }

  @Property(tries = 200)
  void shouldReadPutsIntoRegisteredMemoryHoweverTheStreamIsSplit(@ForAll long seed)
      throws IOException {
    Random random = new Random(seed);
    ByteBuffer memory = ByteBuffer.allocateDirect(60_000);
    byte[] expected = new byte[memory.capacity()];
    long registration = registrations.register(memory, BtlRegistration.REMOTE_WRITE).number();
    List<byte[]> frames = new ArrayList<>();
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    int rejectedPuts = 0;
    for (int i = 0; i < 40; i++) {
      switch (random.nextInt(4)) {
        case 0 -> frames.add(appendFrame(stream, random));
        case 1 -> {
          int offset = 1 + random.nextInt(expected.length);
          appendPut(stream, random, registration, offset, expected.length - offset + 1);
          rejectedPuts++;
        }
        default -> {
          int offset = random.nextInt(expected.length + 1);
          int payloadBytes = random.nextInt(expected.length - offset + 1);
          byte[] put = appendPut(stream, random, registration, offset, payloadBytes);
          System.arraycopy(put, 0, expected, offset, payloadBytes);
        }
      }
    }
    RecordingReceiver receiver = new RecordingReceiver(random.nextInt(3));
    FrameReader reader = reader(receiver);
    SplitChannel channel = new SplitChannel(stream.toByteArray(), random, random.nextInt(60_000));

    while (channel.hasMore()) {
      reader.poll(channel, null);
    }

    assertThat(memory).isEqualTo(ByteBuffer.wrap(expected));
    assertThat(receiver.frames()).usingElementComparator(Arrays::compare).isEqualTo(frames);
    assertThat(rejectedByReceiver).isEqualTo(Collections.nCopies(rejectedPuts, Rejection.BAD_KEY));
    assertThat(pool.lentCount()).isZero();
    rejectedByReceiver.clear();
  }

  @Test
  void shouldDropPutsIntoWhatIsNotOpenForThem() throws IOException {
    ByteBuffer memory = ByteBuffer.allocateDirect(64);
    TcpRegistrations.Registered readable =
        registrations.register(memory, BtlRegistration.REMOTE_READ);
    TcpRegistrations.Registered closed =
        registrations.register(memory, BtlRegistration.REMOTE_WRITE);
    closed.close();
    TcpRegistrations.Registered open = registrations.register(memory, BtlRegistration.REMOTE_WRITE);
    long[][] registrationsAndOffsets = {
      {readable.number(), 0},
      {closed.number(), 0},
      {open.number() + 1, 0},
      {-1, 0},
      {open.number(), 57},
      {open.number(), -1},
      {open.number(), Long.MAX_VALUE},
      {open.number(), Long.MIN_VALUE}
    };
    for (long[] put : registrationsAndOffsets) {
      FrameReader reader = reader(new RecordingReceiver(0));
      reader.poll(channelOf(3L << 40 | 16L << 32 | 8, put[0], put[1], -1), null);
    }
    assertThat(rejectedByReceiver).hasSize(8).containsOnly(Rejection.BAD_KEY);
    assertThat(memory).isEqualTo(ByteBuffer.allocate(64));
  }

  @Test
  void shouldRecogniseGoodbye() throws IOException {
    FrameReader reader = reader(new RecordingReceiver(0));

    reader.poll(channelOf(2L << 40), null);

    assertThat(reader.isDeparted()).isTrue();
  }

  @Test
  void shouldNameWhatIsWrongWithAPrefix() {
    assertRejected(1L << 40 | 7L << 32, Rejection.BAD_LENGTH, "header has 7 bytes");
    assertRejected(1L << 40, Rejection.BAD_LENGTH, "header has 0 bytes");
    assertRejected(
        1L << 40 | 8L << 32 | MAX_SEND_SIZE, Rejection.BAD_LENGTH, "together they may have 40000");
    assertRejected(
        1L << 40 | 8L << 32 | 0xffff_fff8L, Rejection.BAD_LENGTH, "has 4294967288 bytes");
    assertRejected(3L << 40 | 8L << 32, Rejection.BAD_LENGTH, "header of 8 bytes");
    assertRejected(
        3L << 40 | 16L << 32 | 0x7fff_fff9L, Rejection.BAD_LENGTH, "2147483641 bytes of payload");
    assertRejected(4L << 40 | 8L << 32, Rejection.BAD_FRAMING, "of no known kind");
    assertRejected(2L << 40 | 8L << 32, Rejection.BAD_FRAMING, "of no known kind");
    assertRejected(1L << 48 | 1L << 40 | 8L << 32, Rejection.BAD_FRAMING, "not zeros");
  }

  @Test
  void shouldRefuseWhatFollowsGoodbye() {
    assertThatThrownBy(() -> reader(new RecordingReceiver(0)).poll(channelOf(2L << 40, 1L), null))
        .isInstanceOf(FrameRejectedException.class)
        .hasMessageContaining("8 bytes follow the peer's goodbye");
  }

  @Test
  void shouldNameEveryRejectionOfAMillionMutatedFramesAndDisturbNobody() throws IOException {
    Random random = new Random(20_251_121);
    Map<Rejection, Integer> rejections = new EnumMap<>(Rejection.class);
    long delivered = 0;
    for (int mutated = 0; mutated < MUTATED_FRAMES; mutated++) {
      byte[] bytes = mutatedFrame(random);
      RecordingReceiver receiver = new RecordingReceiver(random.nextInt(3));
      FrameReader reader = reader(receiver);
      SplitChannel channel = new SplitChannel(bytes, random, 1 + random.nextInt(bytes.length));
      try {
        while (channel.hasMore() && !reader.isDeparted()) {
          reader.poll(channel, null);
        }
      } catch (FrameRejectedException named) {
        rejections.merge(named.rejection(), 1, Integer::sum);
      }
      delivered += receiver.frames().size();
      reader.abandon();
      if (mutated % 1_000 == 0) {
        verifyTraffic(random);
      }
    }
    assertThat(rejections).containsOnlyKeys(Rejection.BAD_FRAMING, Rejection.BAD_LENGTH);
    assertThat(rejections.values()).allMatch(count -> count > 1_000);
    assertThat(delivered).isPositive();
    assertThat(pool.lentCount()).isZero();
  }

  /** Another connection, which shares the staging. */
  private void verifyTraffic(Random random) throws IOException {
    List<byte[]> frames = new ArrayList<>();
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    for (int i = 0; i < 4; i++) {
      frames.add(appendFrame(stream, random));
    }
    RecordingReceiver receiver = new RecordingReceiver(2);
    FrameReader reader = reader(receiver);
    SplitChannel channel = new SplitChannel(stream.toByteArray(), random, 30_000);
    while (channel.hasMore()) {
      reader.poll(channel, null);
    }
    assertThat(receiver.frames()).usingElementComparator(Arrays::compare).isEqualTo(frames);
  }

  /** A frame with one or two bytes changed, and whole frames behind it. */
  private static byte[] mutatedFrame(Random random) {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    for (int i = 0; i < 3; i++) {
      append(stream, random, 8 * (1 + random.nextInt(8)), random.nextInt(64));
    }
    byte[] bytes = stream.toByteArray();
    // Mostly the prefix, so that most frames are broken in a way that matters.
    int range = random.nextInt(8) == 0 ? bytes.length : FramePrefix.BYTES;
    for (int flips = random.nextInt(2); flips >= 0; flips--) {
      int at = random.nextInt(range);
      bytes[at] ^= (byte) (random.nextBoolean() ? 1 << random.nextInt(8) : 1 + random.nextInt(255));
    }
    return bytes;
  }

  private void assertRejected(long prefix, Rejection rejection, String message) {
    assertThatThrownBy(() -> reader(new RecordingReceiver(0)).poll(channelOf(prefix), null))
        .isInstanceOfSatisfying(
            FrameRejectedException.class,
            rejected -> assertThat(rejected.rejection()).isEqualTo(rejection))
        .hasMessageContaining(message);
  }

  private FrameReader reader(RecordingReceiver receiver) {
    return new FrameReader(
        null,
        receiver,
        pool,
        registrations,
        limits,
        rejected -> rejectedByReceiver.add(rejected.rejection()));
  }

  private static SplitChannel channelOf(long... words) {
    ByteBuffer bytes = ByteBuffer.allocate(words.length * 8).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asLongBuffer().put(words);
    return new SplitChannel(bytes.array(), new Random(1), 4096);
  }

  /** Appends a frame of any size and returns its header and payload. */
  private static byte[] appendFrame(ByteArrayOutputStream stream, Random random) {
    int headerBytes = 8 * (1 + random.nextInt(31));
    int payloadBytes =
        random.nextInt(3) == 0
            ? random.nextInt(MAX_SEND_SIZE - headerBytes + 1)
            : random.nextInt(100);
    return append(stream, random, headerBytes, payloadBytes);
  }

  /** Appends a put and returns its payload. */
  private static byte[] appendPut(
      ByteArrayOutputStream stream,
      Random random,
      long registration,
      long offset,
      int payloadBytes) {
    byte[] payload = new byte[payloadBytes];
    random.nextBytes(payload);
    ByteBuffer frame =
        ByteBuffer.allocate(FramePrefix.frameBytes(TcpPutHeader.BYTES, payloadBytes))
            .order(ByteOrder.LITTLE_ENDIAN);
    frame.putLong((long) FramePrefix.PUT << 40 | (long) TcpPutHeader.BYTES << 32 | payloadBytes);
    frame.putLong(registration).putLong(offset).put(payload);
    stream.write(frame.array(), 0, frame.capacity());
    return payload;
  }

  private static byte[] append(
      ByteArrayOutputStream stream, Random random, int headerBytes, int payloadBytes) {
    byte[] content = new byte[headerBytes + payloadBytes];
    random.nextBytes(content);
    ByteBuffer frame =
        ByteBuffer.allocate(FramePrefix.frameBytes(headerBytes, payloadBytes))
            .order(ByteOrder.LITTLE_ENDIAN);
    frame.putInt(payloadBytes).put((byte) headerBytes).put((byte) 1).putShort((short) 0);
    frame.put(content);
    byte[] bytes = Arrays.copyOf(frame.array(), frame.capacity());
    stream.write(bytes, 0, bytes.length);
    return content;
  }
}
