package org.ob1j.pml.peer;

import java.util.ArrayDeque;
import org.ob1j.bml.Rail;
import org.ob1j.bml.Rails;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.Frame;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.pml.header.AckHeader;
import org.ob1j.pml.header.CreditHeader;
import org.ob1j.pml.header.FinishHeader;
import org.ob1j.pml.header.MatchHeader;
import org.ob1j.pml.header.MessageFlags;
import org.ob1j.pml.header.RendezvousHeader;
import org.ob1j.runtime.pml.PmlException;

/**
 * Another process, as this one sends to it: the rails, the credit for eager messages in both
 * directions, and what waits for a busy transport.
 */
public final class Peer {
  /** What a kept message costs beside its payload, so that empty messages are bounded too. */
  private static final int MESSAGE_OVERHEAD_BYTES = 64;

  private static final long FIRST_CREDIT_STEP_BYTES = 1024;

  private static final BtlCompletion NOTHING_TO_DO =
      new BtlCompletion() {
        @Override
        public void completed(BtlEndpoint endpoint, BtlResult result) {}
      };

  private final Peers peers;
  private final int rank;

  /** Replaced as a whole when the set of rails changes. */
  private SendPlan plan;

  private final long creditBytes;

  /** The longest message that may go at once; negative if something is in the way. */
  private int takenBytes;

  private long eagerSentBytes;
  private long eagerCreditedBytes;
  private long consumedBytes;
  private long creditReturnedBytes;

  /** After so many bytes more credit is returned: soon at first, then ever more seldom. */
  private long creditStepBytes;

  /** One object for good, so that receiving allocates nothing. */
  private final PendingOperation creditSender =
      new PendingOperation() {
        @Override
        public boolean attempt() {
          return trySendCredit();
        }
      };

  private final ArrayDeque<PendingOperation> headers = new ArrayDeque<>();
  private final ArrayDeque<PendingOperation> data = new ArrayDeque<>();
  private final WaitingMessages messages = new WaitingMessages(this);
  private boolean queuedForDrain;
  private long drainedOperations;
  private BtlException failure;

  /**
   * A peer.
   *
   * @param plan how it is sent to
   */
  Peer(Peers peers, int rank, SendPlan plan, long creditBytes) {
    this.peers = peers;
    this.rank = rank;
    this.plan = plan;
    this.creditBytes = creditBytes;
    creditStepBytes = Math.min(FIRST_CREDIT_STEP_BYTES, creditBytes >> 2);
    notePath();
  }

  public int rank() {
    return rank;
  }

  public boolean isSelf() {
    return plan.endpoint == null;
  }

  public Rails rails() {
    return plan.rails;
  }

  public BtlEndpoint endpoint() {
    return plan.endpoint;
  }

  public BtlAttributes attributes() {
    return plan.attributes;
  }

  /** The longest message that may be sent eagerly; negative for this process itself. */
  public int eagerBytes() {
    return plan.endpoint == null
        ? -1
        : Math.min(plan.attributes.eagerLimit(), plan.endpoint.maxFrameBytes()) - MatchHeader.BYTES;
  }

  /** True if a message may be copied into the transport whole, unless that is busy. */
  public boolean takesNow(long lengthBytes) {
    return lengthBytes <= takenBytes && hasCredit(lengthBytes);
  }

  /** From now on the peer is sent to so. */
  public void use(SendPlan next) {
    plan = next;
    notePath();
  }

  /** What {@link #takesNow} depends on has changed. */
  public void notePath() {
    takenBytes = failure != null || !data.isEmpty() ? -1 : eagerBytes();
  }

  /** The flags of a standard message that is copied into the transport whole. */
  public int copiedStandardFlags(int lengthBytes) {
    return MatchHeader.BYTES + lengthBytes <= plan.immediateFrameBytes
        ? MessageFlags.IMMEDIATE_STANDARD
        : MessageFlags.ALLOCATED_STANDARD;
  }

  /** Longer messages the selector would rather send from where they are, if it can. */
  public int alwaysCopiedBytes() {
    return plan.alwaysCopiedBytes;
  }

