package mpi;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import org.ob1j.runtime.datatype.PrimitiveType;

/** Copies between memory and the arrays that a {@link UserFunction} gets. */
final class UserOperands {
  private UserOperands() {}

  /** An array of the datatype's base type. */
  static Object array(Datatype datatype, int elements) {
    PrimitiveType base = datatype.typeMap().baseType();
    return switch (base) {
      case BYTE -> new byte[elements];
      case BOOLEAN -> new boolean[elements];
      case CHAR -> new char[elements];
      case SHORT -> new short[elements];
      case INT -> new int[elements];
      case LONG -> new long[elements];
      case FLOAT -> new float[elements];
      case DOUBLE -> new double[elements];
    };
  }

  /** Fills a whole array from the beginning of the memory. */
  static void read(ByteBuffer memory, Object array) {
    read(memory, array, 0, Array.getLength(array));
  }

  /** Writes a whole array to the beginning of the memory. */
  static void write(Object array, ByteBuffer memory) {
    write(array, 0, Array.getLength(array), memory);
  }

  /** Writes a part of an array to the beginning of the memory. */
  static void write(Object array, int first, int count, ByteBuffer memory) {
    if (array instanceof byte[] bytes) {
      memory.put(0, bytes, first, count);
    } else if (array instanceof double[] doubles) {
      memory.asDoubleBuffer().put(doubles, first, count);
    } else if (array instanceof int[] ints) {
      memory.asIntBuffer().put(ints, first, count);
    } else if (array instanceof long[] longs) {
      memory.asLongBuffer().put(longs, first, count);
    } else if (array instanceof float[] floats) {
      memory.asFloatBuffer().put(floats, first, count);
    } else if (array instanceof char[] chars) {
      memory.asCharBuffer().put(chars, first, count);
    } else if (array instanceof short[] shorts) {
      memory.asShortBuffer().put(shorts, first, count);
    } else {
      boolean[] booleans = (boolean[]) array;
      for (int i = 0; i < count; i++) {
        memory.put(i, (byte) (booleans[first + i] ? 1 : 0));
      }
    }
  }

  /** Fills a part of an array from the beginning of the memory. */
  static void read(ByteBuffer memory, Object array, int first, int count) {
    if (array instanceof byte[] bytes) {
      memory.get(0, bytes, first, count);
    } else if (array instanceof double[] doubles) {
      memory.asDoubleBuffer().get(doubles, first, count);
    } else if (array instanceof int[] ints) {
      memory.asIntBuffer().get(ints, first, count);
    } else if (array instanceof long[] longs) {
      memory.asLongBuffer().get(longs, first, count);
    } else if (array instanceof float[] floats) {
      memory.asFloatBuffer().get(floats, first, count);
    } else if (array instanceof char[] chars) {
      memory.asCharBuffer().get(chars, first, count);
    } else if (array instanceof short[] shorts) {
      memory.asShortBuffer().get(shorts, first, count);
    } else {
      boolean[] booleans = (boolean[]) array;
      for (int i = 0; i < count; i++) {
        booleans[first + i] = memory.get(i) != 0;
      }
    }
  }
}
