package mpi;

/**
 * The structure of {@link MPI#INT2}, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}: two ints, the
 * second of which is an index. There is one, {@link MPI#int2}.
 */
public final class Int2 extends Struct {
  private static final int INDEX_OFFSET = 4;
  private final int value;
  private final int index;

  Int2() {
    value = addInt();
    setOffset(INDEX_OFFSET);
    index = addInt();
  }

  @Override
  protected Data newData() {
    return new Data();
  }

  /** A value and an index in a buffer: {@link MPI#int2} makes it. */
  public final class Data extends Struct.Data {
    /** One that is nowhere yet (MPI standard, "MINLOC and MAXLOC"). */
    public Data() {}

    /** The value (MPI standard, "MINLOC and MAXLOC"). */
    public int getValue() {
      return getInt(value);
    }

    /** The index (MPI standard, "MINLOC and MAXLOC"). */
    public int getIndex() {
      return getInt(index);
    }

    /** Sets the value (MPI standard, "MINLOC and MAXLOC"). */
    public void putValue(int v) {
      putInt(value, v);
    }

    /** Sets the index (MPI standard, "MINLOC and MAXLOC"). */
    public void putIndex(int v) {
      putInt(index, v);
    }
  }
}
