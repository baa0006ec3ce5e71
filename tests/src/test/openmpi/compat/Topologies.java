package compat;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.CartComm;
import mpi.CartParms;
import mpi.Comm;
import mpi.DistGraphNeighbors;
import mpi.GraphComm;
import mpi.GraphParms;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.ShiftParms;

/** Grids, graphs, distributed graphs, and collectives of neighbours. */
public final class Topologies {
  private final Report report = new Report();
  private final Intracomm world = MPI.COMM_WORLD;
  private final int rank;
  private final int size;

  private Topologies() throws MPIException {
    rank = world.getRank();
    size = world.getSize();
  }

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    new Topologies().run();
    MPI.Finalize();
  }

  private void run() throws MPIException {
    describe("world", world);
    dims();
    grid();
    copiesOfGrids();
    graph();
    distributedGraph();
    adjacentGraph();
    errors();
    report.print();
  }

  private void dims() throws MPIException {
    int[][] asked = {{0, 0}, {0, 0, 0}, {0, 3}, {2, 0, 0}, {0}};
    int[] nodes = {6, 24, 12, 20, 7};
    for (int i = 0; i < asked.length; i++) {
      CartComm.createDims(nodes[i], asked[i]);
      report.say("dims of " + nodes[i], asked[i]);
    }
    report.fails("dims that do not fit", () -> CartComm.createDims(7, new int[] {2, 0}));
  }

  private void describe(String what, Comm comm) throws MPIException {
    report.say(
        "%s: rank %d of %d, topology %d", what, comm.getRank(), comm.getSize(), comm.getTopology());
  }

  private void grid() throws MPIException {
    CartComm grid = world.createCart(new int[] {2, 2}, new boolean[] {true, false}, false);
    describe("grid", grid);
    show(grid);
    for (int direction = 0; direction < 2; direction++) {
      for (int by = -1; by <= 1; by += 2) {
        ShiftParms shift = grid.shift(direction, by);
        report.say(
            "shift %d by %d: from %d to %d",
            direction, by, shift.getRankSource(), shift.getRankDest());
      }
    }
    report.say("coords of 1", grid.getCoords(1));
    report.say(
        "rank of (1,0): %d, of (-1,1): %d",
        grid.getRank(new int[] {1, 0}), grid.getRank(new int[] {-1, 1}));
    CartComm row = grid.sub(new boolean[] {false, true});
    describe("row", row);
    show(row);
    report.say("map: %d", grid.map(new int[] {2, 2}, new boolean[] {true, false}));
    grids();
    CartComm three = world.createCart(new int[] {3}, new boolean[] {true}, false);
    report.say("outside of three: %s", three.isNull());
    report.fails("coordinates outside", () -> grid.getRank(new int[] {0, 2}));
    row.free();
    grid.free();
  }

  /** No rank is a neighbour twice: for that Open MPI has two orders, one for each kind of call. */
  private void grids() throws MPIException {
    CartComm ring = world.createCart(new int[] {4}, new boolean[] {true}, false);
    neighbours(ring, 2, 2);
    ring.free();
    CartComm open = world.createCart(new int[] {2, 2}, new boolean[] {false, false}, false);
    int[] values = new int[8];
    for (int i = 0; i < values.length; i++) {
      values[i] = 100 * rank + i;
    }
    // Into buffers alone: in an array Open MPI overwrites the place of a neighbour who is not
    // there.
    nonblocking(
        open,
        values,
        new int[] {2, 2, 2, 2},
        new int[] {0, 3, 6, 9},
        new int[] {2, 2, 2, 2},
        new int[] {0, 2, 4, 6},
        true);
    open.free();
  }

  private void show(CartComm grid) throws MPIException {
    CartParms parms = grid.getTopo();
    for (int i = 0; i < parms.getDimCount(); i++) {
      report.say(
          "dim %d: %d, periodic %s, at %d",
          i, parms.getDim(i), parms.getPeriod(i), parms.getCoord(i));
    }
  }

  private void copiesOfGrids() throws MPIException {
    CartComm grid = world.createCart(new int[] {4}, new boolean[] {true}, false);
    Info info = new Info();
    CartComm later = grid.iDup();
    later.getRequest().waitFor();
    CartComm[] copies = {grid.dup(), grid.clone(), grid.dupWithInfo(info), later};
    for (CartComm copy : copies) {
      describe("copy", copy);
      show(copy);
      copy.free();
    }
    info.free();
    grid.free();
  }

  /** A wheel: 0 knows all, the others 0 and themselves. */
  private void graph() throws MPIException {
    GraphComm graph =
        world.createGraph(new int[] {3, 5, 7, 9}, new int[] {1, 2, 3, 0, 1, 0, 2, 0, 3}, false);
    describe("graph", graph);
    GraphParms parms = graph.getDims();
    int[] index = new int[parms.getIndexCount()];
    int[] edges = new int[parms.getEdgeCount()];
    for (int i = 0; i < index.length; i++) {
      index[i] = parms.getIndex(i);
    }
    for (int i = 0; i < edges.length; i++) {
      edges[i] = parms.getEdge(i);
    }
    report.say("index", index);
    report.say("edges", edges);
    report.say("neighbours", graph.getNeighbors(rank));
    report.say("neighbours of 0", graph.getNeighbors(0));
    report.say("map: %d", graph.map(index, edges));
    int degree = graph.getNeighbors(rank).length;
    neighbours(graph, degree, degree);
    Info info = new Info();
    GraphComm later = graph.iDup();
    later.getRequest().waitFor();
    for (GraphComm copy :
        new GraphComm[] {graph.dup(), graph.clone(), graph.dupWithInfo(info), later}) {
      describe("copy", copy);
      report.say("neighbours", copy.getNeighbors(rank));
      copy.free();
    }
    graph.free();
  }

  /** Edges told by others: rank r tells of those from r + 1 to r and r + 2. */
  private void distributedGraph() throws MPIException {
    int from = (rank + 1) % size;
    int[] to = {rank, (rank + 2) % size};
    GraphComm weighted =
        world.createDistGraph(
            new int[] {from},
            new int[] {2},
            to,
            new int[] {10 + rank, 20 + rank},
            MPI.INFO_NULL,
            false);
    describe("weighted", weighted);
    show(weighted.getDistGraphNeighbors());
    neighbours(weighted, 2, 2);
    GraphComm unweighted =
        world.createDistGraph(new int[] {from}, new int[] {2}, to, MPI.INFO_NULL, false);
    show(unweighted.getDistGraphNeighbors());
    weighted.free();
    unweighted.free();
  }

  private void adjacentGraph() throws MPIException {
    int next = (rank + 1) % size;
    int previous = (rank + size - 1) % size;
    GraphComm weighted =
        world.createDistGraphAdjacent(
            new int[] {previous, rank},
            new int[] {1, 2},
            new int[] {rank, next},
            new int[] {2, 1},
            MPI.INFO_NULL,
            false);
    show(weighted.getDistGraphNeighbors());
    neighbours(weighted, 2, 2);
    GraphComm unweighted =
        world.createDistGraphAdjacent(new int[] {previous}, new int[] {next}, MPI.INFO_NULL, false);
    show(unweighted.getDistGraphNeighbors());
    neighbours(unweighted, 1, 1);
    GraphComm copy = unweighted.dup();
    show(copy.getDistGraphNeighbors());
    copy.free();
    weighted.free();
    unweighted.free();
  }

  /** The order of neighbours is the library's, where others told of them. */
  private void show(DistGraphNeighbors neighbours) {
    String[] in = new String[neighbours.getInDegree()];
    String[] out = new String[neighbours.getOutDegree()];
    for (int i = 0; i < in.length; i++) {
      in[i] =
          neighbours.getSource(i)
              + (neighbours.isWeighted() ? "/" + neighbours.getSourceWeight(i) : "");
    }
    for (int i = 0; i < out.length; i++) {
      out[i] =
          neighbours.getDestination(i)
              + (neighbours.isWeighted() ? "/" + neighbours.getDestinationWeight(i) : "");
    }
    Arrays.sort(in);
    Arrays.sort(out);
    report.say(
        "weighted %s, from %s, to %s",
        neighbours.isWeighted(), Arrays.toString(in), Arrays.toString(out));
  }

  /** Every collective of neighbours, blocking and not; block i goes to the i-th of them. */
  private void neighbours(Comm comm, int in, int out) throws MPIException {
    boolean ordered = comm instanceof CartComm || comm.getTopology() == MPI.GRAPH;
    int[] sent = new int[2 * out];
    for (int i = 0; i < sent.length; i++) {
      sent[i] = 100 * rank + (ordered ? i : i % 2);
    }
    int[] counts = new int[in];
    int[] places = new int[in];
    for (int i = 0; i < in; i++) {
      counts[i] = 2;
      places[i] = 3 * (in - 1 - i);
    }
    int[] sendCounts = new int[out];
    int[] sendPlaces = new int[out];
    for (int i = 0; i < out; i++) {
      sendCounts[i] = 2;
      sendPlaces[i] = 2 * i;
    }
    int[] received = filled(3 * in);
    comm.neighborAllGather(sent, 2, MPI.INT, received, 2, MPI.INT);
    show("neighborAllGather", received, ordered);
    received = filled(3 * in);
    comm.neighborAllGatherv(sent, 2, MPI.INT, received, counts, places, MPI.INT);
    show("neighborAllGatherv", received, ordered);
    received = filled(3 * in);
    comm.neighborAllToAll(sent, 2, MPI.INT, received, 2, MPI.INT);
    show("neighborAllToAll", received, ordered);
    received = filled(3 * in);
    comm.neighborAllToAllv(
        sent, sendCounts, sendPlaces, MPI.INT, received, counts, places, MPI.INT);
    show("neighborAllToAllv", received, ordered);
    nonblocking(comm, sent, counts, places, sendCounts, sendPlaces, ordered);
  }

  private void nonblocking(
      Comm comm,
      int[] values,
      int[] counts,
      int[] places,
      int[] sendCounts,
      int[] sendPlaces,
      boolean ordered)
      throws MPIException {
    IntBuffer sent = MPI.newIntBuffer(values.length);
    sent.put(values);
    IntBuffer[] received = new IntBuffer[4];
    for (int i = 0; i < 4; i++) {
      received[i] = MPI.newIntBuffer(3 * counts.length);
      received[i].put(filled(3 * counts.length));
    }
    Request[] requests = {
      comm.iNeighborAllGather(sent, 2, MPI.INT, received[0], 2, MPI.INT),
      comm.iNeighborAllGatherv(sent, 2, MPI.INT, received[1], counts, places, MPI.INT),
      comm.iNeighborAllToAll(sent, 2, MPI.INT, received[2], 2, MPI.INT),
      comm.iNeighborAllToAllv(
          sent, sendCounts, sendPlaces, MPI.INT, received[3], counts, places, MPI.INT)
    };
    Request.waitAll(requests);
    for (IntBuffer each : received) {
      int[] array = new int[each.capacity()];
      each.flip();
      each.limit(array.length);
      each.get(array);
      show("non-blocking", array, ordered);
    }
  }

  private static int[] filled(int length) {
    int[] values = new int[length];
    Arrays.fill(values, -1);
    return values;
  }

  private void show(String what, int[] values, boolean ordered) {
    if (!ordered) {
      Arrays.sort(values);
    }
    report.say(what, values);
  }

  private void errors() {
    report.fails("too large a grid", () -> world.createCart(new int[] {99}, new boolean[1], false));
  }
}
