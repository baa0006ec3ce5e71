package org.ob1j.launcher.allocation.engine;

import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import org.ob1j.launcher.allocation.Allocation;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * How mpirun reaches the hosts of a job.
 *
 * @param engine what starts ob1j there
 * @param shell the command that does, or null if {@code engine} needs none
 * @param radix how many hosts each host has below it in the tree
 * @param startupTimeout how long hosts may take to be ready
 * @param heartbeatSeconds how often hosts ask whether the other is there
 */
public record Reach(
    EngineKind engine,
    RemoteShell shell,
    int radix,
    Duration startupTimeout,
    int heartbeatSeconds) {
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
        shell(engine, allocation, parameters, environment, isInstalled),
        parameters.get(LaunchParameters.RADIX),
        Duration.ofSeconds(parameters.get(LaunchParameters.STARTUP_TIMEOUT)),
        parameters.get(LaunchParameters.HEARTBEAT_INTERVAL));
  }

  private static RemoteShell shell(
      EngineKind engine,
      Allocation allocation,
      ParameterSet parameters,
      Map<String, String> environment,
      Predicate<String> isInstalled)
      throws LaunchException {
    return switch (engine) {
      case SSH -> RemoteShell.of(parameters, environment, isInstalled);
      case GRID_ENGINE -> {
        require("qrsh", allocation, isInstalled);
        yield RemoteShell.ofScheduler(parameters, "qrsh", "-inherit", "-V");
      }
      case LSF -> {
        require("blaunch", allocation, isInstalled);
        yield RemoteShell.ofScheduler(parameters, "blaunch");
      }
      case SLURM -> {
        require("srun", allocation, isInstalled);
        yield null;
      }
      case LOCAL -> null;
    };
  }

  private static void require(String program, Allocation allocation, Predicate<String> isInstalled)
      throws LaunchException {
    if (!isInstalled.test(program)) {
      throw new LaunchException(
          ExitCodes.NO_SUCH_PROGRAM,
          "there is no program "
              + program
              + " here, which is to reach the hosts of "
              + allocation.source()
              + " (--mca plm ssh reaches them by ssh)");
    }
  }

  /** How many agents each process starts. */
  public int radixFor(int hosts) {
    boolean allByMpirun = shell == null || shell.noTree();
    return allByMpirun ? Math.max(1, hosts) : radix;
  }
}
