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

  /** One that wants to enter may be kept from running for long. */
  private static final int MAX_YIELDS = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicInteger entering = new AtomicInteger();

  /** How many threads have waited to enter and then did; written by whoever holds the lock. */
  private volatile int admitted;

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
          noteAdmitted();
          return;
        }
      }
      lock.lock();
      noteAdmitted();
    } finally {
      entering.decrementAndGet();
    }
  }

  @SuppressWarnings("NonAtomicOperationOnVolatileField")
  private void noteAdmitted() {
    admitted++;
  }

  /** Enters, if that is possible within some time. */
  boolean tryEnter(long timeoutNanos) throws InterruptedException {
    entering.incrementAndGet();
    try {
      boolean entered = lock.tryLock(timeoutNanos, TimeUnit.NANOSECONDS);
      if (entered) {
        noteAdmitted();
      }
      return entered;
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

  /**
   * Lets another in who wants to enter. The caller has entered once. It does not wait until nobody
   * wants to: threads that probe again and again always do, and each yield may give them the core
   * for milliseconds.
   */
  void giveWay() {
    int before = admitted;
    lock.unlock();
    for (int yields = 0; yields < MAX_YIELDS && isWanted() && admitted == before; yields++) {
      Thread.yield();
    }
    enter();
  }
}
