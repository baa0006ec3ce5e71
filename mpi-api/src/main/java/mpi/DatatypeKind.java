package mpi;

/** What predefined reductions make of a datatype. */
enum DatatypeKind {
  /** One primitive. */
  BASIC,
  /** Bytes that {@link Comm#pack} has written: no numbers. */
  PACKED,
  /** A value and an index. */
  PAIR,
  /** Two parts of a complex number. */
  COMPLEX,
  /** Made by the user. */
  DERIVED
}
