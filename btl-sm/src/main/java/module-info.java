/** The shared memory transport. */
module org.ob1j.btl.sm {
  requires org.ob1j.btl;

  uses org.ob1j.btl.service.SingleCopy;
  uses org.ob1j.runtime.datatype.NativeBlockCopy;

  provides org.ob1j.btl.BtlComponent with
      org.ob1j.btl.sm.SharedMemoryComponent;
  provides org.ob1j.runtime.parameter.ParameterProvider with
      org.ob1j.btl.sm.SharedMemoryParameters;
}
