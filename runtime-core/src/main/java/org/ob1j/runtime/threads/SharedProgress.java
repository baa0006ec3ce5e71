package org.ob1j.runtime.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.progress.Awaited;
import org.ob1j.runtime.progress.Sleeper;
import org.ob1j.runtime.progress.WaitPolicy;

/**
 * Lets threads into an engine one at a time, and gives one of those that wait the progress role: it
 * polls, the others are parked, and woken when what they wait for is complete or the role is free.
 *
 * <pre>
 *             enter             nobody has the role
 *   outside ────────► inside ──────────────────────► POLLS ──► complete: passes the role on, leaves
 *                        │                             ▲
 *                        │ another thread polls        │ woken, the role is free
 *                        ▼                             │
 *                      PARKED ─────────────────────────┴─────► complete: leaves
 * </pre>
 *
 * <p>Whoever has changed something in the engine wakes those whom it concerns before it leaves, so
 * no wake-up is lost. A thread of the user takes the role away from asynchronous progress.
 */
final class SharedProgress {
  private enum SleepEnd {
    NOT_POSSIBLE,
    SOMETHING_CAME,
    /** Another thread has used the engine. */
    OTHERS
  }

  /** For so long the progress thread spins after an event. */
  private static final long BACKGROUND_SPIN_NANOS = 50_000;

  /** For so long it then leaves the core alone between looks. */
  private static final long BACKGROUND_PAUSE_NANOS = 100_000;

  private final EngineLock lock = new EngineLock();
  private final Pml engine;
  private final WaitPolicy waitPolicy;
  private final List<Waiter> waiting = new ArrayList<>();
  private final ThreadLocal<Waiter> waiters = ThreadLocal.withInitial(Waiter::new);
  private final Waiter background = new Waiter();
  private Waiter poller;

  /** What threads of this process have brought about among themselves, which no poll finds. */
  private long localEvents;

  private long eventsToldOf;

  /** The thread that sleeps until something comes, having left; null if others have woken it. */
  private Waiter asleep;

  /** Whether a thread is in the sleeper, perhaps woken already: there is room for one. */
  private boolean sleeperTaken;

  private volatile long userPolls;

  SharedProgress(Pml engine, WaitPolicy waitPolicy) {
    this.engine = engine;
    this.waitPolicy = waitPolicy;
  }

  void enter() {
    lock.enter();
  }

  /** Leaves, and wakes who is concerned by what the caller has done. */
  void leave() {
    if ((asleep != null || !waiting.isEmpty()) && lock.isEnteredOnce()) {
      wakeConcerned();
    }
    lock.leave();
  }

  /** For a caller who has left, having found nothing, and will ask again: others go first. */
  void makeWay() {
    if (lock.isWanted()) {
      Thread.yield();
    }
  }

  /** Enters, if that is possible within some time. */
  boolean tryEnter(long timeoutNanos) throws InterruptedException {
    return lock.tryEnter(timeoutNanos);
  }

  /** Waits until a request is complete. The caller has entered once. */
  void await(PmlRequest request) {
    if (!request.isComplete()) {
      await(waiters.get().of(request));
    }
  }

  /** Waits until a condition holds; it is asked inside the engine. The caller has entered once. */
  void await(Awaited awaited, BooleanSupplier condition) {
    await(waiters.get().of(awaited, condition));
  }

  private void await(Waiter me) {
    waiting.add(me);
    try {
      while (!me.isOver()) {
        if (poller == null || poller == background) {
          poll(me);
        } else {
          park(me);
        }
      }
    } finally {
      waiting.remove(me);
      me.end();
      passOn();
    }
  }

  private void poll(Waiter me) {
    poller = me;
    userPolls++;
    wakeSleeper();
    long quietSinceNanos = 0;
    try {
      while (!me.isOver()) {
        // A condition may have polled, too, and found what others wait for.
        if (engine.progress() || isSomethingNew()) {
          waitPolicy.busy();
          wakeConcerned();
          quietSinceNanos = 0;
        } else if (waitPolicy.isTimeToYield(waiting.size() > 1)) {
          me.idle();
          quietSinceNanos = quietSinceNanos == 0 ? System.nanoTime() : quietSinceNanos;
          quietSinceNanos = idle(quietSinceNanos);
        }
        if (lock.isWanted()) {
          lock.giveWay();
        }
      }
    } finally {
      poller = null;
    }
  }

