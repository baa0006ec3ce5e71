package org.ob1j.launcher.agent.message;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import org.ob1j.launcher.system.NativeText;

/**
 * Writes the fields of a frame, one after the other: numbers in network order, texts and lists with
 * their length before them. A text is the bytes that it stands for ({@link NativeText}).
 */
final class FieldWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  byte[] bytes() {
    return out.toByteArray();
  }

  FieldWriter type(int type) {
    out.write(type);
    return this;
  }

  FieldWriter flag(boolean value) {
    out.write(value ? 1 : 0);
    return this;
  }

  FieldWriter number(int value) {
    for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      out.write(value >>> shift);
    }
    return this;
  }

  FieldWriter longNumber(long value) {
    return number((int) (value >>> Integer.SIZE)).number((int) value);
  }

  FieldWriter bytes(byte[] bytes) {
    number(bytes.length);
    out.writeBytes(bytes);
    return this;
  }

  FieldWriter text(String text) {
    return bytes(NativeText.encode(text));
  }

  FieldWriter texts(List<String> texts) {
    number(texts.size());
    texts.forEach(this::text);
    return this;
  }

  FieldWriter numbers(List<Integer> numbers) {
    number(numbers.size());
    numbers.forEach(this::number);
    return this;
  }

  FieldWriter map(Map<String, String> map) {
    number(map.size());
    map.forEach((name, value) -> text(name).text(value));
    return this;
  }
}