  /** How many bytes of a message a rendezvous header may bring along. */
  public int firstFragmentBytes() {
    int frameBytes = Math.min(plan.attributes.eagerLimit(), plan.attributes.rndvEagerLimit());
    return Rail.aligned(
        Math.min(frameBytes, plan.endpoint.maxFrameBytes()) - RendezvousHeader.BYTES);
  }

  // Credit

  /** True if the receiver has room for an eager message of this length. */
  public boolean hasCredit(long lengthBytes) {
    return eagerSentBytes - eagerCreditedBytes + lengthBytes + MESSAGE_OVERHEAD_BYTES
        <= creditBytes;
  }

  /** Counts an eager message that is being sent. */
  public void chargeCredit(int lengthBytes) {
    eagerSentBytes += lengthBytes + MESSAGE_OVERHEAD_BYTES;
  }

  /** The receiver says how much it has consumed in all; false if that cannot be. */
  public boolean creditReturned(long totalBytes) {
    if (totalBytes < 0 || totalBytes > eagerSentBytes) {
      return false;
    }
    eagerCreditedBytes = Math.max(eagerCreditedBytes, totalBytes);
    return true;
  }

  /**
   * Counts an eager message of the peer that has been consumed, and returns credit now and then.
   */
  public void consumed(int lengthBytes) {
    consumedBytes += lengthBytes + MESSAGE_OVERHEAD_BYTES;
    if (consumedBytes - creditReturnedBytes > creditStepBytes) {
      creditStepBytes = Math.min(2 * creditStepBytes, creditBytes >> 2);
      creditReturnedBytes = consumedBytes;
      sendHeader(creditSender);
    }
  }

  /** Counts a message of this process to itself that has been consumed. */
  public void returnOwnCredit(int lengthBytes) {
    eagerCreditedBytes += lengthBytes + MESSAGE_OVERHEAD_BYTES;
  }

  private boolean trySendCredit() {
    Frame frame = reserve(CreditHeader.BYTES, 0);
    if (frame == null) {
      return false;
    }
    CreditHeader.write(frame.headerMemory(), frame.headerOffset(), consumedBytes);
    launch(frame, CreditHeader.BYTES);
    return true;
  }

  // Sending

  /**
   * Asks the endpoint for a frame; null if it is busy, or if the peer has failed: then everything
   * that concerns the peer has failed too when this returns.
   */
  public Frame reserve(int headerBytes, int payloadBytes) {
    return reserve(plan.endpoint, headerBytes, payloadBytes, RequestedOrder.DEFAULT);
  }

  /** The same by a rail of choice. */
  public Frame reserve(BtlEndpoint rail, int headerBytes, int payloadBytes, int ordering) {
    try {
      return rail.reserve(headerBytes, payloadBytes, ordering);
    } catch (BtlException failed) {
      failedBy(rail, failed);
      return null;
    }
  }

  /** Sends a frame of which nobody needs to know when it has left. */
  public void launch(Frame frame, int frameBytes) {
    if (frameBytes <= plan.immediateFrameBytes) {
      plan.endpoint.sendImmediate(frame);
    } else {
      plan.endpoint.send(frame, NOTHING_TO_DO);
    }
  }

  /** The same by a rail of choice. */
  public void launch(BtlEndpoint rail, Frame frame, int frameBytes) {
    BtlAttributes its = rail.module().attributes();
    if (its.capabilities().sendsImmediately() && frameBytes <= its.immediateLimit()) {
      rail.sendImmediate(frame);
    } else {
      rail.send(frame, NOTHING_TO_DO);
    }
  }

  /** Sends a FIN by a rail; false if it is busy. */
  public boolean trySendFinish(BtlEndpoint rail, FinishHeader finish, int ordering) {
    Frame frame = reserve(rail, FinishHeader.BYTES, 0, ordering);
    if (frame == null) {
      return false;
    }
    finish.write(frame.headerMemory(), frame.headerOffset());
    launch(rail, frame, FinishHeader.BYTES);
    return true;
  }

