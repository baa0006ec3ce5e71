package mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ob1j.runtime.datatype.DerivedTypes;
import org.ob1j.runtime.datatype.TypeMap;

/**
 * What the elements of a message are, and where they lie in a buffer (MPI standard, "Datatypes").
 * Sizes, extents and bounds count elements of the <em>base type</em>: an {@link MPI#INT} has size
 * 1. A derived datatype has the base type of the one that it was made of; that of a structure is
 * {@link MPI#BYTE}, and so is that of the pairs of a value and an index.
 *
 * <p>A derived datatype must be committed before it is used in messages. An element's origin is
 * where the buffer, or the part of it that {@link MPI#slice(byte[], int)} makes, begins; data may
 * not lie outside of the buffer. Of a direct buffer {@link MPI#slice(java.nio.ByteBuffer, int)}
 * says what is known to lie before it.
 *
 * <p>All but attributes ask nothing of the library, so they may be called before Init and after
 * Finalize.
 */
public final class Datatype implements Freeable, Cloneable {
  private static final Keyvals KEYVALS = new Keyvals("Datatype");

  private final boolean predefined;
  private final DatatypeKind kind;

  /** Null for the null datatype, and once this has been freed. */
  private TypeMap layout;

  /** The layout once it may be used in messages. */
  private TypeMap committed;

  private String name;
  private Attributes attributes = new Attributes();

  private Datatype(boolean predefined, DatatypeKind kind, TypeMap layout, String name) {
    this.predefined = predefined;
    this.kind = kind;
    this.layout = layout;
    this.name = name;
  }

  /** A datatype that users cannot free; without a layout, the null datatype. */
  static Datatype predefined(DatatypeKind kind, TypeMap layout, String name) {
    Datatype type = new Datatype(true, kind, layout, name);
    type.committed = layout;
    return type;
  }

  /** The layout of an element; null for the null datatype and for one that is not committed. */
  TypeMap typeMap() {
    return committed;
  }

  /** The layout of an element, committed or not; null for the null datatype. */
  TypeMap layout() {
    return layout;
  }

  /** A committed datatype of the same data without gaps. */
  Datatype packed() {
    if (committed.isContiguous()) {
      return this;
    }
    Datatype packed =
        new Datatype(false, DatatypeKind.DERIVED, DerivedTypes.packed(committed), name);
    packed.committed = packed.layout;
    return packed;
  }

  /** As {@link #typeMap} says, for an operation that goes on after this has been freed. */
  Datatype withLayout(TypeMap map) {
    if (layout != null) {
      return this;
    }
    Datatype again = new Datatype(false, kind, map, name);
    again.committed = map;
    return again;
  }

  /** What it is to predefined reductions; the same for duplicates. */
  DatatypeKind kind() {
    return kind;
  }

  /**
   * Elements one behind the other (MPI standard, MPI_Type_contiguous).
   *
   * @param count how many, at least 0
   * @throws MPIException {@link MPI#ERR_COUNT} if the count is negative, {@link MPI#ERR_TYPE} if
   *     the datatype is null (so all that make datatypes)
   */
  public static Datatype createContiguous(int count, Datatype oldType) throws MPIException {
    String operation = "Datatype.createContiguous";
    requireCount(operation, count);
    TypeMap old = layoutOf(operation, oldType);
    try {
      return derived(DerivedTypes.contiguous(count, old));
    } catch (ArithmeticException | IllegalArgumentException failure) {
      throw underivable(operation, failure);
    }
  }

  /**
   * Blocks at one distance (MPI standard, MPI_Type_vector).
   *
   * <pre>
   *   createVector(3, 2, 4, type):   ■■──■■──■■
   * </pre>
   *
   * @param count blocks, at least 0
   * @param blockLength elements of each block, at least 0
   * @param stride from the beginning of one block to that of the next, in elements
   * @throws MPIException {@link MPI#ERR_COUNT} or {@link MPI#ERR_ARG} if the count or the block's
   *     length is negative
   */
  public static Datatype createVector(int count, int blockLength, int stride, Datatype oldType)
      throws MPIException {
    String operation = "Datatype.createVector";
    TypeMap old = layoutOf(operation, oldType);
    return vector(operation, count, blockLength, stride, old.extentBytes(), old);
  }

