package mpi;

/** A communicator within one group of processes. */
public class Intracomm extends Comm {
  /** A null communicator, until it is bound. */
  Intracomm(MpiProcess process) {
    super(process);
  }

  @Override
  public Intracomm dup() throws MPIException {
    return made(CommunicatorCreation.dup("Intracomm.dup", live("Intracomm.dup")));
  }

  @Override
  public Intracomm clone() {
    return dup();
  }

  /**
   * Makes a communicator for each color out of the ranks that give it (MPI standard,
   * MPI_Comm_split). All processes of the communicator call it.
   *
   * @param colour at least 0, or {@link MPI#UNDEFINED} to be in none of them
   * @param key where this process stands among those of its color; those with the same key keep
   *     their order
   * @return this process's communicator; for UNDEFINED one that {@link #isNull}
   */
  public final Intracomm split(int colour, int key) throws MPIException {
    return made(CommunicatorCreation.split(live("Intracomm.split"), colour, key));
  }

  private Intracomm made(Communicator communicator) {
    Intracomm comm = new Intracomm(process());
    comm.bind(communicator);
    return comm;
  }
}
