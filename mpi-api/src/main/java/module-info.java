/**
 * MPI for the JVM: package {@link mpi}, with the signatures of Open MPI's Java bindings, and
 * package {@link org.ob1j}, what ob1j adds to MPI.
 */
module org.ob1j.mpi {
  requires org.ob1j.runtime;

  exports mpi;
  exports org.ob1j;

  uses org.ob1j.IncomingMessages.Provider;

  provides org.ob1j.IncomingMessages.Provider with
      mpi.VariableMessages.Provider;
}
