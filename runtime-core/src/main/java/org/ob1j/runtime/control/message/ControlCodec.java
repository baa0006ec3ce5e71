package org.ob1j.runtime.control.message;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ob1j.runtime.control.handshake.Handshake;
import org.ob1j.runtime.control.message.ControlMessage.Gathering;
import org.ob1j.runtime.job.ContextTraffic;
import org.ob1j.runtime.job.Modex;
import org.ob1j.runtime.job.RankReport;
import org.ob1j.runtime.job.RankReport.Activity;

/**
 * The bytes of control messages: a frame is a header of 8 bytes and a body, little-endian.
 *
 * <pre>
 *    0       1       2       3       4       5       6       7
 *   +-------+-------+-------+-------+-------+-------+-------+-------+
 *   |     length of the body        | type  |         zero          |
 *   +-------+-------+-------+-------+-------+-------+-------+-------+
 *   |  body …
 * </pre>
 *
 * A text or a value is its length in bytes (i32) and the bytes, a text in UTF-8. Everything is
 * checked before memory is taken for it, and a body must be used up exactly.
 */
public final class ControlCodec {
  static final int HEADER_BYTES = 8;

  /** The longest body: a value of the modex and what goes with it. */
  public static final int MAX_BODY_BYTES = Modex.MAX_VALUE_BYTES + 1024;

  public static final int MAX_KEY_BYTES = 255;
  static final int MAX_REASON_BYTES = 4096;
  static final int MAX_REPORT_BYTES = 32 * 1024;

  /** A rank that waits for more ranks than this names none. */
  static final int MAX_AWAITED_RANKS = 4096;

  private static final int NO_VALUE = -1;
  private static final int MAX_HEARTBEAT_MILLIS = 24 * 60 * 60 * 1000;

  private static final int REGISTER = 1;
  private static final int REGISTERED = 2;
  private static final int PUT = 3;
  private static final int FENCE = 4;
  private static final int FENCE_DONE = 5;
  private static final int GET = 6;
  private static final int VALUES = 7;
  private static final int BARRIER = 8;
  private static final int BARRIER_DONE = 9;
  private static final int ABORT = 10;
  private static final int HEARTBEAT = 11;
  private static final int REPORT_REQUEST = 12;
  private static final int REPORT_ANSWER = 13;
  private static final int BYE = 14;
  private static final int BYE_DONE = 15;
  private static final int GROUP_FENCE = 16;
  private static final int GROUP_FENCE_DONE = 17;

  private ControlCodec() {}

  /** The whole frame of a message. Texts that are too long are cut. */
  public static byte[] encode(ControlMessage message) {
    ByteBuffer frame =
        ByteBuffer.allocate(HEADER_BYTES + bodyBound(message)).order(ByteOrder.LITTLE_ENDIAN);
    frame.position(HEADER_BYTES);
    int type = writeBody(message, frame);
    frame.putInt(0, frame.position() - HEADER_BYTES);
    frame.put(4, (byte) type);
    return Arrays.copyOf(frame.array(), frame.position());
  }

