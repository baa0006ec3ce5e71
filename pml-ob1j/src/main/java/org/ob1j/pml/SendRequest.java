package org.ob1j.pml;

import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlResult;
import org.ob1j.pml.header.MatchHeader;
import org.ob1j.pml.select.SendProtocolSelector;
import org.ob1j.pml.select.SendTraits;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;
import org.ob1j.runtime.progress.WaitDescription;

/**
 * A send that did not end within its call. It belongs to its protocol until it is finished, and to
 * its user until it is released; then it goes back to the pool.
 */
final class SendRequest extends PmlRequest implements PendingOperation, BtlCompletion {
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);

  private final Ob1Pml pml;
  private final int slot;
  private final Convertor convertor = new Convertor();
  private int stage = SendStage.FREE.ordinal();
  private boolean released;
  private boolean queued;

  private Ob1Communicator communicator;
  private Peer peer;
  private SendMode mode;
  private int destination;
  private int tag;
  private int sequence;
  private long bufferedBytes;

  int framesInFlight;
  boolean sendingFragments;
  long nextByte;
  long endByte;
  int receiveSlot;
  int receiveGeneration;

  SendRequest(Ob1Pml pml, int slot) {
    this.pml = pml;
    this.slot = slot;
  }

  int slot() {
    return slot;
  }

  Convertor convertor() {
    return convertor;
  }

  Ob1Communicator communicator() {
    return communicator;
  }

  Peer peer() {
    return peer;
  }

  SendMode mode() {
    return mode;
  }

  int destination() {
    return destination;
  }

  int tag() {
    return tag;
  }

  int sequence() {
    return sequence;
  }

  SendStage stage() {
    return SendStage.of(stage);
  }

  private boolean isAt(SendStage that) {
    return stage == that.ordinal();
  }

  /** The one place that changes the stage. */
  void advanceTo(SendStage next) {
    if (!next.mayFollow(stage)) {
      throw new IllegalStateException("a send cannot go from " + stage() + " to " + next);
    }
    stage = next.ordinal();
  }

  /** Takes a message whose convertor has been prepared, and gives it its place in the order. */
  void begin(
      Ob1Communicator newCommunicator,
      Peer newPeer,
      SendMode newMode,
      int newDestination,
      int newTag) {
    open();
    communicator = newCommunicator;
    peer = newPeer;
    mode = newMode;
    destination = newDestination;
    tag = newTag;
    sequence = newCommunicator.nextSequence(newDestination);
    released = false;
    queued = false;
    framesInFlight = 0;
    bufferedBytes = 0;
    advanceTo(SendStage.STARTING);
  }

  /** Says how much of the attached buffer this send occupies until it is over. */
  void occupy(long reservedBytes) {
    bufferedBytes = reservedBytes;
  }

  /**
   * Moves the data of a buffered send into memory of ours, once, so that the user's buffer is free;
   * the send is complete as far as the user is concerned.
   */
  void moveAside() {
    if (!isComplete()) {
      byte[] copy = new byte[Math.toIntExact(convertor.lengthBytes())];
      pml.copyOut(convertor, copy);
      convertor.prepare(copy, copy.length, BYTES);
      completeForUser();
    }
  }

  /** Starts, or queues up if the transport is busy. */
  void start() {
    if (peer.isCongested() || !attempt()) {
      if (mode == SendMode.BUFFERED) {
        moveAside();
      }
      enqueue();
    }
  }

  void enqueue() {
    if (!queued && (isAt(SendStage.STARTING) || isAt(SendStage.TRANSFERRING))) {
      queued = true;
      peer.enqueue(this);
    }
  }

  @Override
  public boolean attempt() {
    boolean taken =
        switch (stage()) {
          case STARTING -> startProtocol();
          case TRANSFERRING -> SendReceivePipeline.sendFragments(this);
          default -> true;
        };
    if (taken) {
      queued = false;
    }
    return taken;
  }

  private boolean startProtocol() {
    long lengthBytes = convertor.lengthBytes();
    SendTraits traits =
        SendTraits.of(
            mode,
            lengthBytes,
            convertor.directBytes() != null,
            peer.hasCredit(lengthBytes),
            MatchHeader.BYTES,
            peer.attributes());
    return switch (SendProtocolSelector.select(traits)) {
      case EAGER_IMMEDIATE -> EagerSend.immediate(this);
      case EAGER_PREPARED -> EagerSend.prepared(this);
      case EAGER_ALLOCATED -> EagerSend.allocated(this);
      case RNDV_COMPLETE -> SendReceivePipeline.startComplete(this);
      case BUFFERED_PIPELINE -> BufferedPipeline.start(this);
      case SEND_RECEIVE_PIPELINE -> SendReceivePipeline.start(this);
    };
  }

  @Override
  public void completed(BtlEndpoint endpoint, BtlResult result) {
    framesInFlight--;
    if (result == BtlResult.FAILED) {
      fail();
    } else if (isAt(SendStage.TRANSFERRING)) {
      if (!sendingFragments && !queued && !SendReceivePipeline.sendFragments(this)) {
        enqueue();
      }
    } else {
      finishIfDrained();
    }
  }

  /** Everything has been handed over; finishes when the transport is through with the memory. */
  void handedOver() {
    advanceTo(SendStage.DRAINING);
    finishIfDrained();
  }

  private void finishIfDrained() {
    if (isAt(SendStage.DRAINING) && framesInFlight == 0) {
      finish();
    }
  }

  /** Ends the protocol. */
  void finish() {
    advanceTo(SendStage.FINISHED);
    leaveBuffer();
    completeForUser();
    recycleIfOver();
  }

  void completeForUser() {
    if (!isComplete()) {
      complete(destination, tag, convertor.lengthBytes(), PmlError.NONE);
    }
  }

  /** The peer has failed. */
  void fail() {
    if (isAt(SendStage.FREE) || isAt(SendStage.FINISHED)) {
      recycleIfOver();
      return;
    }
    advanceTo(SendStage.FINISHED);
    leaveBuffer();
    if (!isComplete()) {
      complete(destination, tag, 0, PmlError.PEER_FAILED);
    }
    recycleIfOver();
  }

  private void leaveBuffer() {
    pml.bufferedSends().give(bufferedBytes);
    bufferedBytes = 0;
  }

  @Override
  public void describe(WaitDescription wait) {
    wait.operation(toString());
    if (peer != null) {
      wait.needs(peer.rank());
    }
  }

  @Override
  public String toString() {
    return "send of "
        + convertor.lengthBytes()
        + " bytes to rank "
        + destination
        + ", tag "
        + tag
        + ", "
        + stage()
        + (communicator == null ? "" : ", " + communicator.label());
  }

  /** The user does not need the request any more. */
  void release() {
    released = true;
    recycleIfOver();
  }

  private void recycleIfOver() {
    if (released && isAt(SendStage.FINISHED) && framesInFlight == 0) {
      advanceTo(SendStage.FREE);
      released = false;
      convertor.release();
      if (peer != null) {
        communicator = null;
        peer = null;
      }
      retire();
      pml.sends().give(slot);
    }
  }
}
