package org.ob1j.launcher.agent;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * What the ranks of another host write, on its way to mpirun's own output: on a thread of its own,
 * so that an output that nobody reads holds up no barrier. It cannot pile up: the agent has credit
 * for some of it.
 *
 * <pre>
 *   agent                        mpirun
 *     | Output: bytes              |
 *     |---------------------------&gt;| write: held until the reader of mpirun's output has room
 *     |                            |
 *     | OutputTaken: as many       |
 *     |&lt;---------------------------| written; or discarded, once nobody is to be waited for
 * </pre>
 */
final class RemoteOutput {
  private final IntConsumer taken;
  private final Runnable moved;
  private final ExecutorService thread;

  /** Pieces that have not been written yet. */
  private int held;

  /** The bytes of which the agent has not heard yet that they were taken. */
  private int heldBytes;

  private boolean discarded;

  /**
   * The output of a host.
   *
   * @param taken tells the agent that so many bytes were taken
   * @param moved told when a piece has been written
   */
  RemoteOutput(String host, IntConsumer taken, Runnable moved) {
    this.taken = taken;
    this.moved = moved;
    thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread it = new Thread(null, task, "output of " + host, 256 << 10);
              it.setDaemon(true);
              return it;
            });
  }

  /**
   * Does something behind all that came before.
   *
   * @param bytes how much of the agent's credit that gives back
   * @return false if the job is over
   */
  boolean pass(int bytes, Runnable what) {
    if (!begin(bytes)) {
      return true;
    }
    try {
      thread.execute(
          () -> {
            try {
              what.run();
            } finally {
              moved.run();
              end(bytes);
            }
          });
      return true;
    } catch (RejectedExecutionException jobIsOver) {
      end(0);
      return false;
    }
  }

  private synchronized boolean begin(int bytes) {
    if (discarded) {
      tell(bytes);
      return false;
    }
    held++;
    heldBytes += bytes;
    return true;
  }

  private synchronized void end(int bytes) {
    held--;
    if (!discarded) {
      heldBytes -= bytes;
      tell(bytes);
    }
  }

  private void tell(int bytes) {
    if (bytes > 0) {
      taken.accept(bytes);
    }
  }

  /** Whether anything has not been written yet. */
  synchronized boolean isHeld() {
    return held > 0 && !discarded;
  }

  /** Nobody is to be waited for any more: the agent may forget what it still has. */
  synchronized void discard() {
    if (!discarded) {
      discarded = true;
      tell(heldBytes);
      heldBytes = 0;
    }
  }

  /** Waits until all that has come is written. */
  void drain(long deadlineNanos) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    thread.execute(done::countDown);
    done.await(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
  }

  /** Takes nothing more. */
  void close() {
    thread.shutdown();
  }

  /** Waits until all is written, or discarded. */
  boolean awaitEnd(long nanos) throws InterruptedException {
    synchronized (this) {
      if (discarded) {
        return true;
      }
    }
    return thread.awaitTermination(nanos, TimeUnit.NANOSECONDS);
  }
}
