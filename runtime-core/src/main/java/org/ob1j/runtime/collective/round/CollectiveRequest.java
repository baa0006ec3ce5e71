package org.ob1j.runtime.collective.round;

import java.util.concurrent.atomic.AtomicInteger;
import org.ob1j.runtime.pml.CompletionWatcher;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.progress.WaitDescription;

/**
 * A collective that was started. It gets on by itself whenever the engine polls; nobody needs to
 * give it back. Waited for with {@link org.ob1j.runtime.pml.Pml#await}.
 */
public final class CollectiveRequest extends PmlRequest implements CompletionWatcher {
  private final StartedCollectives started;
  private final Algorithm algorithm;
  private final Round round;
  private int number;

  /** Messages of the round that have not come or gone; one more while they are counted. */
  private final AtomicInteger missing = new AtomicInteger();

  /** Why it is to end, whatever its messages do; null while there is no reason. */
  private RuntimeException doom;

  private RuntimeException failure;

  CollectiveRequest(StartedCollectives started, Algorithm algorithm, Round round) {
    this.started = started;
    this.algorithm = algorithm;
    this.round = round;
    round.belongTo(this);
  }

  /** What ended the operation before its time, or null. Its {@link #error} is NONE then, too. */
  public RuntimeException failure() {
    return failure;
  }

  @Override
  public void describe(WaitDescription wait) {
    wait.operation("non-blocking " + algorithm.name());
    round.describe(wait);
  }

  void start() {
    open();
    step();
    if (!isComplete()) {
      started.add();
      await();
    }
  }

  /** Goes on with the next rounds; returns how many ended. Called while the engine polls. */
  int goOn() {
    int ended = step();
    if (!isComplete()) {
      await();
    }
    return ended;
  }

  /** Ends it when the engine polls next, unless it has ended. */
  void fail(RuntimeException reason) {
    if (!isComplete() && doom == null) {
      doom = reason;
      started.setReady(this);
    }
  }

  /** Has the engine go on with this when the round is complete. */
  private void await() {
    if (round.isEmpty()) {
      started.setReady(this);
    } else {
      missing.set(round.messages() + 1);
      if (missing.addAndGet(-1 - round.watch(this)) == 0) {
        started.setReady(this);
      }
    }
  }

  /** A message of the round has come or gone. */
  @Override
  public void completed(int message) {
    if (missing.decrementAndGet() == 0) {
      started.setReady(this);
    }
  }

  /** Goes on until something has to be waited for. Returns how many rounds ended. */
  private int step() {
    int ended = 0;
    try {
      if (doom != null) {
        throw doom;
      }
      do {
        round.finish();
        ended++;
        if (!algorithm.begin(number++, round)) {
          round.requireWhole();
          end(null);
          break;
        }
        // After a round without messages the next poll goes on.
      } while (!round.isEmpty() && round.isComplete());
    } catch (RuntimeException failed) {
      round.abandon();
      end(failed);
    } catch (Error failed) {
      // Thrown by a function of the user, in whichever thread polls: it is the owner's.
      round.abandon();
      end(new IllegalStateException("a user-defined operation failed: " + failed, failed));
    }
    return ended;
  }

  private void end(RuntimeException failed) {
    algorithm.release();
    failure = failed;
    complete(PmlCommunicator.ANY_SOURCE, PmlCommunicator.ANY_TAG, 0, PmlError.NONE);
  }
}
