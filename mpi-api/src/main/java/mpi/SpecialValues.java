package mpi;

/** Ranks and tags with a meaning of their own, as constants that the compiler knows. */
final class SpecialValues {
  static final int ANY_SOURCE = -1;
  static final int ANY_TAG = -1;
  static final int PROC_NULL = -2;
  static final int ROOT = -4;
  static final int UNDEFINED = -32766;

  private SpecialValues() {}
}
