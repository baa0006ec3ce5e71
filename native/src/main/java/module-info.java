/** What of ob1j's own the system does better than Java, by a small native library. */
module org.ob1j.os {
  requires org.ob1j.btl;

  provides org.ob1j.btl.service.ArraySockets with
      org.ob1j.os.NativeArraySockets;
  provides org.ob1j.btl.service.SingleCopy with
      org.ob1j.os.CrossMemoryAttach;
  provides org.ob1j.runtime.datatype.NativeBlockCopy with
      org.ob1j.os.NativeLoops;
  provides org.ob1j.runtime.parameter.ParameterProvider with
      org.ob1j.os.NativeParameters;
}
