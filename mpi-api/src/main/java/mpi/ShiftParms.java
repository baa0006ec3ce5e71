package mpi;

/**
 * Two processes in a grid, at the same distance before and behind one: what {@link CartComm#shift}
 * answers (MPI standard, MPI_Cart_shift). Does not change.
 */
public final class ShiftParms {
  private final int rankSource;
  private final int rankDest;

  ShiftParms(int rankSource, int rankDest) {
    this.rankSource = rankSource;
    this.rankDest = rankDest;
  }

  /**
   * Whom to receive from; {@link MPI#PROC_NULL} beyond the edge of the grid (MPI standard,
   * MPI_Cart_shift).
   */
  public int getRankSource() {
    return rankSource;
  }

  /**
   * Whom to send to; {@link MPI#PROC_NULL} beyond the edge of the grid (MPI standard,
   * MPI_Cart_shift).
   */
  public int getRankDest() {
    return rankDest;
  }
}
