/**
 * What every rank needs below package {@code mpi}. Its packages are for ob1j's own modules; an
 * engine or a transport of somebody else's implements their interfaces and provides them.
 */
module org.ob1j.runtime {
  exports org.ob1j.runtime.collective;
  exports org.ob1j.runtime.collective.buffer;
  exports org.ob1j.runtime.collective.op;
  exports org.ob1j.runtime.collective.round;
  exports org.ob1j.runtime.collective.shared;
  exports org.ob1j.runtime.control;
  exports org.ob1j.runtime.control.handshake;
  exports org.ob1j.runtime.control.message;
  exports org.ob1j.runtime.datatype;
  exports org.ob1j.runtime.job;
  exports org.ob1j.runtime.memory;
  exports org.ob1j.runtime.parameter;
  exports org.ob1j.runtime.pml;
  exports org.ob1j.runtime.progress;
  exports org.ob1j.runtime.threads;
  exports org.ob1j.runtime.topology;

  uses org.ob1j.runtime.parameter.ParameterProvider;
  uses org.ob1j.runtime.pml.PmlComponent;

  provides org.ob1j.runtime.parameter.ParameterProvider with
      org.ob1j.runtime.collective.CollectiveParameters,
      org.ob1j.runtime.control.ControlParameters,
      org.ob1j.runtime.pml.PmlSelection,
      org.ob1j.runtime.threads.ThreadParameters;
}
