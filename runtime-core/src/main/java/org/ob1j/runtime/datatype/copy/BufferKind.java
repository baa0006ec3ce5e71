package org.ob1j.runtime.datatype.copy;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/** What a user's buffer is, as far as copying bytes to and from it differs. */
public enum BufferKind {
  NONE(1),
  BYTE_ARRAY(1),
  BOOLEAN_ARRAY(1),
  CHAR_ARRAY(Character.BYTES),
  SHORT_ARRAY(Short.BYTES),
  INT_ARRAY(Integer.BYTES),
  LONG_ARRAY(Long.BYTES),
  FLOAT_ARRAY(Float.BYTES),
  DOUBLE_ARRAY(Double.BYTES),
  BYTE_BUFFER(1),
  CHAR_BUFFER(Character.BYTES),
  SHORT_BUFFER(Short.BYTES),
  INT_BUFFER(Integer.BYTES),
  LONG_BUFFER(Long.BYTES),
  FLOAT_BUFFER(Float.BYTES),
  DOUBLE_BUFFER(Double.BYTES);

  private final int elementBytes;

  BufferKind(int elementBytes) {
    this.elementBytes = elementBytes;
  }

  /** An element's length. */
  public int elementBytes() {
    return elementBytes;
  }

  /** The binary logarithm of an element's length in bytes. */
  public int elementShift() {
    return Integer.numberOfTrailingZeros(elementBytes);
  }

  /** An array of numbers: its elements' bytes are the message's. */
  public boolean isNumberArray() {
    return switch (this) {
      case BYTE_ARRAY, CHAR_ARRAY, SHORT_ARRAY, INT_ARRAY, LONG_ARRAY, FLOAT_ARRAY, DOUBLE_ARRAY ->
          true;
      default -> false;
    };
  }

  /** The kind of an array, or null if the object is not an array of primitives. */
  public static BufferKind ofArray(Object array) {
    if (array instanceof byte[]) {
      return BYTE_ARRAY;
    } else if (array instanceof double[]) {
      return DOUBLE_ARRAY;
    } else if (array instanceof int[]) {
      return INT_ARRAY;
    } else if (array instanceof long[]) {
      return LONG_ARRAY;
    } else if (array instanceof float[]) {
      return FLOAT_ARRAY;
    } else if (array instanceof char[]) {
      return CHAR_ARRAY;
    } else if (array instanceof short[]) {
      return SHORT_ARRAY;
    } else if (array instanceof boolean[]) {
      return BOOLEAN_ARRAY;
    }
    return null;
  }

  /** The kind of a buffer; every {@link Buffer} has one. */
  public static BufferKind ofBuffer(Buffer buffer) {
    if (buffer instanceof ByteBuffer) {
      return BYTE_BUFFER;
    } else if (buffer instanceof DoubleBuffer) {
      return DOUBLE_BUFFER;
    } else if (buffer instanceof IntBuffer) {
      return INT_BUFFER;
    } else if (buffer instanceof LongBuffer) {
      return LONG_BUFFER;
    } else if (buffer instanceof FloatBuffer) {
      return FLOAT_BUFFER;
    } else if (buffer instanceof CharBuffer) {
      return CHAR_BUFFER;
    }
    return SHORT_BUFFER;
  }

  /** The byte order in which a typed buffer keeps its elements. */
  public static ByteOrder orderOf(Buffer buffer) {
    if (buffer instanceof DoubleBuffer doubles) {
      return doubles.order();
    } else if (buffer instanceof IntBuffer ints) {
      return ints.order();
    } else if (buffer instanceof LongBuffer longs) {
      return longs.order();
    } else if (buffer instanceof FloatBuffer floats) {
      return floats.order();
    } else if (buffer instanceof CharBuffer chars) {
      return chars.order();
    } else if (buffer instanceof ShortBuffer shorts) {
      return shorts.order();
    }
    return ByteOrder.nativeOrder();
  }
}
