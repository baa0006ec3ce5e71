/** MPI for the JVM: package {@link mpi}, with the signatures of Open MPI's Java bindings. */
module org.ob1j.mpi {
  requires org.ob1j.runtime;

  exports mpi;
}