  /**
   * Tells the sender which bytes are wanted as fragments.
   *
   * @param slot of the receive, to which the fragments are for
   * @param takenBytes how much of the message is taken in all
   */
  public void sendAck(
      long sendName, int slot, int generation, long firstByte, long wantedBytes, long takenBytes) {
    sendHeader(
        new PendingOperation() {
          @Override
          public boolean attempt() {
            Frame frame = reserve(AckHeader.BYTES, 0);
            if (frame == null) {
              return false;
            }
            AckHeader.write(
                frame.headerMemory(),
                frame.headerOffset(),
                sendName,
                slot,
                generation,
                firstByte,
                wantedBytes,
                takenBytes);
            launch(frame, AckHeader.BYTES);
            return true;
          }
        });
  }

  /** Sends a header before whatever else waits, now or as soon as the transport takes it. */
  public void sendHeader(PendingOperation header) {
    if (failure != null) {
      return;
    }
    if (!headers.isEmpty() || !header.attempt()) {
      if (failure == null) {
        headers.add(header);
        queueForDrain();
      }
    }
  }

  /** Queues an operation that the transport has refused. */
  public void enqueue(PendingOperation operation) {
    data.add(operation);
    notePath();
    queueForDrain();
  }

  /** Queues a message that has not begun. */
  public void enqueueMessage(PendingOperation request) {
    messages.add(request);
  }

  /** True if something waits already, so that a new operation should queue up behind it. */
  public boolean isCongested() {
    return queuedForDrain && !data.isEmpty();
  }

  /** How many operations wait until a transport takes them. */
  public int waitingOperations() {
    // All messages that have not begun are one of the others.
    return headers.size() + data.size() + Math.max(0, messages.count() - 1);
  }

  private void queueForDrain() {
    if (!queuedForDrain) {
      queuedForDrain = true;
      peers.draining().add(this);
    }
  }

  /** Grows whenever something has left that had waited, whole or in part. */
  long drained() {
    return drainedOperations + (plan.rails == null ? 0 : plan.rails.fragmentBytesSent());
  }

  /** A message has left that had waited beside others. */
  void countDrained() {
    drainedOperations++;
  }

  /** Tries again what waits; true if nothing waits any more. */
  boolean drain() {
    while (!headers.isEmpty() && headers.peek().attempt()) {
      headers.poll();
      drainedOperations++;
    }
    if (headers.isEmpty()) {
      drainData();
    }
    queuedForDrain = !headers.isEmpty() || !data.isEmpty();
    notePath();
    return !queuedForDrain;
  }

  private void drainData() {
    int turns = data.size();
    for (int turn = 0; turn < turns && !data.isEmpty(); turn++) {
      PendingOperation operation = data.poll();
      if (!operation.attempt() && failure == null) {
        // The next attempt is somebody else's, so that a long message does not starve short ones.
        data.add(operation);
        return;
      }
      drainedOperations++;
    }
  }

  // Failure

  public boolean hasFailed() {
    return failure != null;
  }

  /**
   * Does nothing if the peer can be reached.
   *
   * @throws PmlException naming the peer and the cause if it has failed
   */
  public void requireAlive() {
    if (failure != null) {
      throw new PmlException(PmlException.Reason.FAILED, failureText());
    }
  }

  /** Whether the process lives is not for a transport to say. The peer has failed. */
  public String failureText() {
    return "rank " + rank + " cannot be reached any more: " + failure.getMessage();
  }

  /** A rail to the peer has failed, and the peer with it. */
  void failedBy(BtlEndpoint rail, BtlException cause) {
    peers.failures().failed(rail.module(), rank, cause);
  }

  public void fail(BtlException cause) {
    failure = cause;
    peers.noteFailure();
    // Before any request ends, whose memory is then the program's again.
    if (plan.rails != null) {
      plan.rails.giveUp(cause);
    }
    headers.clear();
    data.clear();
    messages.clear();
    notePath();
  }

  /** Nothing more may go by a new rail either. */
  public void giveUpIfFailed() {
    if (failure != null) {
      plan.rails.giveUp(failure);
    }
  }

  public String describe() {
    return "rank "
        + rank
        + " by "
        + (plan.rails == null ? "self" : plan.rails.describe())
        + ": eager bytes not credited "
        + (eagerSentBytes - eagerCreditedBytes)
        + " of "
        + creditBytes
        + ", operations waiting for the transport "
        + waitingOperations()
        + (failure == null ? "" : ", failed: " + failure.getMessage());
  }
}
