package org.ob1j.runtime.collective.round;

import org.ob1j.runtime.collective.buffer.Workspace;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.progress.Progressable;

/**
 * Carries out the collective operations of one communicator, whichever they are: those that this
 * rank waits for one at a time, those that it has started beside each other.
 */
public abstract class CollectiveDriver {
  /** Tags from here on are left to others who send on the same context. */
  public static final int FIRST_FREE_TAG = 1 << 29;

  /** The last tag below those; no operation has it. */
  public static final int LAST_TAG = FIRST_FREE_TAG - 1;

  /** The tag of all operations that a rank waits for: it has no two of them at a time. */
  private static final int BLOCKING_TAG = 0;

  protected final Members members;
  protected final int size;

  /** The messages of the operation that this rank waits for. */
  protected final Round blockingRound;

  /** That operation, for reports; null if there is none. */
  protected Algorithm running;

  private final Pml pml;
  private final PmlCommunicator communicator;
  private final StartedCollectives started;
  private int lastTag = BLOCKING_TAG;

  /** Carries out operations on a context, for the process whose workspace it is. */
  protected CollectiveDriver(Pml pml, PmlCommunicator communicator, Workspace workspace) {
    this.pml = pml;
    this.communicator = communicator;
    size = communicator.size();
    members = new Members(communicator.rank(), size, workspace);
    started = new StartedCollectives(pml);
    blockingRound = new Round(pml, communicator, BLOCKING_TAG, true);
  }

  /**
   * Carries out an operation, waiting for it.
   *
   * @throws CollectiveException if a message was longer than what this rank expects
   * @throws org.ob1j.runtime.pml.PmlException if a peer failed
   */
  public void run(Algorithm algorithm) {
    running = algorithm;
    try {
      for (int number = 0; algorithm.begin(number, blockingRound); number++) {
        blockingRound.await();
      }
      blockingRound.requireWhole();
    } catch (RuntimeException | Error failure) {
      blockingRound.abandon();
      throw failure;
    } finally {
      running = null;
      algorithm.release();
    }
  }

  /**
   * What {@link #run} does, for the one algorithm that goes with many others, so that the compiled
   * loop need not tell them apart.
   */
  protected final void runBarrier(Algorithm barrier) {
    running = barrier;
    try {
      for (int number = 0; barrier.begin(number, blockingRound); number++) {
        blockingRound.await();
      }
      blockingRound.requireWhole();
    } catch (RuntimeException | Error failure) {
      blockingRound.abandon();
      throw failure;
    } finally {
      running = null;
    }
  }

  /** What reports call the operation that this process is in. */
  public String running() {
    Algorithm now = running;
    return now == null ? "a collective" : now.name();
  }

  /** Starts an operation, which gets on whenever the engine polls. */
  public CollectiveRequest start(Algorithm algorithm) {
    lastTag = lastTag == LAST_TAG - 1 ? BLOCKING_TAG + 1 : lastTag + 1;
    Round round = new Round(pml, communicator, lastTag, false);
    return started.start(algorithm, round);
  }

  /** Has something polled while operations are under way that were started: some wait for it. */
  protected final void pollFor(Progressable meeting) {
    started.pollFor(meeting);
  }

  /** Operations one after the other. */
  public Algorithm sequence(Steps steps) {
    return new Sequence(members, steps);
  }

  /** Lets the engine poll, for {@link Steps} that wait for other operations of this process. */
  public Algorithm pause() {
    return new Idle(members, 1);
  }

  /** What a rank does that has no part in an operation. */
  public Algorithm nothing() {
    return new Idle(members, 0);
  }
}
