package org.ob1j.runtime.collective;

import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;

/**
 * Carries out the collective operations of one communicator, whichever they are: those that this
 * rank waits for one at a time, those that it has started beside each other.
 */
public abstract class CollectiveDriver {
  /** The tag of all operations that a rank waits for: it has no two of them at a time. */
  private static final int BLOCKING_TAG = 0;

  final Members members;
  final int size;
  private final Pml pml;
  private final PmlCommunicator communicator;
  private final Round blockingRound;
  private final StartedCollectives started;
  private final Barrier barrier;
  private int lastTag = BLOCKING_TAG;
  private Algorithm running;

  CollectiveDriver(Pml pml, PmlCommunicator communicator, Workspace workspace) {
    this.pml = pml;
    this.communicator = communicator;
    size = communicator.size();
    members = new Members(communicator.rank(), size, workspace);
    started = new StartedCollectives(pml);
    blockingRound = new Round(pml, communicator, BLOCKING_TAG, true);
    barrier = new Barrier(members, AlgorithmTable.barrier(size));
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
   * Carries out a {@link #barrier}: what {@link #run} does, for the one algorithm that goes with
   * many others, so that the compiled loop need not tell them apart.
   */
  public void runBarrier() {
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
    lastTag = lastTag == Collectives.FIRST_FREE_TAG - 1 ? BLOCKING_TAG + 1 : lastTag + 1;
    Round round = new Round(pml, communicator, lastTag, false);
    CollectiveRequest request = new CollectiveRequest(started, algorithm, round);
    request.start();
    return request;
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

  /** Waits for all ranks. */
  public Algorithm barrier() {
    return barrier;
  }
}
