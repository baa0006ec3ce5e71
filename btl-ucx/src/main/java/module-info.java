/** The UCX transport. */
module org.ob1j.btl.ucx {
  requires org.ob1j.btl;
}
