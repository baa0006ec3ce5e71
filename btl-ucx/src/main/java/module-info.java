/**
 * What of ob1j is native: the UCX transport, reading a peer's memory in one copy, copying blocks
 * and past the caches, and moving arrays through sockets.
 */
module org.ob1j.btl.ucx {
  requires jdk.management;
  requires org.bytedeco.javacpp;
  requires org.ob1j.btl;

  provides org.ob1j.btl.BtlComponent with
      org.ob1j.btl.ucx.UcxComponent;
  provides org.ob1j.btl.ArraySockets with
      org.ob1j.btl.ucx.NativeArraySockets;
  provides org.ob1j.btl.SingleCopy with
      org.ob1j.btl.ucx.CrossMemoryAttach;
  provides org.ob1j.btl.StreamingCopy with
      org.ob1j.btl.ucx.NativeStreams;
  provides org.ob1j.runtime.datatype.NativeBlockCopy with
      org.ob1j.btl.ucx.NativeLoops;
  provides org.ob1j.runtime.parameter.ParameterProvider with
      org.ob1j.btl.ucx.UcxParameters;
}
