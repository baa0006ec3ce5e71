package mpi;

/** A handle that has to be freed when it is not used any more. */
public interface Freeable {
  /**
   * Frees the object (MPI standard, "Opaque Objects"). The handle then answers that it is null.
   *
   * @throws MPIException if it cannot be freed
   */
  void free() throws MPIException;
}