  /**
   * As {@link #createVector}, with the stride in bytes (MPI standard, MPI_Type_create_hvector).
   *
   * @param stride in bytes
   */
  public static Datatype createHVector(int count, int blockLength, int stride, Datatype oldType)
      throws MPIException {
    String operation = "Datatype.createHVector";
    return vector(operation, count, blockLength, stride, 1, layoutOf(operation, oldType));
  }

  private static Datatype vector(
      String operation, int count, int blockLength, int stride, long unitBytes, TypeMap old) {
    requireCount(operation, count);
    requireBlockLength(operation, blockLength);
    try {
      long strideBytes = Math.multiplyExact((long) stride, unitBytes);
      return derived(DerivedTypes.vector(count, blockLength, strideBytes, old));
    } catch (ArithmeticException | IllegalArgumentException failure) {
      throw underivable(operation, failure);
    }
  }

  /**
   * Blocks of different lengths anywhere (MPI standard, MPI_Type_indexed).
   *
   * @param blockLengths elements of each block, at least 0
   * @param displacements where each block begins, in elements; what is more than there are lengths
   *     is not used
   * @throws MPIException {@link MPI#ERR_ARG} if an array is null, there are fewer displacements
   *     than lengths, or a block's length is negative
   */
  public static Datatype createIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
      throws MPIException {
    String operation = "Datatype.createIndexed";
    TypeMap old = layoutOf(operation, oldType);
    return indexed(operation, blockLengths, displacements, old.extentBytes(), old);
  }

  /**
   * As {@link #createIndexed}, with displacements in bytes (MPI standard,
   * MPI_Type_create_hindexed).
   *
   * @param displacements in bytes
   */
  public static Datatype createHIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
      throws MPIException {
    String operation = "Datatype.createHIndexed";
    return indexed(operation, blockLengths, displacements, 1, layoutOf(operation, oldType));
  }

  /**
   * Blocks of one length anywhere (MPI standard, MPI_Type_create_indexed_block). Open MPI's
   * bindings have no such method.
   *
   * @param blockLength elements of each block, at least 0
   * @param displacements where each block begins, in elements
   * @throws MPIException {@link MPI#ERR_ARG} if the array is null or the length is negative
   */
  public static Datatype createIndexedBlock(int blockLength, int[] displacements, Datatype oldType)
      throws MPIException {
    String operation = "Datatype.createIndexedBlock";
    TypeMap old = layoutOf(operation, oldType);
    requireArray(operation, displacements, "displacements");
    int[] blockLengths = new int[displacements.length];
    Arrays.fill(blockLengths, blockLength);
    return indexed(operation, blockLengths, displacements, old.extentBytes(), old);
  }

  private static Datatype indexed(
      String operation, int[] blockLengths, int[] displacements, long unitBytes, TypeMap old) {
    requireBlocks(operation, blockLengths, displacements);
    int[] used = Arrays.copyOf(displacements, blockLengths.length);
    try {
      return derived(DerivedTypes.indexed(blockLengths, scaled(used, unitBytes), old));
    } catch (ArithmeticException | IllegalArgumentException failure) {
      throw underivable(operation, failure);
    }
  }

  /**
   * Blocks of different datatypes (MPI standard, MPI_Type_create_struct). Its base type is {@link
   * MPI#BYTE}.
   *
   * @param blockLengths elements of each block, at least 0
   * @param displacements where each block begins, in bytes
   * @param types of each block
   * @throws MPIException {@link MPI#ERR_ARG} as {@link #createIndexed}
   */
  public static Datatype createStruct(int[] blockLengths, int[] displacements, Datatype[] types)
      throws MPIException {
    String operation = "Datatype.createStruct";
    requireBlocks(operation, blockLengths, displacements);
    requireArray(operation, types, "datatypes");
    int blocks = blockLengths.length;
    if (types.length < blocks) {
      throw MPI.raise(
          operation,
          ErrorClass.ARG,
          "there are " + types.length + " datatypes for " + blocks + " blocks");
    }
    List<TypeMap> layouts = new ArrayList<>();
    for (int block = 0; block < blocks; block++) {
      layouts.add(layoutOf(operation, types[block]));
    }
    int[] used = Arrays.copyOf(displacements, blocks);
    try {
      return derived(DerivedTypes.structure(blockLengths, scaled(used, 1), layouts));
    } catch (ArithmeticException | IllegalArgumentException failure) {
      throw underivable(operation, failure);
    }
  }

