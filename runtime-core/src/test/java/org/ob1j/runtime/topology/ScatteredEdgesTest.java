package org.ob1j.runtime.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ScatteredEdgesTest {
  private record Edge(int source, int destination, int weight) {}

  @Test
  void shouldTellBothEndsOnce() {
    // 1 → 0 (5), 1 → 1 (6), nobody → 2 (7), 2 → nobody (8)
    ScatteredEdges edges =
        new ScatteredEdges(
            3,
            new int[] {1, Neighbors.NOBODY, 2},
            new int[] {2, 1, 1},
            new int[] {0, 1, 2, Neighbors.NOBODY},
            new int[] {5, 6, 7, 8});
    assertThat(edges.counts()).containsExactly(3, 6, 6);
    assertThat(edges.displacements()).containsExactly(0, 3, 9);
    assertThat(edges.numbers()).containsExactly(1, 0, 5, 1, 0, 5, 1, 1, 6, -2, 2, 7, 2, -2, 8);
  }

  @Test
  void shouldSortWhatBeginsFromWhatEnds() {
    DistributedGraph graph =
        ScatteredEdges.gathered(1, new int[] {1, 0, 5, 1, 1, 6, 0, 1, 9, 1, 0, 4}, true);
    assertThat(graph.sources()).containsExactly(1, 0);
    assertThat(graph.sourceWeights()).containsExactly(6, 9);
    assertThat(graph.destinations()).containsExactly(0, 1, 0);
    assertThat(graph.destinationWeights()).containsExactly(5, 6, 4);
    assertThat(graph.isWeighted()).isTrue();
  }

  @Test
  void shouldDoWithoutWeightsAndEdges() {
    ScatteredEdges edges = new ScatteredEdges(2, new int[] {0}, new int[] {1}, new int[] {1}, null);
    assertThat(edges.numbers()).containsExactly(0, 1, 0, 0, 1, 0);
    ScatteredEdges none = new ScatteredEdges(2, new int[0], new int[0], new int[0], null);
    assertThat(none.counts()).containsExactly(0, 0);
    assertThat(none.numbers()).isEmpty();
    assertThat(ScatteredEdges.gathered(0, new int[0], false).destinations()).isEmpty();
  }

  /** Both ends of the edges between two processes list them in the same order. */
  @Property
  void shouldOrderEdgesAlikeAtBothEnds(
      @ForAll @IntRange(min = 1, max = 6) int size, @ForAll long seed) {
    Random random = new Random(seed);
    List<List<Integer>> told = new ArrayList<>();
    IntStream.range(0, size).forEach(rank -> told.add(new ArrayList<>()));
    List<Edge> all = new ArrayList<>();
    for (int giver = 0; giver < size; giver++) {
      ScatteredEdges edges = random(size, random, all);
      for (int rank = 0; rank < size; rank++) {
        for (int i = 0; i < edges.counts()[rank]; i++) {
          told.get(rank).add(edges.numbers()[edges.displacements()[rank] + i]);
        }
      }
    }
    for (int rank = 0; rank < size; rank++) {
      int[] numbers = told.get(rank).stream().mapToInt(each -> each).toArray();
      DistributedGraph graph = ScatteredEdges.gathered(rank, numbers, true);
      int self = rank;
      assertThat(graph.sourceWeights())
          .isEqualTo(weights(all.stream().filter(edge -> edge.destination == self).toList()));
      assertThat(graph.destinationWeights())
          .isEqualTo(weights(all.stream().filter(edge -> edge.source == self).toList()));
    }
  }

  /** One process's edges, which have weights of their own. */
  private static ScatteredEdges random(int size, Random random, List<Edge> all) {
    int[] sources = random.ints(random.nextInt(4), 0, size).toArray();
    int[] degrees = random.ints(sources.length, 0, 4).toArray();
    int[] destinations = random.ints(IntStream.of(degrees).sum(), 0, size).toArray();
    int[] weights = new int[destinations.length];
    int next = 0;
    for (int i = 0; i < sources.length; i++) {
      for (int k = 0; k < degrees[i]; k++, next++) {
        weights[next] = all.size();
        all.add(new Edge(sources[i], destinations[next], weights[next]));
      }
    }
    return new ScatteredEdges(size, sources, degrees, destinations, weights);
  }

  private static int[] weights(List<Edge> edges) {
    return edges.stream().mapToInt(Edge::weight).toArray();
  }
}
