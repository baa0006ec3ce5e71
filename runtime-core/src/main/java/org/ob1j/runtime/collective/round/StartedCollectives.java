package org.ob1j.runtime.collective.round;

import java.util.ArrayDeque;
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

  /** Also its own lock: a fraction of the code that a concurrent queue brings into a short job. */
  private final ArrayDeque<CollectiveRequest> ready = new ArrayDeque<>();

  StartedCollectives(Pml pml) {
    this.pml = pml;
  }

  /** Begins an operation, which gets on whenever the engine polls. Any thread may call this. */
  CollectiveRequest start(Algorithm algorithm, Round round) {
    CollectiveRequest request = new CollectiveRequest(this, algorithm, round);
    request.start();
    return request;
  }

  /** One more, to be looked at in the next poll. Any thread may call this. */
  void add(CollectiveRequest request) {
    setReady(request);
    if (unfinished.getAndIncrement() == 0) {
      pml.register(this);
    }
  }

  /** It can go on in the next poll. May be called in the middle of the engine's work. */
  void setReady(CollectiveRequest request) {
    synchronized (ready) {
      ready.add(request);
    }
  }

  /** The next one that can go on; null if there is none. */
  private CollectiveRequest takeReady() {
    synchronized (ready) {
      return ready.poll();
    }
  }

  private int readyCount() {
    synchronized (ready) {
      return ready.size();
    }
  }

  @Override
  public int progress() {
    int ended = 0;
    // What becomes ready meanwhile has its turn in the next poll.
    for (int left = readyCount(); left > 0; left--) {
      CollectiveRequest request = takeReady();
      ended += request.goOn();
      if (request.isComplete() && unfinished.decrementAndGet() == 0) {
        pml.unregister(this);
      }
    }
    return ended;
  }

  @Override
  public long maxSleepNanos() {
    return readyCount() == 0 ? Long.MAX_VALUE : 0;
  }
}