  /**
   * The same data between other bounds (MPI standard, MPI_Type_create_resized).
   *
   * @param lb where an element begins, in bytes
   * @param extent from one element to the next, in bytes
   */
  public static Datatype createResized(Datatype oldType, int lb, int extent) throws MPIException {
    String operation = "Datatype.createResized";
    TypeMap old = layoutOf(operation, oldType);
    try {
      return derived(DerivedTypes.resized(old, lb, extent));
    } catch (ArithmeticException | IllegalArgumentException failure) {
      throw underivable(operation, failure);
    }
  }

  private static Datatype derived(TypeMap layout) {
    return new Datatype(false, DatatypeKind.DERIVED, layout, "");
  }

  /** The error of a datatype that is too large, or has too much to it. */
  private static MPIException underivable(String operation, RuntimeException failure) {
    return MPI.raise(
        operation,
        ErrorClass.ARG,
        failure instanceof ArithmeticException
            ? "the datatype's data lies beyond 2^63 bytes from its origin"
            : failure.getMessage());
  }

  private static long[] scaled(int[] displacements, long unitBytes) {
    long[] bytes = new long[displacements.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = Math.multiplyExact(displacements[i], unitBytes);
    }
    return bytes;
  }

  private static TypeMap layoutOf(String operation, Datatype type) {
    if (type == null) {
      throw MPI.raise(operation, ErrorClass.TYPE, Arguments.typeText(null));
    }
    return type.live(operation);
  }

  private static void requireCount(String operation, int count) {
    if (count < 0) {
      throw MPI.raise(operation, ErrorClass.COUNT, Arguments.countText(count));
    }
  }

  private static void requireBlockLength(String operation, int blockLength) {
    if (blockLength < 0) {
      throw MPI.raise(
          operation,
          ErrorClass.ARG,
          "a block's length is " + blockLength + "; it must be at least 0");
    }
  }

  private static void requireArray(String operation, Object array, String what) {
    if (array == null) {
      throw MPI.raise(operation, ErrorClass.ARG, "the array of " + what + " is null");
    }
  }

  private static void requireBlocks(String operation, int[] blockLengths, int[] displacements) {
    requireArray(operation, blockLengths, "lengths");
    requireArray(operation, displacements, "displacements");
    if (displacements.length < blockLengths.length) {
      throw MPI.raise(
          operation,
          ErrorClass.ARG,
          "there are "
              + blockLengths.length
              + " lengths and "
              + displacements.length
              + " displacements of blocks");
    }
    for (int blockLength : blockLengths) {
      requireBlockLength(operation, blockLength);
    }
  }

  /**
   * The data of an element, in elements of the base type; {@link MPI#UNDEFINED} if that does not
   * fit into an int (MPI standard, MPI_Type_size).
   */
  public int getSize() throws MPIException {
    TypeMap map = live("Datatype.getSize");
    return inBaseType(map, map.sizeBytes());
  }

  /**
   * The distance from one element to the next, in elements of the base type (MPI standard,
   * MPI_Type_get_extent); {@link MPI#UNDEFINED} if that does not fit into an int.
   */
  public int getExtent() throws MPIException {
    TypeMap map = live("Datatype.getExtent");
    return inBaseType(map, map.extentBytes());
  }

  /**
   * Where an element begins, in elements of the base type (MPI standard, MPI_Type_get_extent);
   * {@link MPI#UNDEFINED} if that does not fit into an int.
   */
  public int getLb() throws MPIException {
    TypeMap map = live("Datatype.getLb");
    return inBaseType(map, map.lowerBoundBytes());
  }

  /**
   * From the first to the last of an element's data, in elements of the base type (MPI standard,
   * MPI_Type_get_true_extent); {@link MPI#UNDEFINED} if that does not fit into an int.
   */
  public int getTrueExtent() throws MPIException {
    TypeMap map = live("Datatype.getTrueExtent");
    return inBaseType(map, map.trueExtentBytes());
  }

  /**
   * Where an element's data begins, in elements of the base type (MPI standard,
   * MPI_Type_get_true_extent); {@link MPI#UNDEFINED} if that does not fit into an int.
   */
  public int getTrueLb() throws MPIException {
    TypeMap map = live("Datatype.getTrueLb");
    return inBaseType(map, map.trueLowerBoundBytes());
  }

  private static int inBaseType(TypeMap map, long bytes) {
    long elements = bytes / map.baseType().sizeBytes();
    return (int) elements == elements ? (int) elements : MPI.UNDEFINED;
  }

