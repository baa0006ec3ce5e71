package org.ob1j.runtime.collective;

import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.progress.Progressable;
import org.ob1j.runtime.progress.WaitDescription;

/**
 * A collective that was started. It gets on by itself whenever the engine polls; nobody needs to
 * give it back. Waited for with {@link Pml#await}.
 */
public final class CollectiveRequest extends PmlRequest implements Progressable {
  private final Pml pml;
  private final Algorithm algorithm;
  private final Round round;
  private int number;
  private boolean registered;
  private RuntimeException failure;

  CollectiveRequest(Pml pml, Algorithm algorithm, Round round) {
    this.pml = pml;
    this.algorithm = algorithm;
    this.round = round;
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
    step(true);
    if (!isComplete()) {
      registered = true;
      pml.register(this);
    }
  }

  @Override
  public int progress() {
    return round.isComplete() ? step(false) : 0;
  }

  /** Goes on until something has to be waited for. Returns how many rounds ended. */
  private int step(boolean first) {
    int ended = 0;
    try {
      for (boolean ready = first; ready || round.isComplete(); ready = false) {
        round.finish();
        ended++;
        if (!algorithm.begin(number++, round)) {
          round.requireWhole();
          end(null);
          break;
        }
        if (round.isEmpty()) {
          // The next poll goes on.
          break;
        }
      }
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
    if (registered) {
      pml.unregister(this);
    }
    failure = failed;
    complete(PmlCommunicator.ANY_SOURCE, PmlCommunicator.ANY_TAG, 0, PmlError.NONE);
  }
}
