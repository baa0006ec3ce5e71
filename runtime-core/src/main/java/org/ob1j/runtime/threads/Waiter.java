package org.ob1j.runtime.threads;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.progress.Awaited;

/** A thread that waits in the engine. All but {@link #park} is for who has entered the engine. */
final class Waiter {
  private final Thread thread = Thread.currentThread();
  private PmlRequest request;
  private BooleanSupplier condition;
  private Awaited awaited;
  private long sinceNanos;
  private boolean parked;
  private boolean interrupted;

  /** Begins to wait for a request. */
  Waiter of(PmlRequest newRequest) {
    request = newRequest;
    return begin(newRequest);
  }

  /** Begins to wait for a condition. */
  Waiter of(Awaited newAwaited, BooleanSupplier newCondition) {
    condition = newCondition;
    return begin(newAwaited);
  }

  private Waiter begin(Awaited newAwaited) {
    awaited = newAwaited;
    sinceNanos = 0;
    return this;
  }

  /** The wait is over; what was waited for is forgotten. */
  void end() {
    request = null;
    condition = null;
    awaited = null;
    if (interrupted) {
      interrupted = false;
      thread.interrupt();
    }
  }

  boolean isOver() {
    return request != null ? request.isComplete() : condition.getAsBoolean();
  }

  /**
   * True if the thread has to be woken. Conditions are for their own threads to ask.
   *
   * @param somethingHappened since the last time this was asked
   */
  boolean isConcerned(boolean somethingHappened) {
    return parked && (request == null ? somethingHappened : request.isComplete());
  }

  /** True if the thread sleeps, or is about to, and nobody has woken it. */
  boolean isParked() {
    return parked;
  }

  /** Says that the thread is going to be parked: from now on {@link #wake} wakes it. */
  void prepareToPark() {
    parked = true;
    if (sinceNanos == 0) {
      sinceNanos = System.nanoTime();
    }
  }

  void wake() {
    parked = false;
    LockSupport.unpark(thread);
  }

  /** Waits until woken, or for no reason. The caller is this waiter's thread. */
  void park() {
    LockSupport.park(this);
    // An interrupt must not turn the wait into a busy one; who waits in MPI is not interrupted.
    interrupted |= Thread.interrupted();
  }

  Thread thread() {
    return thread;
  }

  Awaited awaited() {
    return awaited;
  }

  /** For how long the thread has waited since it first found nothing to do. */
  long waitedNanos() {
    return sinceNanos == 0 ? 0 : System.nanoTime() - sinceNanos;
  }

  /** The thread that polls notes when it began to find nothing. */
  void idle() {
    if (sinceNanos == 0) {
      sinceNanos = System.nanoTime();
    }
  }
}
