package org.ob1j.runtime.datatype;

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
enum BufferKind {
  NONE(PrimitiveType.BYTE),
  BYTE_ARRAY(PrimitiveType.BYTE),
  BOOLEAN_ARRAY(PrimitiveType.BOOLEAN),
  CHAR_ARRAY(PrimitiveType.CHAR),
  SHORT_ARRAY(PrimitiveType.SHORT),
  INT_ARRAY(PrimitiveType.INT),
  LONG_ARRAY(PrimitiveType.LONG),
  FLOAT_ARRAY(PrimitiveType.FLOAT),
  DOUBLE_ARRAY(PrimitiveType.DOUBLE),
  BYTE_BUFFER(PrimitiveType.BYTE),
  CHAR_BUFFER(PrimitiveType.CHAR),
  SHORT_BUFFER(PrimitiveType.SHORT),
  INT_BUFFER(PrimitiveType.INT),
  LONG_BUFFER(PrimitiveType.LONG),
  FLOAT_BUFFER(PrimitiveType.FLOAT),
  DOUBLE_BUFFER(PrimitiveType.DOUBLE);

  private final PrimitiveType element;

  BufferKind(PrimitiveType element) {
    this.element = element;
  }

  PrimitiveType element() {
    return element;
  }

  /** The binary logarithm of an element's length in bytes. */
  int elementShift() {
    return Integer.numberOfTrailingZeros(element.sizeBytes());
  }

  /** An array of numbers: its elements' bytes are the message's. */
  boolean isNumberArray() {
    return switch (this) {
      case BYTE_ARRAY,
          CHAR_ARRAY,
          SHORT_ARRAY,
          INT_ARRAY,
          LONG_ARRAY,
          FLOAT_ARRAY,
          DOUBLE_ARRAY -> true;
      default -> false;
    };
  }

  /** The kind of an array, or null if the object is not an array of primitives. */
  static BufferKind ofArray(Object array) {
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
  static BufferKind ofBuffer(Buffer buffer) {
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
  static ByteOrder orderOf(Buffer buffer) {
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
