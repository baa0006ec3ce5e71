package org.ob1j.launcher.agent.message;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ob1j.launcher.system.NativeText;
import org.ob1j.runtime.control.message.ControlProtocolException;

/**
 * Reads what {@link FieldWriter} has written. Lengths are checked before memory is taken for them;
 * what cannot be is a {@link ControlProtocolException}.
 */
final class FieldReader {
  private final ByteBuffer in;

  FieldReader(byte[] body) {
    in = ByteBuffer.wrap(body);
  }

  int type() throws ControlProtocolException {
    return ranged("a type", octet(), 0, 0xff);
  }

  boolean flag() throws ControlProtocolException {
    return ranged("a flag", octet(), 0, 1) == 1;
  }

  private int octet() throws ControlProtocolException {
    try {
      return Byte.toUnsignedInt(in.get());
    } catch (BufferUnderflowException end) {
      throw tooShort();
    }
  }

  int number() throws ControlProtocolException {
    try {
      return in.getInt();
    } catch (BufferUnderflowException end) {
      throw tooShort();
    }
  }

  int ranged(String what, int least, int most) throws ControlProtocolException {
    return ranged(what, number(), least, most);
  }

  private static int ranged(String what, int value, int least, int most)
      throws ControlProtocolException {
    if (value < least || value > most) {
      throw new ControlProtocolException(
          what + " is " + value + "; it must be " + least + " to " + most);
    }
    return value;
  }

  long longNumber() throws ControlProtocolException {
    long high = number();
    return high << Integer.SIZE | Integer.toUnsignedLong(number());
  }

  byte[] bytes() throws ControlProtocolException {
    byte[] bytes = new byte[ranged("a length in bytes", 0, in.remaining() - Integer.BYTES)];
    in.get(bytes);
    return bytes;
  }

  String text() throws ControlProtocolException {
    return NativeText.decode(bytes());
  }

  /** How many things follow, of which each takes so many bytes at least. */
  int count(int leastBytes) throws ControlProtocolException {
    return ranged("a count", 0, Math.max(0, in.remaining() - Integer.BYTES) / leastBytes);
  }

  List<String> texts() throws ControlProtocolException {
    int count = count(Integer.BYTES);
    List<String> texts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      texts.add(text());
    }
    return texts;
  }

  List<Integer> numbers() throws ControlProtocolException {
    int count = count(Integer.BYTES);
    List<Integer> numbers = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      numbers.add(number());
    }
    return numbers;
  }

  Map<String, String> map() throws ControlProtocolException {
    int count = count(2 * Integer.BYTES);
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      map.put(text(), text());
    }
    return map;
  }

  void requireEnd() throws ControlProtocolException {
    if (in.hasRemaining()) {
      throw new ControlProtocolException("a frame has " + in.remaining() + " bytes too many");
    }
  }

  private ControlProtocolException tooShort() {
    return new ControlProtocolException("a frame is too short: " + in.limit() + " bytes");
  }
}
