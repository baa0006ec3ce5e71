package org.ob1j.pml.protocol;

import org.ob1j.pml.peer.OffloadedLane;
import org.ob1j.runtime.progress.WaitDescription;

/** A communication context, as a request in it sees it. */
public abstract class Context {
  private final int contextId;
  private final int rank;
  private final int[] processes;
  private final int[] nextSequence;
  private long variableThreshold = Long.MAX_VALUE;

  /**
   * A context.
   *
   * @param rank of this process in its group
   * @param processes the ranks in the job of those that are sent to; owned by the caller, who does
   *     not change them any more
   */
  protected Context(int contextId, int rank, int[] processes) {
    this.contextId = contextId;
    this.rank = rank;
    this.processes = processes;
    nextSequence = new int[processes.length];
  }

  public final int contextId() {
    return contextId;
  }

  /** Of this process in its group. */
  public final int rank() {
    return rank;
  }

  /** How many processes can be sent to. */
  public final int size() {
    return processes.length;
  }

  /** The job's rank of a rank of this context. */
  public final int process(int ofRank) {
    return processes[ofRank];
  }

  /** The number of the next message to a rank. */
  public final int sequenceTo(int destination) {
    return nextSequence[destination];
  }

  /** The same, and the message after it has the next one. */
  protected final int nextSequence(int destination) {
    return nextSequence[destination]++;
  }

  /** Longer messages are not sent before the receiver has asked for them, in bytes. */
  public final long variableThreshold() {
    return variableThreshold;
  }

  /** From this length on, in bytes, messages wait at the sender until they are claimed. */
  public void setVariableThreshold(long thresholdBytes) {
    variableThreshold = thresholdBytes;
  }

  /** What the user calls the communicator. */
  public abstract String label();

  /**
   * The rank because of whose failure a receive from this source would not end; negative if it may
   * end. A receive from any source may be for the message that the failed process owes.
   */
  public abstract int failedSource(int source);

  /** Says which processes could send what is to be received. */
  public abstract void needSource(int source, WaitDescription wait);

  /** The lane by which messages to a rank go; null if they go as frames. */
  public OffloadedLane laneTo(int destination) {
    return null;
  }

  /**
   * Ends a receive that no message has matched, cancelled or, if its sender has failed, as failed.
   * Does nothing if a message has.
   */
  public abstract void end(ReceiveRequest request, boolean failed);
}
