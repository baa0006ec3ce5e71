/** What stands between upper layers and transports. */
module org.ob1j.bml {
  requires transitive org.ob1j.btl;

  exports org.ob1j.bml;

  uses org.ob1j.btl.BtlComponent;

  provides org.ob1j.runtime.parameter.ParameterProvider with
      org.ob1j.bml.BmlParameters;
}
