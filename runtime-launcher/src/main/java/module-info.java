/** The program {@code mpirun}: {@code java -m org.ob1j.launcher/org.ob1j.launcher.Mpirun}. */
module org.ob1j.launcher {
  requires jdk.net;
  requires jdk.unsupported;
  requires org.ob1j.runtime;

  uses org.ob1j.runtime.parameter.ParameterProvider;

  provides org.ob1j.runtime.parameter.ParameterProvider with
      org.ob1j.launcher.allocation.engine.LaunchParameters;
}
