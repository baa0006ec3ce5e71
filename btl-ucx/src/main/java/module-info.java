/** What of ob1j is native: reading a peer's memory in one copy. */
module org.ob1j.btl.ucx {
  requires org.bytedeco.javacpp;
  requires org.ob1j.btl;

  provides org.ob1j.btl.SingleCopy with
      org.ob1j.btl.ucx.CrossMemoryAttach;
}
