package mpi;

/**
 * What happens when an operation on a communicator fails: {@link MPI#ERRORS_ARE_FATAL}, {@link
 * MPI#ERRORS_RETURN} or {@link MPI#ERRORS_ABORT} (MPI standard, "Error Handling").
 */
public final class Errhandler {
  /** Ends the job. */
  static final Errhandler FATAL = new Errhandler(true);

  /** Throws the exception to the caller. */
  static final Errhandler RETURN = new Errhandler(false);

  /** Ends the processes of the communicator, which ends the job. */
  static final Errhandler ABORT = new Errhandler(true);

  private final boolean fatal;

  private Errhandler(boolean fatal) {
    this.fatal = fatal;
  }

  boolean isFatal() {
    return fatal;
  }
}
