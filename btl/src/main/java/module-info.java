/** The transport interface (Byte Transfer Layer). */
module org.ob1j.btl {
  requires transitive org.ob1j.runtime;

  exports org.ob1j.btl;
  exports org.ob1j.btl.order;
  exports org.ob1j.btl.service;
  exports org.ob1j.btl.tag;
}