  /**
   * Reads one message.
   *
   * @return null if the stream ends where a message would begin
   * @throws ControlProtocolException if the bytes are no valid message
   * @throws IOException if the stream fails, or ends within a message
   */
  public static ControlMessage read(InputStream in) throws IOException, ControlProtocolException {
    byte[] header = in.readNBytes(HEADER_BYTES);
    if (header.length == 0) {
      return null;
    }
    if (header.length < HEADER_BYTES) {
      throw new EOFException("the connection closed within a message's header");
    }
    ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    int lengthBytes = fields.getInt(0);
    int type = Byte.toUnsignedInt(fields.get(4));
    if (lengthBytes < 0 || lengthBytes > MAX_BODY_BYTES) {
      throw new ControlProtocolException(
          "a message's length is " + lengthBytes + "; it must be 0 to " + MAX_BODY_BYTES);
    }
    if (fields.get(5) != 0 || fields.get(6) != 0 || fields.get(7) != 0) {
      throw new ControlProtocolException("a message's header has values where zeros should be");
    }
    byte[] body = in.readNBytes(lengthBytes);
    if (body.length < lengthBytes) {
      throw new EOFException("the connection closed within a message's body");
    }
    return decode(type, ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN));
  }

  /** Decodes a body, from its position to its limit. */
  static ControlMessage decode(int type, ByteBuffer body) throws ControlProtocolException {
    try {
      ControlMessage message = readBody(type, body);
      if (body.hasRemaining()) {
        throw new ControlProtocolException(
            "a message of type " + type + " has " + body.remaining() + " bytes too many");
      }
      return message;
    } catch (BufferUnderflowException tooShort) {
      throw new ControlProtocolException(
          "a message of type " + type + " is too short: " + body.limit() + " bytes");
    }
  }

  private static int writeBody(ControlMessage message, ByteBuffer body) {
    if (message instanceof ControlMessage.Register m) {
      body.putInt(m.size()).putInt(0).putLong(m.processId());
      return REGISTER;
    } else if (message instanceof ControlMessage.Registered m) {
      body.putInt(m.heartbeatMillis());
      return REGISTERED;
    } else if (message instanceof ControlMessage.Put m) {
      putBytes(body, utf8(m.key(), MAX_KEY_BYTES));
      putBytes(body, m.value());
      return PUT;
    } else if (message instanceof ControlMessage.Arrive m) {
      body.putInt(m.sequence());
      return m.gathering() == Gathering.FENCE ? FENCE : BARRIER;
    } else if (message instanceof ControlMessage.Release m) {
      body.putInt(m.sequence());
      return m.gathering() == Gathering.FENCE ? FENCE_DONE : BARRIER_DONE;
    } else if (message instanceof ControlMessage.Get m) {
      body.putInt(m.request()).putInt(m.rank()).putInt(m.count());
      putBytes(body, utf8(m.key(), MAX_KEY_BYTES));
      return GET;
    } else if (message instanceof ControlMessage.Values m) {
      writeValues(m, body);
      return VALUES;
    } else if (message instanceof ControlMessage.Abort m) {
      body.putInt(m.code()).putInt(m.rank());
      putBytes(body, utf8(m.reason(), MAX_REASON_BYTES));
      return ABORT;
    } else {
      return writeSmallBody(message, body);
    }
  }

  private static int writeSmallBody(ControlMessage message, ByteBuffer body) {
    if (message instanceof ControlMessage.ReportRequest m) {
      body.putInt(m.request()).putInt(m.movesOnly() ? 1 : 0);
      return REPORT_REQUEST;
    } else if (message instanceof ControlMessage.ReportAnswer m) {
      writeReport(m, body);
      return REPORT_ANSWER;
    } else if (message instanceof ControlMessage.ArriveInGroup m) {
      m.group().write(body.putInt(m.request()));
      return GROUP_FENCE;
    } else if (message instanceof ControlMessage.ReleaseOfGroup m) {
      body.putInt(m.request());
      return GROUP_FENCE_DONE;
    } else if (message instanceof ControlMessage.Heartbeat) {
      return HEARTBEAT;
    } else if (message instanceof ControlMessage.Bye) {
      return BYE;
    } else {
      return BYE_DONE;
    }
  }

  private static void writeReport(ControlMessage.ReportAnswer answer, ByteBuffer body) {
    RankReport report = answer.report();
    boolean known = report.awaited().size() <= MAX_AWAITED_RANKS;
    List<Integer> awaited = known ? report.awaited() : List.of();
    body.putInt(answer.request()).putInt(report.activity().ordinal()).putLong(report.moves());
    body.putInt(report.anyOne() ? 1 : 0).putInt(awaited.size());
    awaited.forEach(body::putInt);
    TrafficCodec.write(report.traffic(), body);
    putBytes(body, utf8(report.text(), MAX_REPORT_BYTES));
  }

  private static void writeValues(ControlMessage.Values message, ByteBuffer body) {
    body.putInt(message.request()).putInt(message.firstRank()).putInt(message.values().size());
    for (byte[] value : message.values()) {
      if (value == null) {
        body.putInt(NO_VALUE);
      } else {
        putBytes(body, value);
      }
    }
  }

  private static ControlMessage readBody(int type, ByteBuffer body)
      throws ControlProtocolException {
    return switch (type) {
      case REGISTER -> {
        int size = atLeast("a job's size", body.getInt(), 1);
        zero(body.getInt());
        yield new ControlMessage.Register(size, body.getLong());
      }
      case REGISTERED ->
          new ControlMessage.Registered(
              ranged("a heartbeat interval in ms", body.getInt(), 0, MAX_HEARTBEAT_MILLIS));
      case PUT -> new ControlMessage.Put(key(body), value(body));
      case FENCE -> new ControlMessage.Arrive(Gathering.FENCE, sequence(body));
      case FENCE_DONE -> new ControlMessage.Release(Gathering.FENCE, sequence(body));
      case BARRIER -> new ControlMessage.Arrive(Gathering.BARRIER, sequence(body));
      case BARRIER_DONE -> new ControlMessage.Release(Gathering.BARRIER, sequence(body));
      case GET ->
          new ControlMessage.Get(
              body.getInt(),
              atLeast("a rank", body.getInt(), 0),
              atLeast("a count of ranks", body.getInt(), 1),
              key(body));
      case GROUP_FENCE -> new ControlMessage.ArriveInGroup(body.getInt(), RankRanges.read(body));
      case GROUP_FENCE_DONE -> new ControlMessage.ReleaseOfGroup(body.getInt());
      case VALUES -> readValues(body);
      case ABORT ->
          new ControlMessage.Abort(
              ranged("an abort code", body.getInt(), 0, 255),
              atLeast("a rank", body.getInt(), Handshake.LAUNCHER),
              text("a reason", body, MAX_REASON_BYTES));
      case HEARTBEAT -> new ControlMessage.Heartbeat();
      case REPORT_REQUEST -> new ControlMessage.ReportRequest(body.getInt(), flag(body));
      case REPORT_ANSWER -> new ControlMessage.ReportAnswer(body.getInt(), readReport(body));
      case BYE -> new ControlMessage.Bye();
      case BYE_DONE -> new ControlMessage.ByeDone();
      default ->
          throw new ControlProtocolException(
              "a message's type is "
                  + type
                  + "; it must be "
                  + REGISTER
                  + " to "
                  + GROUP_FENCE_DONE);
    };
  }

  private static ControlMessage.Values readValues(ByteBuffer body) throws ControlProtocolException {
    int request = body.getInt();
    int firstRank = atLeast("a rank", body.getInt(), 0);
    int count = ranged("a count of values", body.getInt(), 1, body.remaining() / Integer.BYTES);
    List<byte[]> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      body.mark();
      boolean absent = body.getInt() == NO_VALUE;
      if (!absent) {
        body.reset();
      }
      values.add(absent ? null : value(body));
    }
    return new ControlMessage.Values(request, firstRank, values);
  }

  private static RankReport readReport(ByteBuffer body) throws ControlProtocolException {
    Activity[] activities = Activity.values();
    Activity activity = activities[ranged("an activity", body.getInt(), 0, activities.length - 1)];
    long moves = body.getLong();
    boolean anyOne = flag(body);
    int count = ranged("a count of awaited ranks", body.getInt(), 0, MAX_AWAITED_RANKS);
    List<Integer> awaited = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      awaited.add(atLeast("a rank", body.getInt(), 0));
    }
    List<ContextTraffic> traffic = TrafficCodec.read(body);
    String text = text("a report", body, MAX_REPORT_BYTES);
    return new RankReport(activity, moves, anyOne, awaited, traffic, text);
  }

  private static boolean flag(ByteBuffer body) throws ControlProtocolException {
    return ranged("a flag", body.getInt(), 0, 1) == 1;
  }

  private static int sequence(ByteBuffer body) throws ControlProtocolException {
    return atLeast("a sequence number", body.getInt(), 1);
  }

  private static String key(ByteBuffer body) throws ControlProtocolException {
    String key = text("a key", body, MAX_KEY_BYTES);
    if (key.isEmpty()) {
      throw new ControlProtocolException("a key is empty");
    }
    return key;
  }

  private static byte[] value(ByteBuffer body) throws ControlProtocolException {
    return bytes("a value", body, Modex.MAX_VALUE_BYTES);
  }

  static String text(String what, ByteBuffer body, int maximumBytes)
      throws ControlProtocolException {
    byte[] utf8 = bytes(what, body, maximumBytes);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException malformed) {
      throw new ControlProtocolException(what + " is not UTF-8");
    }
  }

  private static byte[] bytes(String what, ByteBuffer body, int maximumBytes)
      throws ControlProtocolException {
    int lengthBytes = ranged("the length of " + what, body.getInt(), 0, maximumBytes);
    if (lengthBytes > body.remaining()) {
      throw new ControlProtocolException(
          what + " has " + lengthBytes + " bytes, but only " + body.remaining() + " follow");
    }
    byte[] bytes = new byte[lengthBytes];
    body.get(bytes);
    return bytes;
  }

  private static void zero(int value) throws ControlProtocolException {
    if (value != 0) {
      throw new ControlProtocolException("a message has " + value + " where zero should be");
    }
  }

  static int atLeast(String what, int value, int minimum) throws ControlProtocolException {
    return ranged(what, value, minimum, Integer.MAX_VALUE);
  }

  static int ranged(String what, int value, int minimum, int maximum)
      throws ControlProtocolException {
    if (value < minimum || value > maximum) {
      throw new ControlProtocolException(
          what + " is " + value + "; it must be " + minimum + " to " + maximum);
    }
    return value;
  }

  static void putBytes(ByteBuffer body, byte[] bytes) {
    body.putInt(bytes.length).put(bytes);
  }

  /** The text in UTF-8, cut at a whole character. */
  static byte[] utf8(String text, int maximumBytes) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    int end = Math.min(utf8.length, maximumBytes);
    while (end < utf8.length && end > 0 && (utf8[end] & 0xc0) == 0x80) {
      end--;
    }
    return Arrays.copyOf(utf8, end);
  }

  private static int bodyBound(ControlMessage message) {
    return message instanceof ControlMessage.Put || message instanceof ControlMessage.Values
        ? MAX_BODY_BYTES
        : message instanceof ControlMessage.ReportAnswer
            ? MAX_REPORT_BYTES + MAX_AWAITED_RANKS * Integer.BYTES + TrafficCodec.MAX_BYTES + 64
            : message instanceof ControlMessage.ArriveInGroup
                ? MAX_BODY_BYTES
                : MAX_REASON_BYTES + 64;
  }
}
