package mpi;

/**
 * The structure of {@link MPI#DOUBLE_INT}, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}: a double
 * and an index. There is one, {@link MPI#doubleInt}.
 */
public final class DoubleInt extends Struct {
  private static final int INDEX_OFFSET = 8;
  private final int value;
  private final int index;

  DoubleInt() {
    value = addDouble();
    setOffset(INDEX_OFFSET);
    index = addInt();
  }

  @Override
  protected Data newData() {
    return new Data();
  }

  /** A value and an index in a buffer: {@link MPI#doubleInt} makes it. */
  public final class Data extends Struct.Data {
    /** One that is nowhere yet (MPI standard, "MINLOC and MAXLOC"). */
    public Data() {}

    /** The value (MPI standard, "MINLOC and MAXLOC"). */
    public double getValue() {
      return getDouble(value);
    }

    /** The index (MPI standard, "MINLOC and MAXLOC"). */
    public int getIndex() {
      return getInt(index);
    }

    /** Sets the value (MPI standard, "MINLOC and MAXLOC"). */
    public void putValue(double v) {
      putDouble(value, v);
    }

    /** Sets the index (MPI standard, "MINLOC and MAXLOC"). */
    public void putIndex(int v) {
      putInt(index, v);
    }
  }
}
