/** The UCX transport. */
module org.ob1j.btl.ucx {
  requires org.bytedeco.javacpp;
  requires org.ob1j.btl;

  provides org.ob1j.btl.BtlComponent with
      org.ob1j.btl.ucx.UcxComponent;
  provides org.ob1j.runtime.parameter.ParameterProvider with
      org.ob1j.btl.ucx.worker.UcxParameters;
}
