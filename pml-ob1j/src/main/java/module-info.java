/** The point-to-point engine. */
module org.ob1j.pml {
  requires org.ob1j.bml;

  provides org.ob1j.runtime.pml.PmlComponent with
      org.ob1j.pml.Ob1Component;
  provides org.ob1j.runtime.parameter.ParameterProvider with
      org.ob1j.pml.Ob1Parameters;
}
