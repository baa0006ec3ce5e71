package org.ob1j.runtime.parameter;

import java.util.List;

/** Lists the parameters that a module declares. Found through {@link java.util.ServiceLoader}. */
public interface ParameterProvider {
  /** Every parameter of the module, in the order in which {@code mpirun --info} prints them. */
  List<Parameter<?>> parameters();

  /**
   * What the module found out about this host, in lines that {@code mpirun --info} prints below the
   * parameters. May take its time: nothing else asks.
   */
  default List<String> findings(ParameterSet values) {
    return List.of();
  }
}
