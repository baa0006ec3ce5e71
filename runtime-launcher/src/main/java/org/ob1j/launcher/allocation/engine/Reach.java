package org.ob1j.launcher.allocation.engine;

import java.util.Map;
import java.util.function.Predicate;
import org.ob1j.launcher.allocation.Allocation;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * How mpirun reaches the hosts of a job.
 *
 * @param engine what starts ob1j there
 * @param shell the command that does, or null if {@code engine} needs none
 * @param radix how many hosts each host has below it in the tree
 */
public record Reach(EngineKind engine, RemoteShell shell, int radix) {
  /**
   * As parameters, environment and hosts say.
   *
   * @param isInstalled whether there is a program of this name here, in PATH or as a path
   */
  public static Reach of(
      Allocation allocation,
      ParameterSet parameters,
      Map<String, String> environment,
      Predicate<String> isInstalled)
      throws LaunchException {
    EngineKind engine = EngineChoice.of(allocation, parameters);
    return new Reach(
        engine,
        engine == EngineKind.SSH ? RemoteShell.of(parameters, environment, isInstalled) : null,
        parameters.get(LaunchParameters.RADIX));
  }
}
