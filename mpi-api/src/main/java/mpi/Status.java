package mpi;

import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.MessageStatus;

/**
 * What came with a message: its source, tag and length (MPI standard, "Return Status").
 *
 * <p>A status asks nothing of the library, so it may be read on any thread and after Finalize.
 */
public final class Status {
  private final int source;
  private final int tag;
  private final int error;
  private final int index;
  private long lengthBytes;
  private boolean cancelled;

  Status(MessageStatus outcome) {
    this(outcome, 0);
  }

  Status(MessageStatus outcome, int index) {
    source = outcome.source;
    tag = outcome.tag;
    lengthBytes = outcome.lengthBytes;
    cancelled = outcome.cancelled;
    error = Errors.classOf(outcome.error).code();
    this.index = index;
  }

  /**
   * The number of whole elements received, or {@link MPI#UNDEFINED} if the message ended inside an
   * element or the number does not fit into an int (MPI standard, MPI_Get_count).
   *
   * @throws MPIException {@link MPI#ERR_TYPE} if the datatype is null
   */
  public int getCount(Datatype datatype) throws MPIException {
    long elementBytes = layout("Status.getCount", datatype).sizeBytes();
    if (elementBytes == 0) {
      return lengthBytes == 0 ? 0 : MPI.UNDEFINED;
    }
    return lengthBytes % elementBytes == 0 ? count(lengthBytes / elementBytes) : MPI.UNDEFINED;
  }

  /**
   * The number of basic elements received, or {@link MPI#UNDEFINED} if the message ended inside one
   * or the number does not fit into an int (MPI standard, MPI_Get_elements).
   *
   * @throws MPIException {@link MPI#ERR_TYPE} if the datatype is null
   */
  public int getElements(Datatype datatype) throws MPIException {
    return count(layout("Status.getElements", datatype).primitivesIn(lengthBytes));
  }

  /**
   * As {@link #getElements}, for numbers that do not fit into an int (MPI standard,
   * MPI_Get_elements_x).
   *
   * @throws MPIException {@link MPI#ERR_TYPE} if the datatype is null
   */
  public Count getElementsX(Datatype datatype) throws MPIException {
    long primitives = layout("Status.getElementsX", datatype).primitivesIn(lengthBytes);
    return new Count(primitives < 0 ? MPI.UNDEFINED : primitives);
  }

  /**
   * Sets what {@link #getElements} answers (MPI standard, MPI_Status_set_elements).
   *
   * @throws MPIException {@link MPI#ERR_TYPE} if the datatype is null, {@link MPI#ERR_COUNT} if the
   *     count is negative
   */
  public void setElements(Datatype datatype, int count) throws MPIException {
    setLength("Status.setElements", datatype, count);
  }

  /**
   * Sets what {@link #getElementsX} answers (MPI standard, MPI_Status_set_elements_x).
   *
   * @throws MPIException {@link MPI#ERR_TYPE} if the datatype is null, {@link MPI#ERR_COUNT} if the
   *     count is null or negative
   */
  public void setElementsX(Datatype datatype, Count count) throws MPIException {
    if (count == null) {
      throw MPI.raise("Status.setElementsX", ErrorClass.COUNT, "the count is null");
    }
    setLength("Status.setElementsX", datatype, count.getCount());
  }

  /**
   * The sender's rank; {@link MPI#PROC_NULL}, or {@link MPI#ANY_SOURCE} if there was no message
   * (MPI standard, "Return Status").
   */
  public int getSource() {
    return source;
  }

  /**
   * The message's tag; {@link MPI#ANY_TAG} if there was no message (MPI standard, "Return Status").
   */
  public int getTag() {
    return tag;
  }

  /** The error class of the operation; 0 if it succeeded (MPI standard, "Return Status"). */
  public int getError() {
    return error;
  }

  /** True if the operation was cancelled before it matched (MPI standard, MPI_Test_cancelled). */
  public boolean isCancelled() throws MPIException {
    return cancelled;
  }

  /** Sets what {@link #isCancelled} answers (MPI standard, MPI_Status_set_cancelled). */
  public void setCancelled(boolean flag) throws MPIException {
    cancelled = flag;
  }

  /**
   * Where the operation stood in the array of requests of which one or some were waited for; {@link
   * MPI#UNDEFINED} if no request in it was active, 0 after other calls (MPI standard, MPI_Waitany).
   */
  public int getIndex() {
    return index;
  }

  private static int count(long elements) {
    return elements < 0 || elements > Integer.MAX_VALUE ? MPI.UNDEFINED : (int) elements;
  }

  private void setLength(String operation, Datatype datatype, long count) {
    TypeMap map = layout(operation, datatype);
    if (count < 0) {
      throw MPI.raise(operation, ErrorClass.COUNT, Arguments.countText(count));
    }
    try {
      lengthBytes = map.bytesOfPrimitives(count);
    } catch (ArithmeticException tooLong) {
      throw MPI.raise(
          operation, ErrorClass.COUNT, count + " elements have more than 2^63 - 1 bytes");
    }
  }

  private static TypeMap layout(String operation, Datatype datatype) {
    if (datatype == null || datatype.isNull()) {
      throw MPI.raise(operation, ErrorClass.TYPE, Arguments.typeText(datatype));
    }
    return datatype.layout();
  }
}
