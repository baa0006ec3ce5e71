package org.ob1j.runtime.collective;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.progress.Progressable;

/**
 * The collectives of a communicator that were started and have not ended. A poll looks at those
 * that can go on, and not at those that wait for messages, of which there may be thousands: they
 * are told of what they wait for.
 */
final class StartedCollectives implements Progressable {
  private final Pml pml;
  private final AtomicInteger unfinished = new AtomicInteger();
  private final Queue<CollectiveRequest> ready = new ConcurrentLinkedQueue<>();

  StartedCollectives(Pml pml) {
    this.pml = pml;
  }

  /** One more, to be looked at in the next poll. Any thread may call this. */
  void add(CollectiveRequest request) {
    ready.add(request);
    if (unfinished.getAndIncrement() == 0) {
      pml.register(this);
    }
  }

  /** It can go on in the next poll. May be called in the middle of the engine's work. */
  void setReady(CollectiveRequest request) {
    ready.add(request);
  }

  @Override
  public int progress() {
    int ended = 0;
    // What becomes ready meanwhile has its turn in the next poll.
    for (int left = ready.size(); left > 0; left--) {
      CollectiveRequest request = ready.remove();
      ended += request.goOn();
      if (request.isComplete() && unfinished.decrementAndGet() == 0) {
        pml.unregister(this);
      }
    }
    return ended;
  }

  @Override
  public long maxSleepNanos() {
    return ready.isEmpty() ? Long.MAX_VALUE : 0;
  }
}
