package org.ob1j.launcher.allocation;

import org.ob1j.launcher.system.LaunchException;

/**
 * Jobs of schedulers of which mpirun does not know all hosts: where the user names none, either,
 * ranks would run on this host alone, or on some of the hosts, by mistake.
 */
final class UnknownHosts {
  private static final String COMPONENTS = "SLURM_HET_SIZE";

  private UnknownHosts() {}

  /**
   * Refuses to run where some are not known.
   *
   * @param scheduled the hosts that a scheduler names, or null
   */
  static void refuse(Allocation scheduled, Site site) throws LaunchException {
    if (scheduled == null || scheduled.manager() == Manager.SLURM) {
      refuseComponents(scheduled, site);
    }
    if (scheduled != null) {
      return;
    }
    refuseWithoutHosts(site, Manager.SLURM, "SLURM_JOB_ID", "SLURM_JOB_NODELIST");
    refuseWithoutHosts(site, Manager.SLURM, "SLURM_JOBID", "SLURM_JOB_NODELIST");
    refuseWithoutHosts(site, Manager.PBS, "PBS_JOBID", "PBS_NODEFILE");
    refuseWithoutHosts(site, Manager.LSF, "LSB_JOBID", "LSB_DJOB_HOSTFILE or LSB_MCPU_HOSTS");
    // JOB_ID is a name that others use, too, and Grid Engine has jobs of one host without a file.
    if (number(site, "NHOSTS") > 1) {
      refuseWithoutHosts(site, Manager.GRID_ENGINE, "JOB_ID", "PE_HOSTFILE");
    }
  }

  /**
   * A heterogeneous job has a list of hosts for each component. Of those a script of sbatch sees
   * the first as the job's, and what salloc starts sees none; one srun for all has other rules.
   */
  private static void refuseComponents(Allocation scheduled, Site site) throws LaunchException {
    if (number(site, COMPONENTS) < 2) {
      return;
    }
    throw LaunchException.usage(
        "Slurm's job is a heterogeneous one ("
            + COMPONENTS
            + " is "
            + site.variable(COMPONENTS)
            + "), and mpirun does not take the hosts of several components: allocate them without"
            + " a ':', or "
            + (scheduled == null
                ? "name them by --host, which are then reached by ssh"
                : "choose by --host among those of the first, " + scheduled.names()));
  }

  private static void refuseWithoutHosts(Site site, Manager manager, String job, String hosts)
      throws LaunchException {
    String id = site.variable(job);
    if (id == null) {
      return;
    }
    throw LaunchException.usage(
        "this is "
            + manager.title()
            + "'s job "
            + id
            + " ("
            + job
            + "), but "
            + hosts
            + ", which names its hosts, is not set: name them by --host or --hostfile, this one as"
            + " localhost:SLOTS. No rank is started on this host instead");
  }

  /** The value of a variable; 0 if it is no number. */
  private static int number(Site site, String variable) {
    String value = site.variable(variable);
    return value == null || !value.matches("[0-9]{1,6}") ? 0 : Integer.parseInt(value);
  }
}
