package org.ob1j.pml.protocol;

import org.ob1j.bml.Registrations.RegisteredMemory;
import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.pml.header.FinishHeader;
import org.ob1j.pml.header.PutHeader;
import org.ob1j.pml.peer.Peer;
import org.ob1j.pml.peer.PendingOperation;
import org.ob1j.pml.select.PutArrival;

/**
 * One put that the receiver of a message has asked for, at the sender.
 *
 * <pre>
 *   PUTTING -> (ARRIVING ->) FINISHING -> OVER
 *         \------------------------^
 * </pre>
 *
 * The memory is registered if the transport needs that, and put; FIN follows when the put is known
 * to be there before it, which {@link PutArrival} tells. A put that this side cannot do is answered
 * by FIN as well, and its bytes go by fragments.
 */
public final class OutgoingPut implements PendingOperation, BtlCompletion {
  private enum Stage {
    /** The put is to begin, or is under way. */
    PUTTING,
    /** FIN has left right behind the put, the memory of which is still in use. */
    FOLLOWED,
    /** The put is over as far as this side sees; whether it has arrived is being asked. */
    ARRIVING,
    /** FIN is to leave. */
    FINISHING,
    /** Nothing is left to do here. */
    OVER
  }

  private final SendRequest request;
  private final Peer peer;
  private final BtlEndpoint rail;
  private final PutHeader asked;
  private final byte[] remoteKey;
  private final OutgoingRdma rdma;
  private Stage stage = Stage.PUTTING;
  private RegisteredMemory source;
  private boolean inFlight;

  /**
   * A put that has been checked.
   *
   * @param rail by which it was asked for, and by which it goes
   */
  public OutgoingPut(SendRequest request, BtlEndpoint rail, PutHeader asked, byte[] remoteKey) {
    this.request = request;
    this.peer = request.peer();
    this.rail = rail;
    this.asked = asked;
    this.remoteKey = remoteKey;
    rdma = request.rdmaForPuts();
  }

  public void begin() {
    rdma.putBegins(this);
    if (!canPut()) {
      refuse();
    } else if (!attempt()) {
      peer.enqueue(this);
    }
  }

  private boolean canPut() {
    if (!rail.module().attributes().capabilities().puts()) {
      return false;
    }
    if (!rail.module().attributes().capabilities().needsRegistration()
        || rdma.memoryFor(rail.module()) != null) {
      return true;
    }
    source =
        request
            .owner()
            .registrations()
            .acquire(
                rail.module(),
                request.convertor().region(request.owner().buffers()),
                BtlRegistration.REMOTE_READ);
    return source != null;
  }

  @Override
  public boolean attempt() {
    try {
      return switch (stage) {
        case PUTTING -> put();
        case ARRIVING -> flush();
        default -> true;
      };
    } catch (BtlException failed) {
      if (inFlight) {
        ends();
      }
      request.owner().failures().failed(rail.module(), rail.peer(), failed);
      return true;
    }
  }

  private boolean put() {
    RegisteredMemory memory = source == null ? rdma.memoryFor(rail.module()) : source;
    boolean sequenced = arrival() == PutArrival.SEQUENCED;
    begins();
    BtlResult result =
        rail.put(
            request.convertor(),
            asked.messageOffset(),
            memory == null ? null : memory.registration(),
            remoteKey,
            asked.remoteOffset(),
            asked.lengthBytes(),
            // Puts go to places of their own; only FIN must not pass them.
            sequenced ? sequence() : RequestedOrder.RELAXED,
            this);
    boolean begun = result == BtlResult.STARTED || result == BtlResult.DONE;
    boolean followed = begun && sequenced && follow();
    if (result == BtlResult.STARTED) {
      return true;
    }
    ends();
    switch (result) {
      case DONE -> {
        if (followed) {
          endAndContinue();
        } else {
          hasBeenPut();
        }
      }
      case BUSY -> {
        return false;
      }
      default -> refuse();
    }
    return true;
  }

  private PutArrival arrival() {
    return PutArrival.of(rail.module().attributes());
  }

  private int sequence() {
    return RequestedOrder.inSequence(
        1 + Integer.remainderUnsigned(asked.number(), RequestedOrder.MAX_SEQUENCE));
  }

  /** Sends FIN with nothing between it and the put; false if the transport is busy. */
  private boolean follow() {
    stage = Stage.FOLLOWED;
    boolean sent = peer.trySendFinish(rail, finishHeader(0), sequence());
    if (sent) {
      peer.rails().countPut(rail, asked.lengthBytes());
    } else {
      stage = Stage.PUTTING;
    }
    return sent;
  }

  private void begins() {
    inFlight = true;
    rdma.operationBegins();
  }

  private void ends() {
    inFlight = false;
    rdma.operationEnds();
  }

  @Override
  public void completed(BtlEndpoint endpoint, BtlResult result) {
    ends();
    if (result == BtlResult.FAILED || request.stage() != SendStage.TRANSFERRING) {
      end();
      request.fail();
    } else if (stage == Stage.PUTTING) {
      hasBeenPut();
    } else if (stage == Stage.FOLLOWED) {
      endAndContinue();
    } else {
      finish(0, RequestedOrder.DEFAULT);
    }
  }

  private void hasBeenPut() {
    peer.rails().countPut(rail, asked.lengthBytes());
    switch (arrival()) {
      case KNOWN -> finish(0, RequestedOrder.DEFAULT);
      // Of a sequence too: FIN was refused, so something else may have come between.
      case FENCED, SEQUENCED -> finish(0, RequestedOrder.FENCE_GLOBAL);
      default -> {
        stage = Stage.ARRIVING;
        if (!attempt()) {
          peer.enqueue(this);
        }
      }
    }
  }

  private boolean flush() {
    begins();
    BtlResult result = rail.flush(this);
    if (result == BtlResult.STARTED) {
      return true;
    }
    ends();
    if (result == BtlResult.DONE) {
      finish(0, RequestedOrder.DEFAULT);
    }
    return result == BtlResult.DONE;
  }

  /** The bytes go by fragments instead. */
  private void refuse() {
    request.fragments().add(asked.messageOffset(), asked.lengthBytes());
    finish(FinishHeader.REFUSED, RequestedOrder.DEFAULT);
  }

  private void finish(int flags, int ordering) {
    stage = Stage.FINISHING;
    FinishHeader header = finishHeader(flags);
    peer.sendHeader(
        () -> {
          if (!peer.trySendFinish(rail, header, ordering)) {
            return false;
          }
          endAndContinue();
          return true;
        });
  }

  private void endAndContinue() {
    end();
    request.continueSending();
  }

  private FinishHeader finishHeader(int flags) {
    return new FinishHeader(
        flags,
        request.communicator().contextId(),
        request.communicator().rank(),
        request.sequence(),
        asked.receiveName(),
        asked.messageOffset(),
        asked.lengthBytes(),
        asked.takenBytes(),
        asked.number());
  }

  /** The message is over, though this is not: the peer has failed. */
  void abandon() {
    if (!inFlight) {
      end();
    }
  }

  private void end() {
    if (stage != Stage.OVER) {
      stage = Stage.OVER;
      request.owner().registrations().release(source);
      source = null;
      rdma.putEnds(this);
    }
  }
}
