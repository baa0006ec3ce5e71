package osu;

import mpi.CartComm;
import mpi.MPI;
import mpi.MPIException;
import osu.benchmark.CollectiveBenchmark;
import osu.message.Payload;

/**
 * The time to exchange a block with the neighbor on either side of a ring of all ranks. A message
 * size is that of one block.
 */
public final class NeighborAlltoall extends CollectiveBenchmark {
  private static final int NEIGHBORS = 2;
  private static final int BELOW = 0;
  private static final int ABOVE = 1;

  private CartComm ring;
  private Payload outgoing;
  private Payload incoming;

  public static void main(String[] arguments) throws MPIException {
    new NeighborAlltoall().run(arguments);
  }

  @Override
  protected void prepare() throws MPIException {
    ring = MPI.COMM_WORLD.createCart(new int[] {ranks}, new boolean[] {true}, false);
    outgoing = options.kind().allocate(Math.multiplyExact(NEIGHBORS, options.largestBytes()));
    incoming = options.kind().allocate(Math.multiplyExact(NEIGHBORS, options.largestBytes()));
  }

  @Override
  protected void call() throws MPIException {
    ring.neighborAllToAll(outgoing.buffer(), bytes, MPI.BYTE, incoming.buffer(), bytes, MPI.BYTE);
  }

  /** What the neighbor below sends upwards comes first. */
  @Override
  protected int validate(int round) throws MPIException {
    for (int direction = BELOW; direction <= ABOVE; direction++) {
      outgoing.fill(seed(rank, round, direction), bytes, direction * bytes);
    }
    incoming.spoil(seed(rank, round, 0), NEIGHBORS * bytes);
    iterate(0, 1);
    int below = (rank + ranks - 1) % ranks;
    int above = (rank + 1) % ranks;
    return incoming.mismatches(seed(below, round, ABOVE), bytes, 0)
        + incoming.mismatches(seed(above, round, BELOW), bytes, bytes);
  }

  @Override
  protected void finish() throws MPIException {
    ring.free();
  }
}
