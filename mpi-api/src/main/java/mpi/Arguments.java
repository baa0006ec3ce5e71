package mpi;

import java.nio.Buffer;
import java.util.Objects;

/**
 * Checks of what users pass to point-to-point operations, in Open MPI's order: count, tag, rank,
 * datatype, buffer. Each returns the first violation, or null if there is none.
 */
final class Arguments {
  static {
    // The compiler inlines no method of whose signature a class is not loaded, and without a
    // violation nothing else loads it.
    Objects.requireNonNull(Violation.class);
  }

  private Arguments() {}

  static Violation ofSend(
      Object buffer, int count, Datatype type, int destination, int tag, int size) {
    if (count < 0) {
      return new Violation(ErrorClass.COUNT, countText(count));
    }
    if (tag < 0) {
      return new Violation(ErrorClass.TAG, sendTagText(tag));
    }
    if ((destination < 0 || destination >= size) && destination != SpecialValues.PROC_NULL) {
      return new Violation(ErrorClass.RANK, destinationText(destination, size));
    }
    if (type == null || type.typeMap() == null) {
      return new Violation(ErrorClass.TYPE, typeText(type));
    }
    if (buffer == null && count != 0) {
      return new Violation(ErrorClass.BUFFER, nullBufferText(count));
    }
    return null;
  }

  static Violation ofReceive(
      Object buffer, int count, Datatype type, int source, int tag, int size) {
    if (count < 0) {
      return new Violation(ErrorClass.COUNT, countText(count));
    }
    Violation envelope = ofProbe(source, tag, size);
    if (envelope != null) {
      return envelope;
    }
    if (type == null || type.typeMap() == null) {
      return new Violation(ErrorClass.TYPE, typeText(type));
    }
    if (buffer == null && count != 0) {
      return new Violation(ErrorClass.BUFFER, nullBufferText(count));
    }
    if (buffer instanceof Buffer view && view.isReadOnly()) {
      return new Violation(ErrorClass.BUFFER, "the buffer is read-only");
    }
    return null;
  }

  static Violation ofProbe(int source, int tag, int size) {
    if (tag < 0 && tag != SpecialValues.ANY_TAG) {
      return new Violation(ErrorClass.TAG, receiveTagText(tag));
    }
    if ((source < 0 || source >= size)
        && source != SpecialValues.ANY_SOURCE
        && source != SpecialValues.PROC_NULL) {
      return new Violation(ErrorClass.RANK, sourceText(source, size));
    }
    return null;
  }

  static String countText(long count) {
    return "the count is " + count + "; it must be at least 0";
  }

  static String typeText(Datatype type) {
    if (type == null) {
      return "the datatype is null";
    }
    return type.isNull()
        ? "the datatype is MPI.DATATYPE_NULL or freed"
        : "the datatype has not been committed";
  }

  private static String sendTagText(int tag) {
    return tag == SpecialValues.ANY_TAG
        ? "the tag is MPI.ANY_TAG (-1), which only receives and probes may have"
        : "the tag is " + tag + "; it must be from 0 to " + Integer.MAX_VALUE;
  }

  private static String receiveTagText(int tag) {
    return "the tag is "
        + tag
        + "; it must be from 0 to "
        + Integer.MAX_VALUE
        + ", or MPI.ANY_TAG (-1)";
  }

  private static String destinationText(int destination, int size) {
    return destination == SpecialValues.ANY_SOURCE
        ? "the destination is MPI.ANY_SOURCE (-1), which only receives and probes may have"
        : "the destination is "
            + destination
            + "; it must be from 0 to "
            + (size - 1)
            + ", or MPI.PROC_NULL (-2)";
  }

  private static String sourceText(int source, int size) {
    return "the source is "
        + source
        + "; it must be from 0 to "
        + (size - 1)
        + ", MPI.ANY_SOURCE (-1) or MPI.PROC_NULL (-2)";
  }

  private static String nullBufferText(int count) {
    return "the buffer is null and the count is " + count;
  }
}
