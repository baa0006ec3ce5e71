/** The native library of org.ob1j.btl.ucx for one kind of machine, and no class. */
module org.ob1j.btl.ucx.library {}
