package org.ob1j.runtime.parameter;

import java.util.List;

/** Lists the parameters that a module declares. Found through {@link java.util.ServiceLoader}. */
public interface ParameterProvider {
  /** Every parameter of the module, in the order in which {@code mpirun --info} prints them. */
  List<Parameter<?>> parameters();
}
