package mpi;

/** A reduction operation (MPI standard, "Predefined Reduction Operations"). */
public final class Op implements Freeable {
  private final String name;

  Op(String name) {
    this.name = name;
  }

  /** True if the operands may change places. All predefined operations answer true. */
  public boolean isCommutative() {
    return true;
  }

  /** True if the operation has been freed. Predefined operations never are. */
  public boolean isNull() {
    return false;
  }

  /**
   * Predefined operations cannot be freed.
   *
   * @throws MPIException always: {@link MPI#ERR_OP}
   */
  @Override
  public void free() throws MPIException {
    throw MPI.raise("Op.free", ErrorClass.OP, name + " is predefined and cannot be freed");
  }
}
