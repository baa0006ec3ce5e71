package mpi;

/** Where slices may begin. What is thrown is what Open MPI's bindings throw. */
final class Slices {
  private Slices() {}

  /** An element of an array, or its end. */
  static int inArray(int offset, int length) {
    if (offset < 0 || offset > length) {
      throw new IndexOutOfBoundsException(text(offset, "array", length));
    }
    return offset;
  }

  /** An element of a buffer, or its end. */
  static int inBuffer(int offset, int capacity) {
    if (offset < 0 || offset > capacity) {
      throw new IllegalArgumentException(text(offset, "buffer", capacity));
    }
    return offset;
  }

  private static String text(int offset, String whole, int elements) {
    return "the offset is "
        + offset
        + "; it must be from 0 to "
        + elements
        + ", which is how many elements the "
        + whole
        + " has";
  }
}
