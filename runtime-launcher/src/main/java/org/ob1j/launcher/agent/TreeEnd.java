package org.ob1j.launcher.agent;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongSupplier;
import org.ob1j.launcher.agent.link.AgentTree;

/**
 * The end of a job's agents: for how long nothing has come of it, and which hosts hold it up.
 * Decisions only; for any thread.
 *
 * <p>An agent ends after all below it. One that is stopped so holds up those above it, and keeps
 * from those below what they are told. Each agent says when it has been told to end: thereby one
 * that is stopped differs from one that waits. All share one time limit, which would otherwise add
 * up with the depth of the tree.
 */
final class TreeEnd {
  private final AgentTree tree;
  private final List<String> names;
  private final LongSupplier clock;

  /** The hosts whose agents have said that they are about to end. */
  private final BitSet closing = new BitSet();

  private final BitSet gone = new BitSet();
  private final BitSet named = new BitSet();
  private long movedNanos;
  private boolean outputIsGivenUp;

  /**
   * The end of a tree, of which nothing has happened yet.
   *
   * @param names of the hosts
   * @param clock as {@link System#nanoTime}
   */
  TreeEnd(AgentTree tree, List<String> names, LongSupplier clock) {
    this.tree = tree;
    this.names = names;
    this.clock = clock;
    moved();
  }

  /** Something has happened for which the end had to wait, or it has begun. */
  synchronized void moved() {
    movedNanos = clock.getAsLong();
  }

  synchronized void closing(int host) {
    closing.set(host);
    moved();
  }

  synchronized void gone(int host) {
    gone.set(host);
    moved();
  }

  /**
   * Whether output that nobody reads is waited for no more: nothing has moved for so long, now or
   * before at another host.
   */
  synchronized boolean isOutputGivenUp(long limitNanos) {
    outputIsGivenUp |= stillNanos() > limitNanos;
    return outputIsGivenUp;
  }

  /** For how long nothing has moved. */
  synchronized long stillNanos() {
    return clock.getAsLong() - movedNanos;
  }

  /** The hosts for which the others have to wait; each is named once. */
  synchronized List<String> holdingUp() {
    List<String> holding = new ArrayList<>();
    for (int host = 0; host < tree.hosts(); host++) {
      if (holdsUp(host) && !named.get(host)) {
        named.set(host);
        holding.add(names.get(host));
      }
    }
    return holding;
  }

  private boolean holdsUp(int host) {
    if (gone.get(host)) {
      return false;
    }
    if (closing.get(host)) {
      return isAlone(host);
    }
    int parent = tree.parentOf(host);
    // What is said to a host, and by it, goes through its parent.
    return parent == AgentTree.MPIRUN || closing.get(parent);
  }

  private boolean isAlone(int host) {
    for (int child : tree.childrenOf(host)) {
      if (!gone.get(child)) {
        return false;
      }
    }
    return true;
  }
}
