import java.nio.DoubleBuffer;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** The exchange of edges between a block of Heat2D and the blocks beside it. */
final class HeatHalo {
  /** Left, right, up, down: a side and its opposite differ in the last bit. */
  private static final int[][] SIDES = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

  private final Comm world;
  private final HeatBlock block;
  // Open MPI's non-blocking operations take direct buffers only, which stay where they are in
  // memory.
  private final DoubleBuffer[] edges = new DoubleBuffer[SIDES.length];
  private final DoubleBuffer[] halos = new DoubleBuffer[SIDES.length];
  private final Request[] requests = new Request[2 * SIDES.length];

  HeatHalo(Comm world, HeatBlock block) {
    this.world = world;
    this.block = block;
    for (int side = 0; side < SIDES.length; side++) {
      edges[side] = MPI.newDoubleBuffer(points(side));
      halos[side] = MPI.newDoubleBuffer(points(side));
    }
  }

  /** Gets the halo for the next step. */
  void exchange() throws MPIException {
    for (int side = 0; side < SIDES.length; side++) {
      int neighbour = neighbour(side);
      for (int i = 0; i < points(side); i++) {
        edges[side].put(i, block.get(x(side, i, 0), y(side, i, 0)));
      }
      // The tag is the side that a message leaves by; it arrives on the opposite one.
      int opposite = side ^ 1;
      requests[2 * side] = world.iRecv(halos[side], points(side), MPI.DOUBLE, neighbour, opposite);
      requests[2 * side + 1] = world.iSend(edges[side], points(side), MPI.DOUBLE, neighbour, side);
    }
    // Until a request is done, its buffer must be left alone.
    Request.waitAll(requests);
    for (int side = 0; side < SIDES.length; side++) {
      if (neighbour(side) != MPI.PROC_NULL) {
        for (int i = 0; i < points(side); i++) {
          block.set(x(side, i, 1), y(side, i, 1), halos[side].get(i));
        }
      }
    }
  }

  private int neighbour(int side) {
    return block.neighbour(SIDES[side][0], SIDES[side][1]);
  }

  /** How many points a side has. */
  private int points(int side) {
    return SIDES[side][0] == 0 ? block.width : block.height;
  }

  /** Column of point i of a side's edge (outwards 0) or halo (outwards 1). */
  private int x(int side, int i, int outwards) {
    int direction = SIDES[side][0];
    return direction == 0 ? i : direction < 0 ? -outwards : block.width - 1 + outwards;
  }

  private int y(int side, int i, int outwards) {
    int direction = SIDES[side][1];
    return direction == 0 ? i : direction < 0 ? -outwards : block.height - 1 + outwards;
  }
}
