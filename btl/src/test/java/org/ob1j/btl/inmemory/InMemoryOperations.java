package org.ob1j.btl.inmemory;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ob1j.btl.BtlEndpoint;

/** The operations of one rank that are under way. */
final class InMemoryOperations {
  private final List<InMemoryRdma> underWay = new ArrayList<>();

  void add(InMemoryRdma operation) {
    underWay.add(operation);
  }

  /** Ends a random one if it can end, so that none waits for ever; returns how many ended. */
  int completeOne(Random scheduler) {
    if (underWay.isEmpty()) {
      return 0;
    }
    InMemoryRdma next = underWay.get(scheduler.nextInt(underWay.size()));
    if (!next.isReady()) {
      return 0;
    }
    underWay.remove(next);
    next.complete();
    return 1;
  }

  /** Ends those of an endpoint whose peer has gone. */
  void fail(BtlEndpoint endpoint) {
    List<InMemoryRdma> lost = new ArrayList<>(underWay);
    lost.removeIf(operation -> operation.endpoint() != endpoint);
    underWay.removeAll(lost);
    lost.forEach(InMemoryRdma::fail);
  }
}
