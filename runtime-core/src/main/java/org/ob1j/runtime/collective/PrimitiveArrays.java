package org.ob1j.runtime.collective;

import java.lang.reflect.Array;
import org.ob1j.runtime.datatype.PrimitiveType;

/** What arrays of the primitive types have in common. */
final class PrimitiveArrays {
  private PrimitiveArrays() {}

  static Object allocate(PrimitiveType type, int elements) {
    return switch (type) {
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

  static int length(Object array) {
    return Array.getLength(array);
  }

  static boolean isOf(PrimitiveType type, Object storage) {
    return switch (type) {
      case BYTE -> storage instanceof byte[];
      case BOOLEAN -> storage instanceof boolean[];
      case CHAR -> storage instanceof char[];
      case SHORT -> storage instanceof short[];
      case INT -> storage instanceof int[];
      case LONG -> storage instanceof long[];
      case FLOAT -> storage instanceof float[];
      case DOUBLE -> storage instanceof double[];
    };
  }

  /** The binary logarithm of the bytes of an element; −1 if this is not an array. */
  static int shift(Object storage) {
    if (storage instanceof byte[] || storage instanceof boolean[]) {
      return 0;
    } else if (storage instanceof double[] || storage instanceof long[]) {
      return 3;
    } else if (storage instanceof int[] || storage instanceof float[]) {
      return 2;
    }
    return storage instanceof char[] || storage instanceof short[] ? 1 : -1;
  }
}
