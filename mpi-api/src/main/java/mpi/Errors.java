package mpi;

import org.ob1j.runtime.collective.round.CollectiveException;
import org.ob1j.runtime.datatype.BufferException;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlException;

/** Which error class an engine's error belongs to. */
final class Errors {
  private Errors() {}

  static ErrorClass classOf(PmlError error) {
    return switch (error) {
      case NONE -> ErrorClass.SUCCESS;
      case TRUNCATED -> ErrorClass.TRUNCATE;
      case PEER_FAILED -> ErrorClass.PROC_ABORTED;
    };
  }

  static ErrorClass classOf(RuntimeException failure) {
    if (failure instanceof BufferException) {
      return ErrorClass.BUFFER;
    }
    if (failure instanceof CollectiveException known) {
      return classOf(known.error());
    }
    return failure instanceof PmlException known ? classOf(known.reason()) : ErrorClass.OTHER;
  }

  private static ErrorClass classOf(PmlException.Reason reason) {
    return switch (reason) {
      case FAILED -> ErrorClass.PROC_ABORTED;
      case NO_BUFFER_SPACE -> ErrorClass.BUFFER;
      case UNREACHABLE, TOO_MANY_UNCLAIMED -> ErrorClass.OTHER;
    };
  }
}
