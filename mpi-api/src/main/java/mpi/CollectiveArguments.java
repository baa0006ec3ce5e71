package mpi;

import java.nio.Buffer;

/**
 * Checks of what users pass to collective operations, in Open MPI's order: operation, datatype,
 * count, buffer, and root last or, where blocks are moved, first. Each returns the first violation,
 * or null if there is none.
 */
final class CollectiveArguments {
  private CollectiveArguments() {}

  static Violation ofRoot(int root, int size) {
    return root < 0 || root >= size
        ? new Violation(
            ErrorClass.ROOT, "the root is " + root + "; it must be from 0 to " + (size - 1))
        : null;
  }

  /** Data that is only read. */
  static Violation ofData(Object buffer, int count, Datatype type) {
    if (type == null || type.typeMap() == null) {
      return new Violation(ErrorClass.TYPE, Arguments.typeText(type));
    }
    if (count < 0) {
      return new Violation(ErrorClass.COUNT, Arguments.countText(count));
    }
    return buffer == null && count != 0 ? nullBuffer(count) : null;
  }

  /** Data that is written. */
  static Violation ofResult(Object buffer, int count, Datatype type) {
    Violation violation = ofData(buffer, count, type);
    return violation == null ? ofWritten(buffer, count) : violation;
  }

  /** Data that is written, of which datatype and count are right. */
  static Violation ofWritten(Object buffer, int count) {
    if (buffer instanceof Buffer view && view.isReadOnly()) {
      return new Violation(ErrorClass.BUFFER, "the buffer is read-only");
    }
    return buffer == null && count != 0 ? nullBuffer(count) : null;
  }

  private static Violation nullBuffer(int count) {
    return new Violation(ErrorClass.BUFFER, "the buffer is null and the count is " + count);
  }

  static Violation ofOperation(Op op, Datatype type) {
    if (op == null) {
      return new Violation(ErrorClass.OP, "the operation is null");
    }
    if (type == null || type.typeMap() == null) {
      return new Violation(ErrorClass.TYPE, Arguments.typeText(type));
    }
    String objection = op.objection(type);
    return objection == null ? null : new Violation(ErrorClass.OP, objection);
  }

  /**
   * Blocks of different lengths.
   *
   * @param written whether they are written
   * @param number how many there are
   * @param owner what messages call those whose they are
   */
  static Violation ofBlocks(
      Object buffer,
      int[] counts,
      int[] displacements,
      Datatype type,
      boolean written,
      int number,
      String owner) {
    if (type == null || type.typeMap() == null) {
      return new Violation(ErrorClass.TYPE, Arguments.typeText(type));
    }
    if (counts == null || counts.length < number) {
      return new Violation(ErrorClass.COUNT, lengthText("counts", counts, number, owner));
    }
    if (displacements == null || displacements.length < number) {
      return new Violation(
          ErrorClass.ARG, lengthText("displacements", displacements, number, owner));
    }
    for (int i = 0; i < number; i++) {
      Violation violation = ofBlock(buffer, owner, i, counts[i], displacements[i]);
      if (violation != null) {
        return violation;
      }
    }
    return written ? ofWritten(buffer, 0) : null;
  }

  /**
   * Elements of which each rank gets a block.
   *
   * @param own this rank's parts of all blocks
   * @param result where its block goes
   */
  static Violation ofParts(
      Object own, Object result, int[] counts, Datatype type, int size, int rank) {
    if (counts == null || counts.length < size) {
      return new Violation(ErrorClass.COUNT, lengthText("counts", counts, size, "rank"));
    }
    long total = 0;
    for (int i = 0; i < size; i++) {
      Violation violation = ofBlock(own, "rank", i, counts[i], 0);
      if (violation != null) {
        return violation;
      }
      total += counts[i];
    }
    if (total > Integer.MAX_VALUE) {
      return new Violation(
          ErrorClass.COUNT,
          "the counts are " + total + " together; they must be at most " + Integer.MAX_VALUE);
    }
    return ofResult(result, counts[rank], type);
  }

  /** Blocks of different lengths and datatypes, of which {@link #ofBlocks} sees one datatype. */
  static Violation ofTypes(Datatype[] types, int size) {
    if (types == null || types.length < size) {
      return new Violation(
          ErrorClass.TYPE,
          types == null
              ? "the array of datatypes is null"
              : "the array of datatypes has "
                  + types.length
                  + " elements; it must have one for each of "
                  + size
                  + " ranks");
    }
    for (int rank = 0; rank < size; rank++) {
      if (types[rank] == null || types[rank].typeMap() == null) {
        return new Violation(
            ErrorClass.TYPE, "for rank " + rank + " " + Arguments.typeText(types[rank]));
      }
    }
    return null;
  }

  private static Violation ofBlock(
      Object buffer, String owner, int number, int count, int displacement) {
    if (count < 0) {
      return new Violation(
          ErrorClass.COUNT,
          "the count for " + owner + " " + number + " is " + count + "; it must be at least 0");
    }
    if (displacement < 0 && count != 0) {
      return new Violation(
          ErrorClass.ARG,
          "the displacement for "
              + owner
              + " "
              + number
              + " is "
              + displacement
              + "; it must be at least 0");
    }
    if (buffer == null && count != 0) {
      return new Violation(
          ErrorClass.BUFFER, "the buffer is null and the count for " + owner + " is " + count);
    }
    return null;
  }

  private static String lengthText(String what, int[] array, int number, String owner) {
    return array == null
        ? "the array of " + what + " is null"
        : "the array of "
            + what
            + " has "
            + array.length
            + " elements; it must have one for each of "
            + number
            + " "
            + owner
            + "s";
  }
}
