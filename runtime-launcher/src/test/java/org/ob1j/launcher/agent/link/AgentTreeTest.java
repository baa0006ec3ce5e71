package org.ob1j.launcher.agent.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class AgentTreeTest {
  @Test
  void shouldNumberHostsRowByRow() {
    AgentTree tree = new AgentTree(6, 2);

    assertThat(tree.childrenOf(AgentTree.MPIRUN)).containsExactly(0, 1);
    assertThat(tree.childrenOf(0)).containsExactly(2, 3);
    assertThat(tree.childrenOf(1)).containsExactly(4, 5);
    assertThat(tree.childrenOf(2)).isEmpty();
  }

  @Test
  void shouldSendThroughTheChildThatIsAboveAHost() {
    AgentTree tree = new AgentTree(6, 2);

    assertThat(tree.nextHop(AgentTree.MPIRUN, 5)).isEqualTo(1);
    assertThat(tree.nextHop(AgentTree.MPIRUN, 1)).isEqualTo(1);
    assertThat(tree.nextHop(1, 5)).isEqualTo(5);
    assertThatThrownBy(() -> tree.nextHop(0, 5)).hasMessageContaining("host 5 is not below 0");
  }

  @Property
  void shouldReachEveryHostFromMpirun(
      @ForAll @IntRange(min = 1, max = 3000) int hosts,
      @ForAll @IntRange(min = 1, max = 40) int radix) {
    AgentTree tree = new AgentTree(hosts, radix);
    int last = hosts - 1;

    int steps = 0;
    int at = AgentTree.MPIRUN;
    while (at != last) {
      int next = tree.nextHop(at, last);
      assertThat(tree.childrenOf(at)).contains(next);
      assertThat(tree.parentOf(next)).isEqualTo(at);
      assertThat(tree.isBelow(last, next)).isTrue();
      at = next;
      steps++;
    }
    assertThat(steps).isLessThanOrEqualTo(hosts);
  }

  @Test
  void shouldRefuseATreeWithoutChildren() {
    assertThatThrownBy(() -> new AgentTree(3, 0)).hasMessageContaining("radix is 0");
  }
}
