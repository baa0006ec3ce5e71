package org.ob1j.btl.sm;

import java.util.ArrayList;
import java.util.List;
import org.ob1j.btl.BtlException;
import org.ob1j.runtime.progress.Progressable;

/**
 * What a process does over shared memory beside taking frames: copies that go on, failures. Done by
 * the {@link org.ob1j.btl.sm.ring.PollSet} when it has been asked for ({@link
 * Owner#requestChores}).
 */
final class Chores implements Progressable {
  /** A peer that leaves its ring full for so long is busy with something else. */
  private static final long BUSY_SLEEP_NANOS = 1_000_000;

  /** Whose chores they are. */
  interface Owner {
    /** They are to be done in the next poll. */
    void requestChores();

    /** A peer has failed. */
    void failed(SharedMemoryEndpoint endpoint, BtlException cause);
  }

  private record PendingFailure(SharedMemoryEndpoint endpoint, BtlException cause) {}

  private final Owner owner;
  private final List<SharedMemoryEndpoint> copying = new ArrayList<>();
  private final List<PendingFailure> failures = new ArrayList<>();

  /** An endpoint has been busy since this was last asked. */
  private boolean refused;

  /** Nothing to do yet. */
  Chores(Owner owner) {
    this.owner = owner;
  }

  @Override
  public int progress() {
    int events = failures.size();
    try {
      // First: a peer that was given up must not be copied from or to any more.
      if (!failures.isEmpty()) {
        reportFailures();
      }
      return events + copy();
    } finally {
      if (isAnyLeft()) {
        owner.requestChores();
      }
    }
  }

  private boolean isAnyLeft() {
    return !copying.isEmpty() || !failures.isEmpty();
  }

  @Override
  public long maxSleepNanos() {
    boolean busy = refused;
    refused = false;
    if (isAnyLeft()) {
      return 0;
    }
    return busy ? BUSY_SLEEP_NANOS : Long.MAX_VALUE;
  }

  /** Nobody rings when a ring has room again. */
  void noteRefusal() {
    refused = true;
  }

  /** The endpoint has copies under way. */
  void copyLater(SharedMemoryEndpoint endpoint) {
    owner.requestChores();
    if (!copying.contains(endpoint)) {
      copying.add(endpoint);
    }
  }

  private int copy() {
    int events = 0;
    // A completion may begin another copy and so append to the list.
    for (int i = copying.size() - 1; i >= 0; i--) {
      SharedMemoryEndpoint endpoint = copying.get(i);
      events += endpoint.copy() ? 1 : 0;
      if (!endpoint.isCopying()) {
        copying.remove(i);
      }
    }
    return events;
  }

  /** Notes that a peer can't be reached any more; the owner is told in the next poll. */
  void fail(SharedMemoryEndpoint endpoint, BtlException cause) {
    for (PendingFailure noted : failures) {
      if (noted.endpoint() == endpoint) {
        return;
      }
    }
    owner.requestChores();
    failures.add(new PendingFailure(endpoint, cause));
  }

  private void reportFailures() {
    List<PendingFailure> reported = List.copyOf(failures);
    failures.clear();
    for (PendingFailure failure : reported) {
      if (!failure.endpoint().hasFailed()) {
        owner.failed(failure.endpoint(), failure.cause());
      }
    }
  }
}
