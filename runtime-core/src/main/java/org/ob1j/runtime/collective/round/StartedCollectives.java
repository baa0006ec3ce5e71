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

  /** What some of them wait for beside messages; null for nothing. */
  private Progressable meeting;

  StartedCollectives(Pml pml) {
    this.pml = pml;
  }

  /** Has something polled while there are any, for which some of them wait. */
  void pollFor(Progressable newMeeting) {
    meeting = newMeeting;
  }

  /** Begins an operation, which gets on whenever the engine polls. Any thread may call this. */
  CollectiveRequest start(Algorithm algorithm, Round round) {
    CollectiveRequest request = new CollectiveRequest(this, algorithm, round);
    request.start();
    return request;
  }

  /** There is one more. Any thread may call this. */
  void add() {
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
    int ended = meeting == null ? 0 : meeting.progress();
    // What becomes ready meanwhile has its turn in the next poll.
    for (int left = readyCount(); left > 0; left--) {
      CollectiveRequest request = takeReady();
      if (request.isComplete()) {
        // Its messages came to an end after it had failed.
        continue;
      }
      ended += request.goOn();
      if (request.isComplete() && unfinished.decrementAndGet() == 0) {
        pml.unregister(this);
      }
    }
    return ended;
  }

  @Override
  public void prepareSleep() {
    if (meeting != null) {
      meeting.prepareSleep();
    }
  }

  @Override
  public long maxSleepNanos() {
    if (readyCount() != 0) {
      return 0;
    }
    return meeting == null ? Long.MAX_VALUE : meeting.maxSleepNanos();
  }

  @Override
  public void endSleep() {
    if (meeting != null) {
      meeting.endSleep();
    }
  }
}
