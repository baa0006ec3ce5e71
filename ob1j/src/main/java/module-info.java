/** All that a rank needs: package {@code mpi}, the engine and the transports. */
module org.ob1j {
  requires transitive org.ob1j.mpi;
  requires org.ob1j.btl.sm;
  requires org.ob1j.btl.tcp;
  requires org.ob1j.btl.ucx;
  requires org.ob1j.os;
  requires org.ob1j.pml;
}
