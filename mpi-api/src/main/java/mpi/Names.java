package mpi;

/** Names that users give to objects. */
final class Names {
  private Names() {}

  /** What is wrong with a name; null if nothing is. */
  static Violation check(String name) {
    return name == null ? new Violation(ErrorClass.ARG, "the name is null") : null;
  }

  /** A name, cut to what every MPI library keeps. */
  static String cut(String name) {
    return name.substring(0, Math.min(name.length(), MPI.MAX_OBJECT_NAME - 1));
  }
}
