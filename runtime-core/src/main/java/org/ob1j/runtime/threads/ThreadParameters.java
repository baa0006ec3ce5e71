package org.ob1j.runtime.threads;

import java.util.List;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterProvider;

/** The parameters of what concerns threads. */
public final class ThreadParameters implements ParameterProvider {
  public static final Parameter<Boolean> ASYNC_PROGRESS =
      Parameter.bool(
          "mpi_async_progress",
          false,
          "Whether a thread of each rank lets messages get on while the rank computes");

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(ASYNC_PROGRESS);
  }
}
