package mpi;

import org.ob1j.runtime.topology.BalancedDimensions;
import org.ob1j.runtime.topology.CartesianGrid;

/**
 * A communicator whose processes are arranged in a grid (MPI standard, "Virtual Topologies for MPI
 * Processes"). Made by {@link Intracomm#createCart}. Ranks run through the grid with the last
 * coordinate fastest. A dimension is a number from 0 to the number of dimensions − 1.
 *
 * <p>For neighbor collectives each process has two neighbors in each dimension, the one below
 * first; beyond the edge of the grid that is {@link MPI#PROC_NULL}, whose blocks are neither sent
 * nor touched. Also where both are the same process, what one sends upwards the other receives from
 * below.
 */
public final class CartComm extends Intracomm {
  private CartComm(MpiProcess process) {
    super(process);
  }

  /** A handle; null for a process that is not in the grid. */
  static CartComm of(MpiProcess process, Communicator made) {
    CartComm comm = new CartComm(process);
    comm.bind(made);
    return comm;
  }

  /** As {@link Intracomm#dup}; the duplicate has the same grid (MPI standard, MPI_Comm_dup). */
  @Override
  public CartComm dup() throws MPIException {
    return of(process(), CommunicatorCreation.dup("CartComm.dup", live("CartComm.dup")));
  }

  /**
   * As {@link #dup}, with other hints (MPI standard, MPI_Comm_dup_with_info).
   *
   * @throws MPIException {@link MPI#ERR_INFO} if they are null
   */
  @Override
  public CartComm dupWithInfo(Info info) throws MPIException {
    Info hints = requireHints("CartComm.dupWithInfo", info);
    CartComm made = dup();
    made.setInfo(hints);
    return made;
  }

  /**
   * As {@link Intracomm#iDup}; the duplicate has the same grid (MPI standard, MPI_Comm_idup).
   *
   * @return the new communicator, which can be used once its request is complete
   */
  @Override
  public CartComm iDup() throws MPIException {
    return duplicating("CartComm.iDup", new CartComm(process()));
  }

  /** The same as {@link #dup} (MPI standard, MPI_Comm_dup). */
  @Override
  public CartComm clone() {
    return dup();
  }

  /** The grid and where this process is in it (MPI standard, MPI_Cart_get). */
  public CartParms getTopo() throws MPIException {
    Communicator current = live("CartComm.getTopo");
    CartesianGrid grid = gridOf(current);
    int rank = current.pointToPoint().rank();
    return new CartParms(grid.lengths(), grid.periods(), grid.coordinates(rank));
  }

  /**
   * The rank of the process at a place (MPI standard, MPI_Cart_rank).
   *
   * @param coords a coordinate for each dimension: in a periodic one any number, which wraps
   *     around, else from 0 to its length − 1
   * @throws MPIException {@link MPI#ERR_ARG} if a coordinate is out of range or missing
   */
  public int getRank(int[] coords) throws MPIException {
    Communicator current = live("CartComm.getRank");
    CartesianGrid grid = gridOf(current);
    require("CartComm.getRank", TopologyArguments.ofCoordinates(coords, grid));
    return grid.dimensions() == 0 ? 0 : grid.rank(coords);
  }

  /**
   * The place of a process (MPI standard, MPI_Cart_coords).
   *
   * @return its coordinate in each dimension, from 0
   * @throws MPIException {@link MPI#ERR_RANK} if there is no such rank
   */
  public int[] getCoords(int rank) throws MPIException {
    Communicator current = live("CartComm.getCoords");
    require("CartComm.getCoords", TopologyArguments.ofRank(rank, current.group().members().length));
    return gridOf(current).coordinates(rank);
  }

  /**
   * Whom to receive from and send to if everyone passes data on in one dimension (MPI standard,
   * MPI_Cart_shift).
   *
   * @param direction a dimension
   * @param disp how far upwards; downwards if negative
   * @throws MPIException {@link MPI#ERR_DIMS} if there is no such dimension
   */
  public ShiftParms shift(int direction, int disp) throws MPIException {
    Communicator current = live("CartComm.shift");
    CartesianGrid grid = gridOf(current);
    require("CartComm.shift", TopologyArguments.ofDirection(direction, grid.dimensions()));
    int rank = current.pointToPoint().rank();
    return new ShiftParms(
        grid.shifted(rank, direction, -(long) disp), grid.shifted(rank, direction, disp));
  }

  /**
   * Makes communicators of the parts of the grid that one gets by holding some coordinates fixed
   * (MPI standard, MPI_Cart_sub). All processes of the communicator call it, with the same
   * dimensions.
   *
   * @param remainDims for each dimension whether the parts extend in it
   * @return that of the part that this process is in; without any dimension this process alone
   * @throws MPIException {@link MPI#ERR_ARG} if the array is null or too short
   */
  public CartComm sub(boolean[] remainDims) throws MPIException {
    Communicator current = live("CartComm.sub");
    CartesianGrid grid = gridOf(current);
    require("CartComm.sub", TopologyArguments.ofKept(remainDims, grid.dimensions()));
    return of(process(), TopologyCreation.part(current, grid, remainDims));
  }

  /**
   * The rank that this process would best have in a grid: here the one that it has (MPI standard,
   * MPI_Cart_map).
   *
   * @param dims processes in each dimension, at least 1
   * @param periods for each dimension whether it is periodic
   * @return {@link MPI#UNDEFINED} if this process would not be in the grid
   * @throws MPIException {@link MPI#ERR_DIMS} if a length is not positive, or the grid has more
   *     processes than the communicator; {@link MPI#ERR_ARG} if an array is null or too short
   */
  public int map(int[] dims, boolean[] periods) throws MPIException {
    Communicator current = live("CartComm.map");
    int size = current.group().members().length;
    require("CartComm.map", TopologyArguments.ofGrid(dims, periods, size, ErrorClass.DIMS));
    int rank = current.pointToPoint().rank();
    return rank < CartesianGrid.processes(dims) ? rank : SpecialValues.UNDEFINED;
  }

  /**
   * Chooses lengths for the dimensions of a grid, close to each other, the greatest first (MPI
   * standard, MPI_Dims_create).
   *
   * @param nnodes the processes of the grid, at least 1
   * @param dims the length of each dimension; those that are 0 are set
   * @throws MPIException {@link MPI#ERR_DIMS} if no lengths have this product, or a number is
   *     negative; {@link MPI#ERR_ARG} if the array is null
   */
  public static void createDims(int nnodes, int[] dims) throws MPIException {
    Communicator world = MPI.COMM_WORLD.live("CartComm.createDims");
    Violation violation = TopologyArguments.ofDimensions(nnodes, dims);
    if (violation != null) {
      throw world.raise("CartComm.createDims", violation);
    }
    BalancedDimensions.complete(nnodes, dims);
  }

  private static CartesianGrid gridOf(Communicator current) {
    return (CartesianGrid) current.topology();
  }

  private void require(String operation, Violation violation) {
    if (violation != null) {
      throw live(operation).raise(operation, violation);
    }
  }
}
