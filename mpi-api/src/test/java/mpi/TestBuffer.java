package mpi;

import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ob1j.runtime.datatype.PrimitiveType;

/**
 * A message buffer of any kind, whose elements are seen as longs. A datatype may have gaps behind
 * its one primitive.
 */
final class TestBuffer {
  /** Where elements lie. */
  enum Kind {
    ARRAY,
    /** A heap buffer that begins inside its array. */
    HEAP,
    DIRECT
  }

  private final PrimitiveType type;
  private final Object buffer;
  private final Object array;
  private final int offset;
  private final ByteBuffer bytes;
  private final int extent;
  private final int primitives;

  TestBuffer(Kind kind, Datatype datatype, int elements) {
    type = datatype.typeMap().baseType();
    extent = datatype.getExtent();
    primitives = elements * extent;
    if (kind == Kind.DIRECT) {
      bytes =
          ByteBuffer.allocateDirect(primitives * type.sizeBytes()).order(ByteOrder.nativeOrder());
      buffer = bytes;
      array = null;
      offset = 0;
    } else {
      bytes = null;
      offset = kind == Kind.HEAP && type != PrimitiveType.BOOLEAN ? 3 : 0;
      array = UserOperands.array(datatype, offset + primitives);
      buffer = offset == 0 ? array : view(array, offset);
    }
  }

  private static Buffer view(Object array, int offset) {
    if (array instanceof byte[] bytes) {
      return MPI.slice(bytes, offset);
    } else if (array instanceof char[] chars) {
      return MPI.slice(chars, offset);
    } else if (array instanceof short[] shorts) {
      return MPI.slice(shorts, offset);
    } else if (array instanceof int[] ints) {
      return MPI.slice(ints, offset);
    } else if (array instanceof long[] longs) {
      return MPI.slice(longs, offset);
    } else if (array instanceof float[] floats) {
      return MPI.slice(floats, offset);
    }
    return MPI.slice((double[]) array, offset);
  }

  Object object() {
    return buffer;
  }

  /** Sets all elements, and what lies between them. */
  void fill(long value) {
    for (int i = 0; i < primitives; i++) {
      setPrimitive(i, value);
    }
  }

  /** True if all that lies between elements has this value. */
  boolean gapsAre(long value) {
    for (int i = 0; i < primitives; i++) {
      if (i % extent != 0 && getPrimitive(i) != value) {
        return false;
      }
    }
    return true;
  }

  void set(int index, long value) {
    setPrimitive(index * extent, value);
  }

  private void setPrimitive(int index, long value) {
    if (bytes != null) {
      setDirect(index, value);
      return;
    }
    int at = offset + index;
    switch (type) {
      case BYTE -> Array.setByte(array, at, (byte) value);
      case BOOLEAN -> Array.setBoolean(array, at, value != 0);
      case CHAR -> Array.setChar(array, at, (char) value);
      case SHORT -> Array.setShort(array, at, (short) value);
      case INT -> Array.setInt(array, at, (int) value);
      case LONG -> Array.setLong(array, at, value);
      case FLOAT -> Array.setFloat(array, at, value);
      case DOUBLE -> Array.setDouble(array, at, value);
      default -> throw new IllegalStateException();
    }
  }

  private void setDirect(int index, long value) {
    int at = index * type.sizeBytes();
    switch (type) {
      case BYTE, BOOLEAN -> bytes.put(at, (byte) value);
      case CHAR, SHORT -> bytes.putShort(at, (short) value);
      case INT -> bytes.putInt(at, (int) value);
      case LONG -> bytes.putLong(at, value);
      case FLOAT -> bytes.putFloat(at, value);
      case DOUBLE -> bytes.putDouble(at, value);
      default -> throw new IllegalStateException();
    }
  }

  long get(int index) {
    return getPrimitive(index * extent);
  }

  private long getPrimitive(int index) {
    if (bytes != null) {
      return getDirect(index);
    }
    int at = offset + index;
    return switch (type) {
      case BYTE -> Array.getByte(array, at) & 0xff;
      case BOOLEAN -> Array.getBoolean(array, at) ? 1 : 0;
      case CHAR -> Array.getChar(array, at);
      case FLOAT -> (long) Array.getFloat(array, at);
      case DOUBLE -> (long) Array.getDouble(array, at);
      default -> Array.getLong(array, at);
    };
  }

  private long getDirect(int index) {
    int at = index * type.sizeBytes();
    return switch (type) {
      case BYTE, BOOLEAN -> bytes.get(at) & 0xff;
      case CHAR -> bytes.getChar(at);
      case SHORT -> bytes.getShort(at);
      case INT -> bytes.getInt(at);
      case LONG -> bytes.getLong(at);
      case FLOAT -> (long) bytes.getFloat(at);
      case DOUBLE -> (long) bytes.getDouble(at);
    };
  }
}
