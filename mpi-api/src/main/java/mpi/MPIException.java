package mpi;

/**
 * An MPI operation failed. Unchecked, and still declared wherever it can be thrown, so that
 * programs written for checked and for undeclared exceptions both compile.
 *
 * <p>Messages begin with Open MPI's text, such as "MPI_ERR_RANK: invalid rank", and go on with the
 * value and the limit.
 */
public final class MPIException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int errorClass;

  MPIException(ErrorClass errorClass, String message, Throwable cause) {
    super(message, cause);
    this.errorClass = errorClass.code();
  }

  /** An exception with error code 0 (MPI standard, "Error Handling"). */
  public MPIException(String message) {
    super(message);
    errorClass = ErrorClass.SUCCESS.code();
  }

  /** An exception with error code 0, caused by another one (MPI standard, "Error Handling"). */
  public MPIException(Throwable cause) {
    super(cause);
    errorClass = ErrorClass.SUCCESS.code();
  }

  /**
   * The error code: the error class, or 0 if the state of the library was wrong (MPI standard,
   * "Error Handling").
   */
  public int getErrorCode() {
    return errorClass;
  }

  /**
   * The error class, such as {@link MPI#ERR_RANK}, or 0 if the state of the library was wrong (MPI
   * standard, "Error Handling").
   */
  public int getErrorClass() {
    return errorClass;
  }
}
