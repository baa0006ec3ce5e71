package mpi;

/**
 * A grid, as one of its processes sees it: what {@link CartComm#getTopo} answers (MPI standard,
 * MPI_Cartdim_get and MPI_Cart_get). Does not change.
 */
public final class CartParms {
  private final int[] dims;
  private final boolean[] periods;
  private final int[] coords;

  CartParms(int[] dims, boolean[] periods, int[] coords) {
    this.dims = dims;
    this.periods = periods;
    this.coords = coords;
  }

  /** The number of dimensions (MPI standard, MPI_Cartdim_get). */
  public int getDimCount() {
    return dims.length;
  }

  /**
   * The number of processes in a dimension (MPI standard, MPI_Cart_get).
   *
   * @param i from 0 to the number of dimensions − 1; others are an {@link
   *     ArrayIndexOutOfBoundsException}
   */
  public int getDim(int i) {
    return dims[i];
  }

  /**
   * True if the last process of a dimension is the first one's neighbor (MPI standard,
   * MPI_Cart_get).
   *
   * @param i as for {@link #getDim}
   */
  public boolean getPeriod(int i) {
    return periods[i];
  }

  /**
   * Where the process is in a dimension, from 0 (MPI standard, MPI_Cart_get).
   *
   * @param i as for {@link #getDim}
   */
  public int getCoord(int i) {
    return coords[i];
  }
}
