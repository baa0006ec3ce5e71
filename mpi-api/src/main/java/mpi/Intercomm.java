package mpi;

/**
 * A communicator between two groups of processes that have none in common (MPI standard,
 * "Inter-Communication").
 *
 * <p>Messages go from one group to the other: ranks of destinations and sources are those of the
 * other group, which is the <em>remote</em> one, while {@link #getRank}, {@link #getSize} and
 * {@link #getGroup} are about this process's own.
 *
 * <p>Collective operations move data from each group to the other. Those with a root move it
 * between the root and all processes of the other group: there the root is given by its rank; the
 * root itself gives {@link MPI#ROOT}, and the others of its group {@link MPI#PROC_NULL}, for whom
 * all other arguments do not matter. Arrays of counts and displacements have an element for each
 * process of the remote group; those of {@link #reduceScatter} one for each of this group. There
 * are no operations in place: their forms with one buffer are an {@link MPI#ERR_ARG} or {@link
 * MPI#ERR_BUFFER}.
 */
public final class Intercomm extends Comm {
  /** A null communicator, until it is bound. */
  Intercomm(MpiProcess process) {
    super(process);
  }

  @Override
  public Intercomm dup() throws MPIException {
    Intercomm made = new Intercomm(process());
    made.bind(CommunicatorCreation.dup("Intercomm.dup", live("Intercomm.dup")));
    return made;
  }

  @Override
  public Intercomm dupWithInfo(Info info) throws MPIException {
    Info hints = requireHints("Intercomm.dupWithInfo", info);
    Intercomm made = dup();
    made.setInfo(hints);
    return made;
  }

  @Override
  public Intercomm clone() {
    return dup();
  }

  @Override
  public Intercomm iDup() throws MPIException {
    return duplicating("Intercomm.iDup", new Intercomm(process()));
  }

  /** The number of processes of the remote group (MPI standard, MPI_Comm_remote_size). */
  public int getRemoteSize() throws MPIException {
    return live("Intercomm.getRemoteSize").remoteGroup().members().length;
  }

  /** A new group of the remote processes (MPI standard, MPI_Comm_remote_group). */
  public Group getRemoteGroup() throws MPIException {
    return new Group(process(), live("Intercomm.getRemoteGroup").remoteGroup().members());
  }

  /**
   * Makes a communicator of the processes of both groups (MPI standard, MPI_Intercomm_merge). All
   * of them call it.
   *
   * @param high whether this group comes behind the other, the same for the whole group. If both
   *     say the same, the group comes first whose rank 0 comes first in the job
   * @return a communicator with the error handler of this one
   */
  public Intracomm merge(boolean high) throws MPIException {
    Intracomm made = new Intracomm(process());
    made.bind(CommunicatorCreation.merge(live("Intercomm.merge"), high));
    return made;
  }

  /**
   * What joins this process to those that started it (MPI standard, MPI_Comm_get_parent). Nothing
   * here starts processes, so it is always a communicator that {@link #isNull}.
   */
  public static Intercomm getParent() throws MPIException {
    MPI.COMM_WORLD.live("Intercomm.getParent");
    return new Intercomm(MPI.COMM_WORLD.process());
  }
}
