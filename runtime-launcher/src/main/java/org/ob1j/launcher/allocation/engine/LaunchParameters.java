package org.ob1j.launcher.allocation.engine;

import java.util.List;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterProvider;

/** The parameters by which mpirun reaches other hosts. */
public final class LaunchParameters implements ParameterProvider {
  private static final int MAX_RADIX = 4096;
  private static final int MAX_CONCURRENT = 4096;
  private static final int MAX_SECONDS = 24 * 60 * 60;
  private static final int MAX_INTERVAL_SECONDS = 3600;

  /** What pods take to be scheduled and to fetch their image, as a rule. */
  static final int CONTAINER_PATIENCE_SECONDS = 120;

  public static final Parameter<String> ENGINE =
      Parameter.text(
          "plm",
          "",
          "What starts ob1j on other hosts: ssh (or rsh, tm), slurm (srun), sge (qrsh), lsf"
              + " (blaunch); several with commas, of which the first that fits is taken; after a ^"
              + " those not to use. Empty: what the allocation is of, else ssh");

  public static final Parameter<String> REMOTE_AGENT =
      Parameter.text(
              "plm_rsh_agent",
              "ssh : rsh",
              "The command that starts another one on a host: it gets its own arguments, the host"
                  + " and the command. Of several with colons between, the first that is installed")
          .withAliases("plm_ssh_agent", "orte_rsh_agent");

  public static final Parameter<String> REMOTE_ARGUMENTS =
      Parameter.text(
              "plm_rsh_args",
              "",
              "Arguments for that command, before the host. Empty: what PRTE_MCA_plm_ssh_args or"
                  + " HYDRA_LAUNCH_EXTRA_ARGS says")
          .withAliases("plm_ssh_args");

  public static final Parameter<Boolean> NO_TREE =
      Parameter.bool(
              "plm_rsh_no_tree_spawn",
              false,
              "Whether mpirun itself starts ob1j on every host, instead of each host on those"
                  + " below it in the tree")
          .withAliases("plm_ssh_no_tree_spawn");

  public static final Parameter<Integer> CONCURRENT =
      Parameter.integer(
              "plm_rsh_num_concurrent",
              128,
              1,
              MAX_CONCURRENT,
              "On how many hosts a host starts ob1j at the same time")
          .withAliases("plm_ssh_num_concurrent");

  public static final Parameter<Integer> RADIX =
      Parameter.integer(
          "routed_radix",
          32,
          1,
          MAX_RADIX,
          "How many hosts each host has below it in the tree that connects them");

  public static final Parameter<Integer> STARTUP_TIMEOUT =
      Parameter.integer(
          "plm_startup_timeout",
          60,
          1,
          MAX_SECONDS,
          "Seconds in which the agents of all hosts must have come, and again in which they must be"
              + " ready");

  public static final Parameter<Integer> HOST_PATIENCE =
      Parameter.integer(
          "plm_host_patience",
          -1,
          -1,
          MAX_SECONDS,
          "Seconds for which a host is waited for that cannot be reached yet; -1: 120 where the"
              + " MPI Operator of Kubernetes names the hostfile, else 0");

  public static final Parameter<Integer> HEARTBEAT_INTERVAL =
      Parameter.integer(
          "plm_heartbeat_interval",
          1,
          1,
          MAX_INTERVAL_SECONDS,
          "Seconds after which a host asks another that has been silent whether it is there, and"
              + " between such questions; three without an answer are its death");

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(
        ENGINE,
        REMOTE_AGENT,
        REMOTE_ARGUMENTS,
        NO_TREE,
        CONCURRENT,
        RADIX,
        STARTUP_TIMEOUT,
        HOST_PATIENCE,
        HEARTBEAT_INTERVAL);
  }
}
