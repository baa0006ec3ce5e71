package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A communicator with a random topology, and by the definition of its neighbors whose block goes to
 * which place. All ranks draw the same.
 */
final class RandomTopology {
  private static final int NOBODY = MPI.PROC_NULL;
  private static final int LONGEST = 4;

  /**
   * What a place of the receive buffer gets.
   *
   * @param sender PROC_NULL for nothing
   * @param block which of the sender's blocks, if each destination has its own
   */
  record Origin(int sender, int block) {}

  /** Null for a process that is not in the topology. */
  final Intracomm comm;

  /** By rank: whom its blocks go to. */
  private final int[][] destinations;

  /** By rank: what goes to the places of its receive buffer. */
  private final List<List<Origin>> origins = new ArrayList<>();

  private RandomTopology(Intracomm comm, int[][] destinations) {
    this.comm = comm;
    this.destinations = destinations;
  }

  /** A topology of some processes of a communicator, or of all. */
  static RandomTopology of(Intracomm base, Random shared) {
    return switch (shared.nextInt(4)) {
      case 0 -> grid(base, shared);
      case 1 -> graph(base, shared);
      case 2 -> adjacent(base, shared);
      default -> distributed(base, shared);
    };
  }

  int destinationCount() {
    return destinations[comm.getRank()].length;
  }

  int destinationCount(int rank) {
    return destinations[rank].length;
  }

  /** What goes to the places of this rank's receive buffer. */
  List<Origin> origins() {
    return origins.get(comm.getRank());
  }

  private static RandomTopology grid(Intracomm base, Random shared) {
    int[] dims = new int[shared.nextInt(LONGEST)];
    boolean[] periods = new boolean[dims.length];
    int processes = 1;
    for (int i = 0; i < dims.length; i++) {
      dims[i] = 1 + shared.nextInt(Math.max(1, base.getSize() / processes));
      processes *= dims[i];
      periods[i] = shared.nextBoolean();
    }
    CartComm comm = base.createCart(dims, periods, shared.nextBoolean());
    assertThat(comm.isNull()).isEqualTo(base.getRank() >= processes);
    List<List<Origin>> origins = new ArrayList<>();
    int[][] destinations = new int[processes][];
    for (int rank = 0; rank < processes; rank++) {
      List<Origin> places = new ArrayList<>();
      int stride = processes;
      for (int i = 0; i < dims.length; i++) {
        stride /= dims[i];
        int below = moved(rank, stride, dims[i], periods[i], -1);
        int above = moved(rank, stride, dims[i], periods[i], 1);
        // What the one below sends upwards, and what the one above sends downwards.
        places.add(new Origin(below, 2 * i + 1));
        places.add(new Origin(above, 2 * i));
      }
      destinations[rank] = places.stream().mapToInt(Origin::sender).toArray();
      origins.add(places);
    }
    RandomTopology topology = new RandomTopology(comm, destinations);
    topology.origins.addAll(origins);
    return topology;
  }

  private static int moved(int rank, int stride, int length, boolean periodic, int step) {
    int place = rank / stride % length;
    int to = place + step;
    if (to < 0 || to >= length) {
      to = periodic ? (to + length) % length : NOBODY;
    }
    return to == NOBODY ? NOBODY : rank + (to - place) * stride;
  }

  private static RandomTopology graph(Intracomm base, Random shared) {
    int nodes = 1 + shared.nextInt(base.getSize());
    List<List<Integer>> lists = lists(nodes);
    for (int i = shared.nextInt(2 * nodes + 1); i > 0; i--) {
      int one = shared.nextInt(nodes);
      int other = shared.nextInt(nodes);
      lists.get(one).add(other);
      if (one != other) {
        lists.get(other).add(one);
      }
    }
    lists.forEach(each -> Collections.shuffle(each, shared));
    int[][] neighbors = arrays(lists);
    int[] index = new int[nodes];
    int[] edges = Arrays.stream(neighbors).flatMapToInt(Arrays::stream).toArray();
    for (int node = 0; node < nodes; node++) {
      index[node] = (node == 0 ? 0 : index[node - 1]) + neighbors[node].length;
    }
    GraphComm comm = base.createGraph(index, edges, shared.nextBoolean());
    assertThat(comm.isNull()).isEqualTo(base.getRank() >= nodes);
    return alongEdges(comm, neighbors, neighbors);
  }

  private static RandomTopology adjacent(Intracomm base, Random shared) {
    int size = base.getSize();
    List<List<Integer>> in = lists(size);
    List<List<Integer>> out = lists(size);
    for (int i = shared.nextInt(3 * size + 1); i > 0; i--) {
      int source = shared.nextInt(size);
      int destination = shared.nextInt(size);
      out.get(source).add(destination);
      in.get(destination).add(source);
      if (shared.nextInt(5) == 0) {
        out.get(source).add(NOBODY);
        in.get(source).add(NOBODY);
      }
    }
    in.forEach(each -> Collections.shuffle(each, shared));
    out.forEach(each -> Collections.shuffle(each, shared));
    int[][] sources = arrays(in);
    int[][] destinations = arrays(out);
    int rank = base.getRank();
    GraphComm comm =
        shared.nextBoolean()
            ? weighted(base, sources[rank], destinations[rank])
            : unweighted(base, sources[rank], destinations[rank]);
    return alongEdges(comm, sources, destinations);
  }

