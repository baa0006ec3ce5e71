/** JUnit 5 tests that run as the ranks of an MPI job. */
module org.ob1j.junit {
  requires transitive org.junit.jupiter.api;
  requires org.junit.platform.launcher;
  requires org.ob1j.mpi;

  exports org.ob1j.junit;

  // JUnit makes the extension.
  opens org.ob1j.junit to
      org.junit.platform.commons;
}
