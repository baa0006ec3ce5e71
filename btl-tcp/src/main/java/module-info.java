/** The TCP transport. */
module org.ob1j.btl.tcp {
  requires org.ob1j.btl;

  uses org.ob1j.btl.service.ArraySockets;

  provides org.ob1j.btl.BtlComponent with
      org.ob1j.btl.tcp.TcpComponent;
  provides org.ob1j.runtime.parameter.ParameterProvider with
      org.ob1j.btl.tcp.parameter.TcpParameters;
}