  private static GraphComm unweighted(Intracomm base, int[] sources, int[] destinations) {
    GraphComm comm = base.createDistGraphAdjacent(sources, destinations, MPI.INFO_NULL, false);
    requireEdges(comm, sources, destinations, false);
    return comm;
  }

  private static GraphComm weighted(Intracomm base, int[] sources, int[] destinations) {
    int[] sourceWeights = new int[sources.length];
    Arrays.setAll(sourceWeights, i -> 3 * i + base.getRank());
    int[] destinationWeights = new int[destinations.length];
    Arrays.setAll(destinationWeights, i -> 5 * i + base.getRank());
    GraphComm comm =
        base.createDistGraphAdjacent(
            sources, sourceWeights, destinations, destinationWeights, MPI.INFO_NULL, false);
    requireEdges(comm, sources, destinations, true);
    DistGraphNeighbors neighbors = comm.getDistGraphNeighbors();
    assertThat(IntStream.range(0, sourceWeights.length).map(neighbors::getSourceWeight))
        .containsExactly(box(sourceWeights));
    assertThat(IntStream.range(0, destinationWeights.length).map(neighbors::getDestinationWeight))
        .containsExactly(box(destinationWeights));
    return comm;
  }

  /** The edges that one process gives. */
  private record Given(int[] sources, int[] degrees, int[] destinations) {
    static Given random(int size, Random shared) {
      int[] sources = shared.ints(shared.nextInt(4), 0, size).toArray();
      int[] degrees = shared.ints(sources.length, 0, 4).toArray();
      int[] destinations = shared.ints(IntStream.of(degrees).sum(), 0, size).toArray();
      return new Given(sources, degrees, destinations);
    }

    void addTo(List<List<Integer>> in, List<List<Integer>> out) {
      int next = 0;
      for (int i = 0; i < sources.length; i++) {
        for (int k = 0; k < degrees[i]; k++, next++) {
          out.get(sources[i]).add(destinations[next]);
          in.get(destinations[next]).add(sources[i]);
        }
      }
    }

    GraphComm make(Intracomm base, boolean weighted) {
      // The weight is where the edge ends.
      return weighted
          ? base.createDistGraph(sources, degrees, destinations, destinations, MPI.INFO_NULL, false)
          : base.createDistGraph(sources, degrees, destinations, MPI.INFO_NULL, false);
    }
  }

  private static RandomTopology distributed(Intracomm base, Random shared) {
    int size = base.getSize();
    int rank = base.getRank();
    List<List<Integer>> in = lists(size);
    List<List<Integer>> out = lists(size);
    List<Given> given = new ArrayList<>();
    for (int giver = 0; giver < size; giver++) {
      given.add(Given.random(size, shared));
      given.get(giver).addTo(in, out);
    }
    boolean weighted = shared.nextBoolean();
    GraphComm comm = given.get(rank).make(base, weighted);
    int[][] sources = arrays(in);
    int[][] destinations = arrays(out);
    requireEdges(comm, sources[rank], destinations[rank], weighted);
    DistGraphNeighbors neighbors = comm.getDistGraphNeighbors();
    for (int i = 0; i < neighbors.getOutDegree(); i++) {
      assertThat(neighbors.getDestinationWeight(i))
          .isEqualTo(weighted ? neighbors.getDestination(i) : 0);
    }
    for (int i = 0; i < neighbors.getInDegree(); i++) {
      assertThat(neighbors.getSourceWeight(i)).isEqualTo(weighted ? rank : 0);
    }
    return alongEdges(comm, sources, destinations);
  }

  private static void requireEdges(
      GraphComm comm, int[] sources, int[] destinations, boolean weighted) {
    DistGraphNeighbors neighbors = comm.getDistGraphNeighbors();
    assertThat(neighbors.isWeighted()).isEqualTo(weighted);
    assertThat(IntStream.range(0, neighbors.getInDegree()).map(neighbors::getSource))
        .containsExactly(box(sources));
    assertThat(IntStream.range(0, neighbors.getOutDegree()).map(neighbors::getDestination))
        .containsExactly(box(destinations));
  }

  private static Integer[] box(int[] numbers) {
    return IntStream.of(numbers).boxed().toArray(Integer[]::new);
  }

  private static List<List<Integer>> lists(int count) {
    List<List<Integer>> lists = new ArrayList<>();
    IntStream.range(0, count).forEach(each -> lists.add(new ArrayList<>()));
    return lists;
  }

  private static int[][] arrays(List<List<Integer>> lists) {
    return lists.stream()
        .map(list -> list.stream().mapToInt(each -> each).toArray())
        .toArray(int[][]::new);
  }

  /** The n-th edge from one process to another is the n-th in the lists of both. */
  private static RandomTopology alongEdges(Intracomm comm, int[][] sources, int[][] destinations) {
    RandomTopology topology = new RandomTopology(comm, destinations);
    for (int rank = 0; rank < sources.length; rank++) {
      List<Origin> places = new ArrayList<>();
      int[] seen = new int[sources.length];
      for (int sender : sources[rank]) {
        places.add(
            sender == NOBODY
                ? new Origin(NOBODY, 0)
                : new Origin(sender, occurrence(destinations[sender], rank, seen[sender]++)));
      }
      topology.origins.add(places);
    }
    return topology;
  }

  private static int occurrence(int[] list, int wanted, int before) {
    return IntStream.range(0, list.length)
        .filter(i -> list[i] == wanted)
        .skip(before)
        .findFirst()
        .orElseThrow();
  }
}
