package mpi;

import org.ob1j.runtime.datatype.TypeMap;

/**
 * What the elements of a message are (MPI standard, "Datatypes"). Sizes and extents count elements
 * of the base type: an {@link MPI#INT} has size 1.
 *
 * <p>These methods ask nothing of the library, so they may be called before Init and after
 * Finalize.
 */
public final class Datatype implements Freeable, Cloneable {
  private final boolean predefined;
  private TypeMap typeMap;
  private String name;

  private Datatype(boolean predefined, TypeMap typeMap, String name) {
    this.predefined = predefined;
    this.typeMap = typeMap;
    this.name = name;
  }

  /** A datatype that users cannot free; without a type map, the null datatype. */
  static Datatype predefined(TypeMap typeMap, String name) {
    return new Datatype(true, typeMap, name);
  }

  /** The layout of an element, or null for the null datatype. */
  TypeMap typeMap() {
    return typeMap;
  }

  /** The number of elements of the base type that hold data. */
  public int getSize() throws MPIException {
    TypeMap map = live("Datatype.getSize");
    return map.sizeBytes() / map.baseType().sizeBytes();
  }

  /** The distance from one element to the next, in elements of the base type. */
  public int getExtent() throws MPIException {
    TypeMap map = live("Datatype.getExtent");
    return map.extentBytes() / map.baseType().sizeBytes();
  }

  /** Where an element begins, in elements of the base type: 0 for the basic datatypes. */
  public int getLb() throws MPIException {
    live("Datatype.getLb");
    return 0;
  }

  /** The span of an element's data without padding, in elements of the base type. */
  public int getTrueExtent() throws MPIException {
    TypeMap map = live("Datatype.getTrueExtent");
    return map.extentBytes() / map.baseType().sizeBytes();
  }

  /** Where an element's data begins, in elements of the base type: 0 for the basic datatypes. */
  public int getTrueLb() throws MPIException {
    live("Datatype.getTrueLb");
    return 0;
  }

  /** Makes the datatype usable in messages. Basic datatypes and their duplicates already are. */
  public void commit() throws MPIException {
    live("Datatype.commit");
  }

  /** A new datatype with the same layout, committed if this one is. */
  public Datatype dup() throws MPIException {
    return new Datatype(false, live("Datatype.dup"), "Dup " + name);
  }

  /** The same as {@link #dup}. */
  @Override
  public Datatype clone() {
    return dup();
  }

  /** The datatype's name, such as MPI_INT32_T. */
  public String getName() throws MPIException {
    return name;
  }

  /** Names the datatype. Names are cut to {@link MPI#MAX_OBJECT_NAME} − 1 characters. */
  public void setName(String name) throws MPIException {
    live("Datatype.setName");
    this.name = Names.cut("Datatype.setName", name);
  }

  /** True for {@link MPI#DATATYPE_NULL} and for a datatype that has been freed. */
  public boolean isNull() {
    return typeMap == null;
  }

  /**
   * Frees a duplicate. Pending operations with it are not disturbed.
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
    typeMap = null;
  }

  private TypeMap live(String operation) {
    if (typeMap == null) {
      throw MPI.raise(operation, ErrorClass.TYPE, "the datatype is null or has been freed");
    }
    return typeMap;
  }
}
