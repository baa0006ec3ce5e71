package org.ob1j.runtime.control.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ob1j.runtime.control.handshake.Handshake;
import org.ob1j.runtime.control.message.ControlMessage.Gathering;
import org.ob1j.runtime.job.ContextTraffic;
import org.ob1j.runtime.job.Modex;
import org.ob1j.runtime.job.RankReport;

class ControlCodecTest {
  private static final List<ContextTraffic> TRAFFIC =
      List.of(
          new ContextTraffic(
              4,
              "the world",
              List.of(
                  new ContextTraffic.Peer(3, "tcp.0", Integer.MIN_VALUE, 1, -2, 7),
                  new ContextTraffic.Peer(0, "", 0, 0, 0, 0))),
          new ContextTraffic(5, "", List.of()));

  static List<ControlMessage> messages() {
    return List.of(
        new ControlMessage.Register(64, 12345678901L),
        new ControlMessage.Registered(10_000),
        new ControlMessage.Put("btl.tcp", new byte[] {1, 2, 3}),
        new ControlMessage.Put("empty", new byte[0]),
        new ControlMessage.Arrive(Gathering.FENCE, 1),
        new ControlMessage.Arrive(Gathering.BARRIER, Integer.MAX_VALUE),
        new ControlMessage.Release(Gathering.FENCE, 2),
        new ControlMessage.Release(Gathering.BARRIER, 3),
        new ControlMessage.ArriveInGroup(5, RankRanges.of(new int[] {9, 0, 1, 3, 2, 7})),
        new ControlMessage.ReleaseOfGroup(-5),
        new ControlMessage.Get(-5, 63, 2, "btl.tcp"),
        new ControlMessage.Values(7, 3, Arrays.asList(new byte[] {9}, null, new byte[0])),
        new ControlMessage.Abort(255, 3, "Grüße"),
        new ControlMessage.Abort(0, Handshake.LAUNCHER, ""),
        new ControlMessage.Heartbeat(),
        new ControlMessage.ReportRequest(8, true),
        new ControlMessage.ReportAnswer(
            8,
            new RankReport(
                RankReport.Activity.WAITS, 1L << 40, true, List.of(3, 0), TRAFFIC, "two\nlines")),
        new ControlMessage.Bye(),
        new ControlMessage.ByeDone());
  }

  @ParameterizedTest
  @MethodSource("messages")
  void shouldReadWhatItWrote(ControlMessage message) throws Exception {
    ControlMessage read = ControlCodec.read(new ByteArrayInputStream(ControlCodec.encode(message)));

    assertThat(read).usingRecursiveComparison().isEqualTo(message);
  }

  @Test
  void shouldCarryTheLongestValue() throws Exception {
    byte[] value = new byte[Modex.MAX_VALUE_BYTES];
    new Random(1).nextBytes(value);
    ControlMessage put = new ControlMessage.Put("k".repeat(ControlCodec.MAX_KEY_BYTES), value);

    ControlMessage read = ControlCodec.read(new ByteArrayInputStream(ControlCodec.encode(put)));

    assertThat(((ControlMessage.Put) read).value()).isEqualTo(value);
  }

  @Test
  void shouldCarryTheLongestReport() throws Exception {
    RankReport longest =
        report(
            Collections.nCopies(ControlCodec.MAX_AWAITED_RANKS, 7),
            traffic(ContextTraffic.MAX_CONTEXTS, ContextTraffic.MAX_PEERS),
            "r".repeat(ControlCodec.MAX_REPORT_BYTES));

    assertThat(throughTheCodec(longest)).isEqualTo(longest);
  }

  @Test
  void shouldTellOfNoTrafficRatherThanOfMoreThanAReportMayTell() throws Exception {
    assertThat(
            List.of(
                throughTheCodec(
                    report(List.of(7), traffic(ContextTraffic.MAX_CONTEXTS + 1, 1), "")),
                throughTheCodec(report(List.of(7), traffic(1, ContextTraffic.MAX_PEERS + 1), ""))))
        .containsOnly(report(List.of(7), List.of(), ""));
  }

  /** So many contexts, the first of which has all the peers. */
  private static List<ContextTraffic> traffic(int contexts, int peers) {
    ContextTraffic.Peer peer =
        new ContextTraffic.Peer(7, "t".repeat(TrafficCodec.MAX_TRANSPORT_BYTES), 1, 2, 3, 4);
    String label = "c".repeat(TrafficCodec.MAX_LABEL_BYTES);
    List<ContextTraffic> traffic = new ArrayList<>();
    for (int context = 0; context < contexts; context++) {
      traffic.add(
          new ContextTraffic(context, label, Collections.nCopies(context == 0 ? peers : 0, peer)));
    }
    return traffic;
  }

  private static RankReport report(
      List<Integer> awaited, List<ContextTraffic> traffic, String text) {
    return new RankReport(RankReport.Activity.WAITS, 1, false, awaited, traffic, text);
  }

  private static RankReport throughTheCodec(RankReport report) throws Exception {
    byte[] frame = ControlCodec.encode(new ControlMessage.ReportAnswer(1, report));
    return ((ControlMessage.ReportAnswer) ControlCodec.read(new ByteArrayInputStream(frame)))
        .report();
  }

  @Test
  void shouldCutTextsThatAreTooLongAtAWholeCharacter() throws Exception {
    ControlMessage abort = new ControlMessage.Abort(1, 0, "ü".repeat(5000));

    ControlMessage read = ControlCodec.read(new ByteArrayInputStream(ControlCodec.encode(abort)));

    assertThat(((ControlMessage.Abort) read).reason())
        .isEqualTo("ü".repeat(ControlCodec.MAX_REASON_BYTES / 2));
  }

