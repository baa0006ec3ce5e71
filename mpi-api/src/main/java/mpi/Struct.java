package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A structure of values of different types, laid out in bytes. A subclass adds its fields when it
 * is made and reads and writes them through a subclass of {@link Data}:
 *
 * <pre>
 *   class Point extends Struct {
 *     final int x = addDouble(), y = addDouble(), id = addInt();
 *
 *     class Data extends Struct.Data {
 *       double getX() { return getDouble(x); }
 *       void putX(double v) { putDouble(x, v); }
 *       …
 *     }
 *
 *     protected Data newData() { return new Data(); }
 *   }
 * </pre>
 *
 * <p>A field lies behind the one before it, without padding; {@link #setOffset} leaves a gap. Once
 * the datatype, the extent or data have been asked for, no field can be added. Values are in the
 * byte order of the buffer; that of {@link MPI#newByteBuffer} and {@link MPI#slice(byte[], int)} is
 * the machine's, and so is that of arrays.
 */
public abstract class Struct {
  private final List<Field> fields = new ArrayList<>();
  private int extent;

  /** Null as long as fields can be added. */
  private Datatype datatype;

  /**
   * A part of the structure.
   *
   * @param struct the structure that it is, or null
   * @param type its datatype, or null if it is a structure
   */
  private record Field(Struct struct, Datatype type, int offset, int length) {
    Datatype datatype() {
      return struct == null ? type : struct.getType();
    }
  }

  /** A structure without fields (MPI standard, MPI_Type_create_struct). */
  public Struct() {}

  /**
   * The distance from one structure to the next, in bytes: rounded up so that each begins where its
   * longest primitive may (MPI standard, MPI_Type_create_struct).
   */
  public final int getExtent() throws MPIException {
    commit();
    return extent;
  }

  /** The datatype of the structure, committed (MPI standard, MPI_Type_create_struct). */
  public final Datatype getType() throws MPIException {
    commit();
    return datatype;
  }

  private void commit() {
    if (datatype != null) {
      return;
    }
    Datatype made =
        Datatype.createStruct(
            fields.stream().mapToInt(Field::length).toArray(),
            fields.stream().mapToInt(Field::offset).toArray(),
            fields.stream().map(Field::datatype).toArray(Datatype[]::new));
    made.commit();
    datatype = made;
    extent = made.getExtent();
  }

  /**
   * A new object through which the fields can be reached; a subclass makes it of its own class (MPI
   * standard, MPI_Type_create_struct).
   */
  protected abstract Data newData();

  /**
   * The structure at the beginning of a buffer (MPI standard, MPI_Type_create_struct).
   *
   * @param <T> the class that {@link #newData} makes
   * @param buffer what the fields are read from and written to, in its byte order
   */
  public final <T extends Data> T getData(ByteBuffer buffer) throws MPIException {
    commit();
    return newData(buffer, 0);
  }

  /**
   * A structure of those that stand one behind the other in a buffer (MPI standard,
   * MPI_Type_create_struct).
   *
   * @param <T> the class that {@link #newData} makes
   * @param buffer what the fields are read from and written to, in its byte order
   * @param index which structure, from 0
   */
  public final <T extends Data> T getData(ByteBuffer buffer, int index) throws MPIException {
    commit();
    return newData(buffer, Math.multiplyExact(index, extent));
  }

  /**
   * The structure at the beginning of an array (MPI standard, MPI_Type_create_struct).
   *
   * @param <T> the class that {@link #newData} makes
   * @param array what the fields are read from and written to, in the machine's byte order
   */
  public final <T extends Data> T getData(byte[] array) throws MPIException {
    return getData(ByteBuffer.wrap(array).order(ByteOrder.nativeOrder()));
  }

  /**
   * A structure of those that stand one behind the other in an array (MPI standard,
   * MPI_Type_create_struct).
   *
   * @param <T> the class that {@link #newData} makes
   * @param array what the fields are read from and written to, in the machine's byte order
   * @param index which structure, from 0
   */
  public final <T extends Data> T getData(byte[] array, int index) throws MPIException {
    return getData(ByteBuffer.wrap(array).order(ByteOrder.nativeOrder()), index);
  }

  /** The caller names the class that its structure makes, as the bindings of Open MPI have it. */
  @SuppressWarnings("unchecked")
  private <T extends Data> T newData(ByteBuffer buffer, int offset) {
    Data data = newData();
    data.buffer = buffer;
    data.offset = offset;
    return (T) data;
  }

  /**
   * Leaves a gap before the next field (MPI standard, MPI_Type_create_struct).
   *
   * @param offset where that begins, in bytes
   * @return this structure
   * @throws IllegalArgumentException if a field lies there already
   */
  public final Struct setOffset(int offset) {
    requireOpen();
    if (offset < extent) {
      throw new IllegalArgumentException(
          "the next field cannot begin at byte "
              + offset
              + ": the fields before it end at byte "
              + extent);
    }
    extent = offset;
    return this;
  }

  private void requireOpen() {
    if (datatype != null) {
      throw new AssertionError(
          "the structure is in use: no field can be added to " + getClass().getName());
    }
  }

  private int add(Struct struct, Datatype type, int extentOfOne, int length) {
    requireOpen();
    int offset = extent;
    extent = Math.addExact(offset, Math.multiplyExact(extentOfOne, length));
    fields.add(new Field(struct, type, offset, length));
    return offset;
  }

  /** Adds a byte; returns where it begins (MPI standard, MPI_Type_create_struct). */
  public final int addByte() {
    return addByte(1);
  }

  /** Adds bytes; returns where they begin (MPI standard, MPI_Type_create_struct). */
  public final int addByte(int length) {
    return add(null, MPI.BYTE, Byte.BYTES, length);
  }

  /** Adds a char; returns where it begins (MPI standard, MPI_Type_create_struct). */
  public final int addChar() {
    return addChar(1);
  }

  /** Adds chars; returns where they begin (MPI standard, MPI_Type_create_struct). */
  public final int addChar(int length) {
    return add(null, MPI.CHAR, Character.BYTES, length);
  }

  /** Adds a short; returns where it begins (MPI standard, MPI_Type_create_struct). */
  public final int addShort() {
    return addShort(1);
  }

  /** Adds shorts; returns where they begin (MPI standard, MPI_Type_create_struct). */
  public final int addShort(int length) {
    return add(null, MPI.SHORT, Short.BYTES, length);
  }

  /** Adds an int; returns where it begins (MPI standard, MPI_Type_create_struct). */
  public final int addInt() {
    return addInt(1);
  }

  /** Adds ints; returns where they begin (MPI standard, MPI_Type_create_struct). */
  public final int addInt(int length) {
    return add(null, MPI.INT, Integer.BYTES, length);
  }

  /** Adds a long; returns where it begins (MPI standard, MPI_Type_create_struct). */
  public final int addLong() {
    return addLong(1);
  }

  /** Adds longs; returns where they begin (MPI standard, MPI_Type_create_struct). */
  public final int addLong(int length) {
    return add(null, MPI.LONG, Long.BYTES, length);
  }

  /** Adds a float; returns where it begins (MPI standard, MPI_Type_create_struct). */
  public final int addFloat() {
    return addFloat(1);
  }

  /** Adds floats; returns where they begin (MPI standard, MPI_Type_create_struct). */
  public final int addFloat(int length) {
    return add(null, MPI.FLOAT, Float.BYTES, length);
  }

  /** Adds a double; returns where it begins (MPI standard, MPI_Type_create_struct). */
  public final int addDouble() {
    return addDouble(1);
  }

  /** Adds doubles; returns where they begin (MPI standard, MPI_Type_create_struct). */
  public final int addDouble(int length) {
    return add(null, MPI.DOUBLE, Double.BYTES, length);
  }

  /**
   * Adds another structure, to which no field can be added then; returns where it begins (MPI
   * standard, MPI_Type_create_struct).
   */
  public final int addStruct(Struct struct) throws MPIException {
    return addStruct(struct, 1);
  }

  /**
   * Adds other structures, to which no field can be added then; returns where they begin (MPI
   * standard, MPI_Type_create_struct).
   */
  public final int addStruct(Struct struct, int length) throws MPIException {
    return add(struct, null, struct.getExtent(), length);
  }

  /**
   * Adds an element of a datatype; returns where it begins (MPI standard, MPI_Type_create_struct).
   */
  public final int addData(Datatype type) throws MPIException {
    return addData(type, 1);
  }

  /**
   * Adds elements of a datatype; returns where they begin (MPI standard, MPI_Type_create_struct).
   */
  public final int addData(Datatype type, int length) throws MPIException {
    return add(null, type, extentBytes(type), length);
  }

  private static int extentBytes(Datatype type) {
    int extentOfBase = type.getExtent();
    return Math.multiplyExact(extentOfBase, type.layout().baseType().sizeBytes());
  }

  /** Whether a field of that kind and so many elements begins there, for assertions. */
  private boolean hasField(int offset, int index, Datatype type) {
    return fields.stream()
        .anyMatch(
            field ->
                field.offset == offset
                    && index >= 0
                    && index < field.length
                    && field.datatype() == type);
  }

  /**
   * A structure in a buffer. With assertions enabled, what is read or written must be a field of
   * its structure; offsets are those that adding the fields returned.
   */
  public abstract class Data {
    private ByteBuffer buffer;
    private int offset;

    /** An object that {@link #newData} may return (MPI standard, MPI_Type_create_struct). */
    public Data() {}

    /**
     * The memory of the structure: the buffer itself if it begins there, else a slice of it (MPI
     * standard, MPI_Type_create_struct).
     */
    public final ByteBuffer getBuffer() {
      return at(offset);
    }

    private ByteBuffer at(int position) {
      return position == 0 ? buffer : MPI.slice(buffer, position);
    }

    private int at(int field, int index, int elementBytes, Datatype type) {
      assert hasField(field, index, type) : "no such field, or it is of another type";
      return offset + field + index * elementBytes;
    }

    /** Reads a byte (MPI standard, MPI_Type_create_struct). */
    protected final byte getByte(int field) {
      return getByte(field, 0);
    }

    /** Reads a byte of a field of several (MPI standard, MPI_Type_create_struct). */
    protected final byte getByte(int field, int index) {
      return buffer.get(at(field, index, Byte.BYTES, MPI.BYTE));
    }

    /** Writes a byte (MPI standard, MPI_Type_create_struct). */
    protected final void putByte(int field, byte v) {
      putByte(field, 0, v);
    }

    /** Writes a byte of a field of several (MPI standard, MPI_Type_create_struct). */
    protected final void putByte(int field, int index, byte v) {
      buffer.put(at(field, index, Byte.BYTES, MPI.BYTE), v);
    }

    /** Reads a char (MPI standard, MPI_Type_create_struct). */
    protected final char getChar(int field) {
      return getChar(field, 0);
    }

    /** Reads a char of a field of several (MPI standard, MPI_Type_create_struct). */
    protected final char getChar(int field, int index) {
      return buffer.getChar(at(field, index, Character.BYTES, MPI.CHAR));
    }

    /** Writes a char (MPI standard, MPI_Type_create_struct). */
    protected final void putChar(int field, char v) {
      putChar(field, 0, v);
    }

    /** Writes a char of a field of several (MPI standard, MPI_Type_create_struct). */
    protected final void putChar(int field, int index, char v) {
      buffer.putChar(at(field, index, Character.BYTES, MPI.CHAR), v);
    }

    /** Reads a short (MPI standard, MPI_Type_create_struct). */
    protected final short getShort(int field) {
      return getShort(field, 0);
    }

    /** Reads a short of a field of several (MPI standard, MPI_Type_create_struct). */
    protected final short getShort(int field, int index) {
      return buffer.getShort(at(field, index, Short.BYTES, MPI.SHORT));
    }

    /** Writes a short (MPI standard, MPI_Type_create_struct). */
    protected final void putShort(int field, short v) {
      putShort(field, 0, v);
    }

    /** Writes a short of a field of several (MPI standard, MPI_Type_create_struct). */
    protected final void putShort(int field, int index, short v) {
      buffer.putShort(at(field, index, Short.BYTES, MPI.SHORT), v);
    }

    /** Reads an int (MPI standard, MPI_Type_create_struct). */
    protected final int getInt(int field) {
      return getInt(field, 0);
    }

    /** Reads an int of a field of several (MPI standard, MPI_Type_create_struct). */
    protected final int getInt(int field, int index) {
      return buffer.getInt(at(field, index, Integer.BYTES, MPI.INT));
    }

    /** Writes an int (MPI standard, MPI_Type_create_struct). */
    protected final void putInt(int field, int v) {
      putInt(field, 0, v);
    }

    /** Writes an int of a field of several (MPI standard, MPI_Type_create_struct). */
    protected final void putInt(int field, int index, int v) {
      buffer.putInt(at(field, index, Integer.BYTES, MPI.INT), v);
    }

    /** Reads a long (MPI standard, MPI_Type_create_struct). */
    protected final long getLong(int field) {
      return getLong(field, 0);
    }

    /** Reads a long of a field of several (MPI standard, MPI_Type_create_struct). */
    protected final long getLong(int field, int index) {
      return buffer.getLong(at(field, index, Long.BYTES, MPI.LONG));
    }

    /** Writes a long (MPI standard, MPI_Type_create_struct). */
    protected final void putLong(int field, long v) {
      putLong(field, 0, v);
    }

    /** Writes a long of a field of several (MPI standard, MPI_Type_create_struct). */
    protected final void putLong(int field, int index, long v) {
      buffer.putLong(at(field, index, Long.BYTES, MPI.LONG), v);
    }

    /** Reads a float (MPI standard, MPI_Type_create_struct). */
    protected final float getFloat(int field) {
      return getFloat(field, 0);
    }

    /** Reads a float of a field of several (MPI standard, MPI_Type_create_struct). */
    protected final float getFloat(int field, int index) {
      return buffer.getFloat(at(field, index, Float.BYTES, MPI.FLOAT));
    }

    /** Writes a float (MPI standard, MPI_Type_create_struct). */
    protected final void putFloat(int field, float v) {
      putFloat(field, 0, v);
    }

    /** Writes a float of a field of several (MPI standard, MPI_Type_create_struct). */
    protected final void putFloat(int field, int index, float v) {
      buffer.putFloat(at(field, index, Float.BYTES, MPI.FLOAT), v);
    }

    /** Reads a double (MPI standard, MPI_Type_create_struct). */
    protected final double getDouble(int field) {
      return getDouble(field, 0);
    }

    /** Reads a double of a field of several (MPI standard, MPI_Type_create_struct). */
    protected final double getDouble(int field, int index) {
      return buffer.getDouble(at(field, index, Double.BYTES, MPI.DOUBLE));
    }

    /** Writes a double (MPI standard, MPI_Type_create_struct). */
    protected final void putDouble(int field, double v) {
      putDouble(field, 0, v);
    }

    /** Writes a double of a field of several (MPI standard, MPI_Type_create_struct). */
    protected final void putDouble(int field, int index, double v) {
      buffer.putDouble(at(field, index, Double.BYTES, MPI.DOUBLE), v);
    }

    /**
     * A structure within this one (MPI standard, MPI_Type_create_struct).
     *
     * @param <S> its class
     * @param <D> the class of its data
     */
    protected final <S extends Struct, D extends Data> D getData(S struct, int field) {
      return getData(struct, field, 0);
    }

    /**
     * A structure of those within this one (MPI standard, MPI_Type_create_struct).
     *
     * @param <S> its class
     * @param <D> the class of its data
     */
    protected final <S extends Struct, D extends Data> D getData(S struct, int field, int index) {
      Struct inner = struct;
      return inner.newData(buffer, at(field, index, inner.extent, inner.datatype));
    }

    /** The memory of a field (MPI standard, MPI_Type_create_struct). */
    protected final ByteBuffer getBuffer(Datatype type, int field) {
      return at(at(field, 0, 0, type));
    }

    /**
     * The memory of an element of a field, and what follows (MPI standard, MPI_Type_create_struct).
     */
    protected final ByteBuffer getBuffer(Datatype type, int field, int index) throws MPIException {
      return at(at(field, index, extentBytes(type), type));
    }
  }
}
