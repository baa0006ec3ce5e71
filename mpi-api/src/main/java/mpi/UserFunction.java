package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What a user's {@link Op} does: override one of the two methods. It combines elements of lower
 * ranks with elements of higher ranks: {@code inOutVec[i] = inVec[i] op inOutVec[i]}. It must not
 * call MPI operations. What it throws reaches the caller of the reduction.
 */
public abstract class UserFunction {
  /** A function without state (MPI standard, MPI_Op_create). */
  public UserFunction() {}

  /**
   * Combines arrays of the datatype's base type (MPI standard, MPI_Op_create).
   *
   * @param inVec count × extent elements of the base type, as int[] for {@link MPI#INT}
   * @param inOutVec as many, which take the result
   * @param count elements of the datatype, at least 1
   * @param datatype the datatype of the reduction
   */
  public void call(Object inVec, Object inOutVec, int count, Datatype datatype)
      throws MPIException {
    throw new UnsupportedOperationException(
        getClass().getName() + " overrides neither of the methods named call");
  }

  /**
   * Combines memory (MPI standard, MPI_Op_create). Unless it is overridden it calls the method for
   * arrays.
   *
   * @param in the elements of lower ranks: a direct buffer in native byte order
   * @param inOut the elements of higher ranks, which take the result
   * @param count elements of the datatype, at least 1
   * @param datatype the datatype of the reduction
   */
  public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype)
      throws MPIException {
    int elements = Math.multiplyExact(count, datatype.getExtent());
    ByteBuffer first = in.duplicate().order(ByteOrder.nativeOrder()).rewind();
    ByteBuffer second = inOut.duplicate().order(ByteOrder.nativeOrder()).rewind();
    Object inVec = UserOperands.array(datatype, elements);
    Object inOutVec = UserOperands.array(datatype, elements);
    UserOperands.read(first, inVec);
    UserOperands.read(second, inOutVec);
    call(inVec, inOutVec, count, datatype);
    UserOperands.write(inOutVec, second);
  }
}
