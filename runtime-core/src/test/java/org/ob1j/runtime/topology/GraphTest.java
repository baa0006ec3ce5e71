package org.ob1j.runtime.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GraphTest {
  /** The example of the MPI standard. */
  private static final Graph EXAMPLE =
      new Graph(new int[] {2, 3, 4, 6}, new int[] {1, 3, 0, 3, 0, 2});

  @Test
  void shouldKnowEveryNodesNeighbors() {
    assertThat(EXAMPLE.neighborsOf(0)).containsExactly(1, 3);
    assertThat(EXAMPLE.neighborsOf(1)).containsExactly(0);
    assertThat(EXAMPLE.neighborsOf(2)).containsExactly(3);
    assertThat(EXAMPLE.neighborsOf(3)).containsExactly(0, 2);
    assertThat(EXAMPLE.objection()).isNull();
  }

  @Test
  void shouldExchangeAlongEdgesInTheirOrder() {
    Neighbors neighbors = EXAMPLE.neighbors(3);
    assertThat(IntStream.range(0, 2).map(neighbors::source)).containsExactly(0, 2);
    assertThat(IntStream.range(0, 2).map(neighbors::destination)).containsExactly(0, 2);
    assertThat(IntStream.range(0, 2).map(neighbors::postedAt)).containsExactly(0, 1);
  }

  @Test
  void shouldLeaveOutEdgesBehindTheLastNode() {
    Graph graph = new Graph(new int[] {0, 1}, new int[] {1, 77, 78});
    assertThat(graph.edges()).containsExactly(1);
    assertThat(graph.neighborsOf(0)).isEmpty();
    assertThat(graph.neighborsOf(1)).containsExactly(1);
  }

  @Test
  void shouldObjectToEdgesOfOneDirection() {
    assertThat(new Graph(new int[] {1, 1}, new int[] {1}).objection())
        .startsWith("node 0 names node 1 more often than that names it");
    assertThat(new Graph(new int[] {0, 1}, new int[] {0}).objection())
        .startsWith("node 1 names node 0 more often than that names it");
    // Twice there, once back.
    assertThat(new Graph(new int[] {1, 3}, new int[] {1, 0, 0}).objection())
        .startsWith("node 1 names node 0 more often than that names it");
    assertThat(new Graph(new int[] {0, 2, 3}, new int[] {2, 2, 1}).objection())
        .startsWith("node 1 names node 2 more often");
  }

  @Test
  void shouldNotObjectToLoopsAndSeveralEdges() {
    assertThat(new Graph(new int[] {2, 5}, new int[] {1, 1, 0, 1, 0}).objection()).isNull();
    assertThat(new Graph(new int[] {1}, new int[] {0}).objection()).isNull();
    assertThat(new Graph(new int[] {0, 0}, new int[0]).objection()).isNull();
  }
}
