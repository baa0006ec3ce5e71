package org.ob1j.runtime.control;

import java.util.List;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterProvider;

/** The parameters of the control connection. mpirun reads them and tells the ranks. */
public final class ControlParameters implements ParameterProvider {
  private static final int MAX_INTERVAL_SECONDS = 8 * 60 * 60;

  public static final Parameter<Integer> HEARTBEAT_INTERVAL =
      Parameter.integer(
          "ob1j_heartbeat_interval",
          10,
          0,
          MAX_INTERVAL_SECONDS,
          "Seconds between heartbeats of mpirun and each rank; silence of three intervals is a"
              + " death. 0 turns them off: the death of a local process is seen at once anyway.");

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(HEARTBEAT_INTERVAL);
  }
}
