package org.ob1j.runtime.collective.movement;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;

/**
 * One rank's data for all, down a binomial tree: who has the data sends it to the rank that is half
 * the remaining distance away. Ranks are counted from the root.
 *
 * <pre>
 *   0 ──► 4 ──► 6 ──► 7
 *   │     └───► 5
 *   ├───► 2 ──► 3
 *   └───► 1
 * </pre>
 */
public final class BinomialBroadcast extends MemberAlgorithm {
  private final Blocks data;
  private final int root;

  public BinomialBroadcast(Members members, Blocks data, int root) {
    super(members);
    this.data = data;
    this.root = root;
  }

  @Override
  public boolean begin(int number, Round round) {
    int virtual = virtualRank(root);
    if (number == 0 && virtual != 0) {
      int parent = virtual & virtual - 1;
      round.receive(
          data.storage, data.originBytes, data.count(0), data.type, realRank(parent, root));
      return true;
    }
    if (number == (virtual == 0 ? 0 : 1)) {
      sendToChildren(virtual, round);
      return true;
    }
    return false;
  }

  private void sendToChildren(int virtual, Round round) {
    int reach = virtual == 0 ? Integer.highestOneBit(size) << 1 : Integer.lowestOneBit(virtual);
    for (int distance = reach >>> 1; distance != 0; distance >>= 1) {
      if (distance < size - virtual) {
        int child = realRank(virtual + distance, root);
        round.send(data.storage, data.originBytes, data.count(0), data.type, child);
      }
    }
  }
}
