package org.ob1j.runtime.collective.buffer;

import java.lang.reflect.Array;
import org.ob1j.runtime.datatype.PrimitiveType;

/** What arrays of the primitive types have in common. */
public final class PrimitiveArrays {
  /** By the ordinal of the type. */
  private static final Class<?>[] CLASSES = {
    byte[].class,
    boolean[].class,
    char[].class,
    short[].class,
    int[].class,
    long[].class,
    float[].class,
    double[].class
  };

  private PrimitiveArrays() {}

  static Object allocate(PrimitiveType type, int elements) {
    return Array.newInstance(CLASSES[type.ordinal()].getComponentType(), elements);
  }

  static int length(Object array) {
    return Array.getLength(array);
  }

  /** Whether it is an array of that type; false for null. */
  public static boolean isOf(PrimitiveType type, Object storage) {
    return storage != null && storage.getClass() == CLASSES[type.ordinal()];
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