  /** Yields, naps, or sleeps if nothing has come for long; returns since when nothing has come. */
  private long idle(long quietSinceNanos) {
    long quietNanos = System.nanoTime() - quietSinceNanos;
    if (quietNanos < waitPolicy.sleepAfterNanos()) {
      lock.leave();
      if (!waitPolicy.napIfLong(quietNanos)) {
        waitPolicy.offerCore();
      }
      lock.enter();
      return quietSinceNanos;
    }
    return sleep(poller) == SleepEnd.SOMETHING_CAME ? quietSinceNanos : System.nanoTime();
  }

  /** Lets the thread that polls block until something comes or another thread does something. */
  private SleepEnd sleep(Waiter me) {
    if (sleeperTaken) {
      return SleepEnd.NOT_POSSIBLE;
    }
    Sleeper sleeper = engine.sleeper();
    sleeper.prepare();
    try {
      if (pollFor(Sleeper.GRACE_NANOS)) {
        return SleepEnd.SOMETHING_CAME;
      }
      long limitNanos = sleeper.limitNanos();
      if (limitNanos <= 0) {
        return SleepEnd.NOT_POSSIBLE;
      }
      asleep = me;
      sleeperTaken = true;
      lock.leave();
      try {
        sleeper.sleep(limitNanos);
      } finally {
        lock.enter();
        sleeperTaken = false;
      }
      SleepEnd end = asleep == me ? SleepEnd.SOMETHING_CAME : SleepEnd.OTHERS;
      asleep = null;
      return end;
    } finally {
      sleeper.end();
    }
  }

  private boolean pollFor(long nanos) {
    long endNanos = System.nanoTime() + nanos;
    while (System.nanoTime() - endNanos < 0) {
      if (engine.progress()) {
        wakeConcerned();
        return true;
      }
    }
    return false;
  }

  private void wakeSleeper() {
    if (asleep != null) {
      asleep = null;
      engine.sleeper().wakeUp();
    }
  }

  private void park(Waiter me) {
    wakeConcerned();
    me.prepareToPark();
    lock.leave();
    me.park();
    lock.enter();
  }

  /** Somebody else polls from now on, unless somebody is on the way already. */
  private void passOn() {
    if (poller != null) {
      return;
    }
    Waiter heir = null;
    for (int i = 0; i < waiting.size(); i++) {
      if (!waiting.get(i).isParked()) {
        return;
      }
      heir = waiting.get(i);
    }
    if (heir != null) {
      heir.wake();
    }
  }

  private boolean isSomethingNew() {
    return engine.moves() + localEvents != eventsToldOf;
  }

  private void wakeConcerned() {
    wakeSleeper();
    boolean somethingHappened = isSomethingNew();
    eventsToldOf = engine.moves() + localEvents;
    for (int i = 0; i < waiting.size(); i++) {
      if (waiting.get(i).isConcerned(somethingHappened)) {
        waiting.get(i).wake();
      }
    }
  }

  /** The caller, who has entered, has done what others may wait for. */
  void countLocalEvent() {
    localEvents++;
  }

  /** How often a thread of the user has begun to poll. */
  long userPolls() {
    return userPolls;
  }

  /**
   * Polls for nobody: once, and if something comes, until nothing has come for some time or a
   * thread of the user polls.
   *
   * @param lingerNanos the time
   */
  void pollInBackground(long lingerNanos) {
    lock.enter();
    try {
      if (poller == null && waiting.isEmpty()) {
        poller = background;
        // What has been silent for long is looked at seldom otherwise, and this is seldom enough.
        engine.sleeper().end();
        pollUntilQuiet(lingerNanos);
      }
    } finally {
      if (poller == background) {
        poller = null;
      }
      passOn();
      lock.leave();
    }
  }

  /**
   * Spins after each event only for as long as an awake peer takes to answer. Then it gives the
   * core away for a moment, because it may be the one that a peer has to wake up on. It does not
   * yield: to a thread that computes that would be for milliseconds.
   */
  private void pollUntilQuiet(long lingerNanos) {
    long lastEventNanos = System.nanoTime() - lingerNanos;
    while (poller == background) {
      if (engine.progress()) {
        lastEventNanos = System.nanoTime();
        wakeConcerned();
      }
      long quietNanos = System.nanoTime() - lastEventNanos;
      if (quietNanos >= lingerNanos) {
        return;
      }
      if (quietNanos > BACKGROUND_SPIN_NANOS) {
        lock.leave();
        LockSupport.parkNanos(this, BACKGROUND_PAUSE_NANOS);
        lock.enter();
      } else if (lock.isWanted()) {
        lock.giveWay();
      }
    }
  }

  /** The threads that wait. The caller has entered. */
  List<Waiter> waiting() {
    return waiting;
  }
}
