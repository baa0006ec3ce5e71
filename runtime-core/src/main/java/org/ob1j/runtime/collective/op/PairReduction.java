package org.ob1j.runtime.collective.op;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.ob1j.runtime.datatype.PrimitiveType;

/**
 * The least or greatest of values, each with an int that tells where it is; of equal values, the
 * lower place (MPI standard, "MINLOC and MAXLOC"). Operands are bytes.
 *
 * <pre>
 *   0        value's size       indexOffset          extent
 *   | value  |    (padding)     | index | (padding)  |
 * </pre>
 */
public final class PairReduction implements Reduction {
  private static final VarHandle SHORTS = view(short[].class);
  private static final VarHandle INTS = view(int[].class);
  private static final VarHandle LONGS = view(long[].class);
  private static final VarHandle FLOATS = view(float[].class);
  private static final VarHandle DOUBLES = view(double[].class);

  private final boolean least;
  private final PrimitiveType valueType;
  private final int indexOffset;
  private final int extentBytes;

  /**
   * The least value, or else the greatest.
   *
   * @param valueType SHORT, INT, LONG, FLOAT or DOUBLE
   * @param indexOffset where the index lies in a pair, in bytes
   * @param extentBytes from one pair to the next
   */
  public PairReduction(boolean least, PrimitiveType valueType, int indexOffset, int extentBytes) {
    this.least = least;
    this.valueType = valueType;
    this.indexOffset = indexOffset;
    this.extentBytes = extentBytes;
  }

  private static VarHandle view(Class<?> arrays) {
    return MethodHandles.byteArrayViewVarHandle(arrays, ByteOrder.nativeOrder());
  }

  @Override
  public PrimitiveType operandType() {
    return PrimitiveType.BYTE;
  }

  @Override
  public boolean isCommutative() {
    return true;
  }

  @Override
  public boolean isUserDefined() {
    return false;
  }

  @Override
  public void apply(Object first, int firstIndex, Object second, int secondIndex, int count) {
    byte[] from = (byte[]) first;
    byte[] to = (byte[]) second;
    for (int i = 0; i < count; i++) {
      combine(from, firstIndex + i * extentBytes, to, secondIndex + i * extentBytes);
    }
  }

  private void combine(byte[] from, int at, byte[] to, int toAt) {
    int order = compare(from, at, to, toAt);
    int fromPlace = (int) INTS.get(from, at + indexOffset);
    if (order == 0) {
      int toPlace = (int) INTS.get(to, toAt + indexOffset);
      INTS.set(to, toAt + indexOffset, Math.min(fromPlace, toPlace));
    } else if (order < 0 == least) {
      System.arraycopy(from, at, to, toAt, valueType.sizeBytes());
      INTS.set(to, toAt + indexOffset, fromPlace);
    }
  }

  /** As the operators of numbers do it: zeros are equal, whatever their sign. */
  private int compare(byte[] from, int at, byte[] to, int toAt) {
    return switch (valueType) {
      case SHORT -> Short.compare((short) SHORTS.get(from, at), (short) SHORTS.get(to, toAt));
      case INT -> Integer.compare((int) INTS.get(from, at), (int) INTS.get(to, toAt));
      case LONG -> Long.compare((long) LONGS.get(from, at), (long) LONGS.get(to, toAt));
      case FLOAT -> compare((float) FLOATS.get(from, at), (float) FLOATS.get(to, toAt));
      case DOUBLE -> compare((double) DOUBLES.get(from, at), (double) DOUBLES.get(to, toAt));
      default -> throw new IllegalStateException("pairs with a value of type " + valueType);
    };
  }

  private static int compare(double one, double other) {
    return one == other ? 0 : one < other ? -1 : 1;
  }
}