  @Test
  void shouldNameWhatIsWrong() {
    assertRejected(frame(99), "type is 99; it must be 1 to 17");
    assertRejected(header(ControlCodec.MAX_BODY_BYTES + 1, 11), "length is");
    assertRejected(header(-1, 11), "length is -1");
    assertRejected(frame(11, 0), "4 bytes too many");
    assertRejected(frame(4, 0), "a sequence number is 0");
    assertRejected(frame(4), "too short");
    assertRejected(frame(6, 1, -1, 0), "a rank is -1");
    assertRejected(frame(6, 1, 0, 0), "a count of ranks is 0");
    assertRejected(frame(6, 1, 0, 1, 0), "a key is empty");
    assertRejected(frame(6, 1, 0, 1, 256), "the length of a key is 256; it must be 0 to 255");
    assertRejected(frame(6, 1, 0, 1, 100), "a key has 100 bytes, but only 0 follow");
    assertRejected(frame(16, 1, 0), "a count of runs of ranks is 0");
    assertRejected(frame(16, 1, 2, 0, 1), "a count of runs of ranks is 2; it must be 1 to 1");
    assertRejected(frame(16, 1, 1, -1, 1), "the first rank of a run is -1");
    assertRejected(frame(16, 1, 1, 0, 0), "a count of ranks is 0");
    assertRejected(frame(16, 1, 2, 3, 2, 5, 1), "the first rank of a run is 5; it must be 6 to");
    assertRejected(frame(16, 1, 1, 2, Integer.MAX_VALUE), "a count of ranks is 2147483647");
    assertRejected(frame(17), "too short");
    assertRejected(frame(7, 1, 0, 1_000_000), "a count of values is 1000000");
    assertRejected(frame(7, 1, 0, 2, -1, -1, -1), "4 bytes too many");
    assertRejected(frame(7, 1, 0, 1, 1), "a value has 1 bytes, but only 0 follow");
    assertRejected(frame(10, 256, 0, 0), "an abort code is 256");
    assertRejected(frame(10, 1, 0, 4, -1), "a reason is not UTF-8");
    assertRejected(report(65), "a count of contexts is 65; it must be 0 to 64");
    assertRejected(report(1, -1), "a context id is -1");
    assertRejected(report(1, 0, 65), "a context's label is 65; it must be 0 to 64");
    assertRejected(report(1, 0, 0, 257), "a count of peers is 257; it must be 0 to 256");
    assertRejected(report(1, 0, 0, 1, -1, 0, 0, 0, 0, 0), "a rank is -1");
    assertRejected(report(1, 0, 0, 1, 0, 0, -1, 0, 0, 0), "a count of messages is -1");
    assertRejected(report(1, 0, 0, 1, 0, 0, 0, 0, 0, 17), "a transport's name is 17");
  }

  @Test
  void shouldSayThatTheStreamEndedWithinAMessage() {
    byte[] frame = ControlCodec.encode(new ControlMessage.Put("key", new byte[10]));
    for (int length = 1; length < frame.length; length++) {
      byte[] cut = Arrays.copyOf(frame, length);
      assertThatThrownBy(() -> ControlCodec.read(new ByteArrayInputStream(cut)))
          .isInstanceOf(EOFException.class);
    }
  }

  @Property(tries = 20_000)
  void shouldAnswerMutatedFramesWithMessagesOrNamedRejectionsOnly(@ForAll long seed)
      throws IOException {
    Random random = new Random(seed);
    byte[] frame = ControlCodec.encode(messages().get(random.nextInt(messages().size())));
    for (int mutations = 1 + random.nextInt(4); mutations > 0; mutations--) {
      frame[random.nextInt(frame.length)] = (byte) random.nextInt();
    }
    if (random.nextBoolean()) {
      frame = Arrays.copyOf(frame, random.nextInt(2 * frame.length));
    }
    ByteArrayInputStream in = new ByteArrayInputStream(frame);
    try {
      while (ControlCodec.read(in) != null) {
        assertThat(in.available()).isLessThan(frame.length);
      }
    } catch (ControlProtocolException rejected) {
      assertThat(rejected.getMessage()).isNotBlank();
    } catch (EOFException cut) {
      assertThat(in.available()).isZero();
    }
  }

  private static byte[] frame(int type, int... words) {
    ByteBuffer frame =
        ByteBuffer.allocate(ControlCodec.HEADER_BYTES + words.length * Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    frame.put(header(words.length * Integer.BYTES, type));
    for (int word : words) {
      frame.putInt(word);
    }
    return frame.array();
  }

  /** A report of a rank that waits for nobody, with these words for its traffic. */
  private static byte[] report(int... traffic) {
    int[] words = Arrays.copyOf(new int[] {1, 1, 0, 0, 0, 0}, 6 + traffic.length);
    System.arraycopy(traffic, 0, words, 6, traffic.length);
    return frame(13, words);
  }

  private static byte[] header(int lengthBytes, int type) {
    return ByteBuffer.allocate(ControlCodec.HEADER_BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(lengthBytes)
        .put((byte) type)
        .array();
  }

  private static void assertRejected(byte[] frame, String message) {
    assertThatThrownBy(() -> ControlCodec.read(new ByteArrayInputStream(frame)))
        .isInstanceOf(ControlProtocolException.class)
        .hasMessageContaining(message);
  }
}