  /**
   * Makes the datatype usable in messages (MPI standard, MPI_Type_commit). Those that MPI defines
   * already are.
   */
  public void commit() throws MPIException {
    committed = live("Datatype.commit");
  }

  /**
   * A new datatype with the same layout and attributes, committed if this one is (MPI standard,
   * MPI_Type_dup).
   */
  public Datatype dup() throws MPIException {
    Datatype duplicate = new Datatype(false, kind, live("Datatype.dup"), "Dup " + name);
    duplicate.committed = committed;
    duplicate.attributes = attributes.copy();
    return duplicate;
  }

  /** The same as {@link #dup} (MPI standard, MPI_Type_dup). */
  @Override
  public Datatype clone() {
    return dup();
  }

  /**
   * The datatype's name, such as MPI_INT32_T; empty if it has none (MPI standard,
   * MPI_Type_get_name).
   */
  public String getName() throws MPIException {
    return name;
  }

  /**
   * Names the datatype (MPI standard, MPI_Type_set_name). Names are cut to {@link
   * MPI#MAX_OBJECT_NAME} − 1 characters.
   */
  public void setName(String name) throws MPIException {
    live("Datatype.setName");
    MPI.require("Datatype.setName", Names.check(name));
    this.name = Names.cut(name);
  }

  /**
   * A new key for attributes of datatypes (MPI standard, "Caching").
   *
   * @return a number that no other key of datatypes has
   */
  public static int createKeyval() throws MPIException {
    return KEYVALS.create();
  }

  /**
   * Gives a key back (MPI standard, MPI_Type_free_keyval). Attributes that have it stay until they
   * are deleted.
   *
   * @throws MPIException {@link MPI#ERR_KEYVAL} if there is no such key
   */
  public static void freeKeyval(int keyval) throws MPIException {
    MPI.require("Datatype.freeKeyval", KEYVALS.free(keyval));
  }

  /**
   * Gives the datatype an attribute (MPI standard, MPI_Type_set_attr).
   *
   * @param value serializable; what is kept is a copy of it
   * @throws MPIException {@link MPI#ERR_KEYVAL} if there is no such key; code 0 if the value cannot
   *     be serialized
   */
  public void setAttr(int keyval, Object value) throws MPIException {
    live("Datatype.setAttr");
    MPI.require("Datatype.setAttr", KEYVALS.check(keyval));
    attributes.set(keyval, value);
  }

  /**
   * An attribute (MPI standard, MPI_Type_get_attr).
   *
   * @return a copy of the value; null if there is none with this key
   * @throws MPIException {@link MPI#ERR_KEYVAL} if there is no such key
   */
  public Object getAttr(int keyval) throws MPIException {
    live("Datatype.getAttr");
    if (!attributes.has(keyval)) {
      MPI.require("Datatype.getAttr", KEYVALS.check(keyval));
    }
    return attributes.get(keyval);
  }

  /**
   * Takes an attribute away (MPI standard, MPI_Type_delete_attr).
   *
   * @throws MPIException {@link MPI#ERR_KEYVAL} if there is no such key, or no such attribute
   */
  public void deleteAttr(int keyval) throws MPIException {
    live("Datatype.deleteAttr");
    if (!attributes.delete(keyval)) {
      MPI.require("Datatype.deleteAttr", KEYVALS.check(keyval));
      throw MPI.raise(
          "Datatype.deleteAttr", ErrorClass.KEYVAL, "there is no attribute with key " + keyval);
    }
  }

  /**
   * True for {@link MPI#DATATYPE_NULL} and for a datatype that has been freed (MPI standard,
   * MPI_DATATYPE_NULL).
   */
  public boolean isNull() {
    return layout == null;
  }

  /**
   * Frees a datatype (MPI standard, MPI_Type_free). Pending operations with it are not disturbed,
   * nor are datatypes made of it.
   *
   * @throws MPIException {@link MPI#ERR_TYPE} for a predefined datatype
   */
  @Override
  public void free() throws MPIException {
    live("Datatype.free");
    if (predefined) {
      throw MPI.raise(
          "Datatype.free", ErrorClass.TYPE, name + " is predefined and cannot be freed");
    }
    layout = null;
    committed = null;
  }

  private TypeMap live(String operation) {
    if (layout == null) {
      throw MPI.raise(operation, ErrorClass.TYPE, "the datatype is null or has been freed");
    }
    return layout;
  }
}
