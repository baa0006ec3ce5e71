package mpi;

/**
 * The structure of {@link MPI#SHORT_INT}, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}: a short
 * and an index. There is one, {@link MPI#shortInt}.
 */
public final class ShortInt extends Struct {
  private static final int INDEX_OFFSET = 4;
  private final int value;
  private final int index;

  ShortInt() {
    value = addShort();
    setOffset(INDEX_OFFSET);
    index = addInt();
  }

  @Override
  protected Data newData() {
    return new Data();
  }

  /** A value and an index in a buffer: {@link MPI#shortInt} makes it. */
  public final class Data extends Struct.Data {
    /** One that is nowhere yet (MPI standard, "MINLOC and MAXLOC"). */
    public Data() {}

    /** The value (MPI standard, "MINLOC and MAXLOC"). */
    public short getValue() {
      return getShort(value);
    }

    /** The index (MPI standard, "MINLOC and MAXLOC"). */
    public int getIndex() {
      return getInt(index);
    }

    /** Sets the value (MPI standard, "MINLOC and MAXLOC"). */
    public void putValue(short v) {
      putShort(value, v);
    }

    /** Sets the index (MPI standard, "MINLOC and MAXLOC"). */
    public void putIndex(int v) {
      putInt(index, v);
    }
  }
}
