package mpi;

/** Names that users give to objects. */
final class Names {
  private Names() {}

  /** A name, cut to what every MPI library keeps. */
  static String cut(String operation, String name) {
    if (name == null) {
      throw MPI.raise(operation, ErrorClass.ARG, "the name is null");
    }
    return name.substring(0, Math.min(name.length(), MPI.MAX_OBJECT_NAME - 1));
  }
}
