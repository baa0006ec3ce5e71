package org.ob1j.runtime.threads;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock around an engine. The thread that polls holds it from one poll to the next, which costs
 * nothing while it is alone, and lets others in between two polls.
 */
final class EngineLock {
  /** Some microseconds: how long a poll takes that finds little, so that few wait in the kernel. */
  private static final int ENTRY_SPINS = 64;

  /** Threads that enter again and again must not keep the one that polls out for good. */
  private static final int MAX_YIELDS = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicInteger entering = new AtomicInteger();

  void enter() {
    if (!lock.tryLock()) {
      enterContended();
    }
  }

  private void enterContended() {
    entering.incrementAndGet();
    try {
      for (int spins = 0; spins < ENTRY_SPINS; spins++) {
        Thread.onSpinWait();
        if (lock.tryLock()) {
          return;
        }
      }
      lock.lock();
    } finally {
      entering.decrementAndGet();
    }
  }

  /** Enters, if that is possible within some time. */
  boolean tryEnter(long timeoutNanos) throws InterruptedException {
    entering.incrementAndGet();
    try {
      return lock.tryLock(timeoutNanos, TimeUnit.NANOSECONDS);
    } finally {
      entering.decrementAndGet();
    }
  }

  void leave() {
    lock.unlock();
  }

  /** True if the caller, who holds the lock, is not inside another call of its own. */
  boolean isEnteredOnce() {
    return lock.getHoldCount() == 1;
  }

  /** True if a thread waits to enter. */
  boolean isWanted() {
    return entering.get() != 0;
  }

  /** Lets others in who want to enter. The caller has entered once. */
  void giveWay() {
    lock.unlock();
    for (int yields = 0; yields < MAX_YIELDS && isWanted(); yields++) {
      Thread.yield();
    }
    enter();
  }
}
